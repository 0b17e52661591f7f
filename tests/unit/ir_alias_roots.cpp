// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <map>

#include "dsl/ir/alias_roots.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;

namespace {

std::map<std::string, ir::Sym> windows_by_text(const ir::Procedure& proc) {
  std::map<std::string, ir::Sym> out;
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) {
    if (const auto* w = s.as<ir::WindowStmt>()) out.emplace(w->name.text(), w->name);
  });
  return out;
}

}  // namespace

TEST_CASE("windows of windows lead to the buffer, in loops and branches too") {
  const ir::ProcRef p = syntax::parse_module(R"(
def p(n: size, A: f32[n, 8], B: f32[n, 8]):
    a = A[0:n, 0:4]
    for i in seq(0, n):
        row = a[i, 0:4]
        if i > 2:
            left = row[0:2]
            left[0] = 1.0
        else:
            right = B[i, 4:8]
            right[0] = 2.0
)",
                                             "roots.tess")
                            .procs.at(0);
  const ir::AliasRoots roots(*p);
  const ir::Sym A = p->args[1].name, B = p->args[2].name;
  const std::map<std::string, ir::Sym> windows = windows_by_text(*p);
  for (const char* of_A : {"a", "row", "left"}) CHECK(roots.of(windows.at(of_A)) == A);
  CHECK(roots.of(windows.at("right")) == B);
  CHECK(roots.of(A) == A);
}

TEST_CASE("without windows each name is its own root") {
  const ir::Sym x = ir::Sym::fresh("x");
  CHECK(ir::AliasRoots().of(x) == x);
}
