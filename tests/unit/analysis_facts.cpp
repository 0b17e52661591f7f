// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/analysis/lowering.hpp"
#include "dsl/smt/canonical.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using ir::Path;

namespace {

constexpr const char* program = R"(
def p(n: size, A: f32[n, 8], b: bool):
    assert n > 3
    v = A[1, 0:8]
    for i in seq(1, n):
        A[i, 0] = 1.0
        w = A[i, 2:8]
        if i < 4:
            w[0] = 1.0
            x = w[1:3]
            x[0] = 2.0
        else:
            w[1] = 1.0
        A[i, 1] = 1.0
    for j in seq(0, n):
        A[j, 2] = 1.0
)";

void add_places(const ir::Block& list, const Path& parent, ir::Branch branch, std::vector<Path>& out) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    Path at = parent;
    at.steps.push_back({branch, static_cast<int>(i)});
    out.push_back(at);
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* inner = ir::branch(list[i], b)) add_places(*inner, at, b, out);
  }
}

std::string text(analysis::Facts& facts, const Path& at, const smt::Terms& terms) {
  return smt::canonical(facts.at(at), smt::Formula::constant(true), terms).text;
}

}  // namespace

TEST_CASE("what holds at a place does not depend on the places that were asked for before") {
  syntax::Module module = syntax::parse_module(program, "p", {});
  const ir::Procedure& p = *module.procs.front();
  std::vector<Path> places;
  add_places(p.body, {}, ir::Branch::body, places);
  REQUIRE(places.size() == 12);
  smt::Terms terms;
  for (const Path& first : places)
    for (const Path& second : places)
      for (const Path& third : places) {
        analysis::Lowering lower(terms, p), fresh(terms, p);
        analysis::Facts facts(lower, p), alone(fresh, p);
        facts.at(first);
        facts.at(second);
        REQUIRE(text(facts, third, terms) == text(alone, third, terms));
      }
}

TEST_CASE("the windows in scope at a place are known, in whatever order places are asked for") {
  syntax::Module module = syntax::parse_module(program, "p", {});
  const ir::Procedure& p = *module.procs.front();
  const ir::Sym A = p.args[1].name;
  smt::Terms terms;
  analysis::Lowering lower(terms, p);
  analysis::Facts facts(lower, p);
  facts.at({{{ir::Branch::body, 2}}, {}});
  const Path in_else{{{ir::Branch::body, 1}, {ir::Branch::body, 2}, {ir::Branch::orelse, 0}}, {}};
  facts.at(in_else);
  ir::Sym w = p.body[1].as<ir::For>()->body[1].as<ir::WindowStmt>()->name;
  CHECK(lower.element(w, {1}).buffer == A);
  CHECK(lower.element(w, {1}).idx.at(1) == smt::Affine(3));
  const Path after_x{{{ir::Branch::body, 1}, {ir::Branch::body, 2}, {ir::Branch::body, 2}}, {}};
  facts.at(after_x);
  const ir::Stmt& choice = p.body[1].as<ir::For>()->body[2];
  ir::Sym x = choice.as<ir::If>()->body[1].as<ir::WindowStmt>()->name;
  CHECK(lower.element(x, {1}).buffer == A);
  CHECK(lower.element(x, {1}).idx.at(1) == smt::Affine(4));
}
