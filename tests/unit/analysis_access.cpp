// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/analysis/access.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using analysis::Access;

TEST_CASE("a computed argument that is passed on is still read where the last callee reads it") {
  const syntax::Module module = syntax::parse_module(R"(
def g(x: f32, y: f32):
    y = x
def f(x: f32, y: f32):
    g(x, y)
def p(a: f32[4], y: f32):
    f(a[1], y)
)",
                                                     "test.tess", {});
  const ir::Procedure& proc = *module.procs.back();
  ir::Call call = *proc.body.front().as<ir::Call>();
  call.args[0] = ir::binary(ir::BinOp::mul, call.args[0], call.args[0]);
  smt::Terms terms;
  analysis::Lowering lower(terms, proc);
  std::vector<std::string> read;
  for (const Access& a : analysis::accesses(lower, {ir::Stmt(call)}))
    if (a.kind == Access::Kind::read) read.push_back(a.at.buffer.text());
  CHECK(read == std::vector<std::string>{"a", "a"});
}
