// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "fuzz/ir_programs.hpp"
#include "tests/unit/syntax_support.hpp"

using namespace tessera;

namespace {

constexpr unsigned program_count = 1500;

syntax::Module as_module(const fuzz::ProgramGenerator::Program& p) {
  syntax::Module m;
  m.configs = p.configs;
  m.procs = p.procs;
  return m;
}

}  // namespace

TEST_CASE("random programs read back as they were printed") {
  for (unsigned seed = 0; seed < program_count; ++seed) {
    INFO("seed " << seed);
    test::check_round_trip(as_module(fuzz::ProgramGenerator(seed).program()));
  }
}

TEST_CASE("random programs meet every kind of node") {
  std::set<std::size_t> statements, expressions;
  bool par = false, orelse = false, renamed = false;
  for (unsigned seed = 0; seed < program_count; ++seed)
    for (const ir::ProcRef& p : fuzz::ProgramGenerator(seed).program().procs) {
      renamed = renamed || ir::print(*p).find("_2") != std::string::npos;
      ir::for_each_stmt(p->body, [&](const ir::Stmt& s) {
        s.match([&](const auto& n) {
          using Node = std::remove_cvref_t<decltype(n)>;
          statements.insert(ir::StmtNode(Node{}).index());
        });
        if (const ir::For* n = s.as<ir::For>()) par = par || n->mode == ir::LoopMode::par;
        if (const ir::If* n = s.as<ir::If>()) orelse = orelse || !n->orelse.empty();
      });
      const auto meet = [&](const ir::Expr& e) {
        e.match([&](const auto& n) {
          using Node = std::remove_cvref_t<decltype(n)>;
          expressions.insert(ir::ExprNode(Node{}).index());
        });
      };
      ir::for_each_expr(p->body, meet);
      for (const ir::Expr& e : p->asserts) meet(e);
    }
  CHECK(statements.size() == std::variant_size_v<ir::StmtNode>);
  CHECK(expressions.size() == std::variant_size_v<ir::ExprNode>);
  CHECK(par);
  CHECK(orelse);
  CHECK(renamed);
}
