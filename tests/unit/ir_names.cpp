// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/ir/around_change.hpp"
#include "dsl/ir/path.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;

namespace {

ir::ProcRef with_names_in_common() {
  return syntax::parse_module(R"(
def p(n: size, x: f32[n], i: f32[n]):
    t: f32
    for k in seq(0, n):
        t: f32
        for k in seq(0, 4):
            t: f32
            t = x[k]
            if n > 3:
                t: f32
                t = 1.0
            else:
                x[k] = t
        x[k] = t
    t: f32
    t = x[0]
    for k in seq(0, n):
        t: f32
        t = x[k]
        x[k] = t
    x[0] = t
)",
                              "names", {})
      .procs.back();
}

void each_place(const ir::Block& list, ir::Path at, ir::Branch branch,
                const std::function<void(const ir::Path&, const ir::Stmt&)>& visit) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    ir::Path here = at;
    here.steps.push_back({branch, static_cast<int>(i)});
    visit(here, list[i]);
    for (const ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* below = ir::branch(list[i], b)) each_place(*below, here, b, visit);
  }
}

}  // namespace

TEST_CASE("names at a place are those of the whole procedure") {
  const ir::ProcRef p = with_names_in_common();
  const ir::Names all(*p);
  int places = 0;
  each_place(p->body, {}, ir::Branch::body, [&](const ir::Path& at, const ir::Stmt& s) {
    CHECK(ir::print(s, ir::names_at(*p, at, 1)) == ir::print(s, all));
    ++places;
  });
  CHECK(places > 15);
}

TEST_CASE("what changes lies in one statement, or in the outermost list") {
  const ir::ProcRef p = with_names_in_common();
  const auto turns = [&](const ir::Block& after) {
    std::vector<std::size_t> out;
    for (const ir::Turn& t : ir::around_change(p->body, after)) out.push_back(t.index);
    return out;
  };
  const ir::Stmt& loop = p->body.at(1);
  ir::Block inside = loop.as<ir::For>()->body;
  inside.set(inside.size() - 1, ir::Pass{});
  ir::Block after = p->body;
  after.set(1, ir::with_branch(loop, ir::Branch::body, inside));
  CHECK(turns(after) == std::vector<std::size_t>{1});
  after.set(3, ir::Pass{});
  CHECK(turns(after).empty());
  CHECK(turns(p->body).empty());
}
