// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "dsl/analysis/same.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/inline_conversions.hpp"
#include "dsl/rewrite/unify.hpp"

namespace tessera::rewrite {
namespace {

// Whether the trees may match, by their nodes alone.
class Sketch {
 public:
  explicit Sketch(const ir::Procedure& callee) {
    for (const ir::Arg& a : callee.args)
      if (!a.type.is_tensor() && !a.type.is_control()) scalars_.insert(a.name);
  }

  bool fits(const ir::Block& p, const ir::Block& t) const {
    return std::equal(p.begin(), p.end(), t.begin(), t.end(),
                      [&](const ir::Stmt& x, const ir::Stmt& y) { return fits(x, y); });
  }

 private:
  bool fits(const ir::Stmt& p, const ir::Stmt& t) const {
    return p.match([&](const auto& n) {
      const auto* m = t.as<std::remove_cvref_t<decltype(n)>>();
      return m && same(n, *m);
    });
  }
  bool same(const ir::Assign& p, const ir::Assign& t) const {
    return analysis::go_together(p.type, t.type) && data(p.rhs, t.rhs);
  }
  bool same(const ir::Reduce& p, const ir::Reduce& t) const {
    return analysis::go_together(p.type, t.type) && data(p.rhs, t.rhs);
  }
  bool same(const ir::For& p, const ir::For& t) const { return p.mode == t.mode && fits(p.body, t.body); }
  bool same(const ir::If& p, const ir::If& t) const { return fits(p.body, t.body) && fits(p.orelse, t.orelse); }
  bool same(const ir::Call& p, const ir::Call& t) const { return p.callee == t.callee; }
  bool same(const ir::WriteConfig& p, const ir::WriteConfig& t) const { return p.field == t.field; }
  template <class Node> bool same(const Node&, const Node&) const { return true; }

  bool data(const ir::Expr& p, const ir::Expr& t) const {
    if (const auto* n = p.as<ir::Read>()) return scalars_.count(n->name) || t.as<ir::Read>();
    const auto *n = p.as<ir::Binary>(), *m = t.as<ir::Binary>();
    if (!n || !m) return !n && !m && (p.as<ir::FloatLit>() != nullptr) == (t.as<ir::FloatLit>() != nullptr);
    if (n->op != m->op) return false;
    if (data(n->lhs, m->lhs) && data(n->rhs, m->rhs)) return true;
    const bool commutes = n->op == ir::BinOp::add || n->op == ir::BinOp::mul;
    return commutes && data(n->lhs, m->rhs) && data(n->rhs, m->lhs);
  }

  std::set<ir::Sym> scalars_;
};

bool has_windows(const ir::Block& block) {
  bool found = false;
  ir::for_each_stmt(block, [&](const ir::Stmt& s) { found = found || s.as<ir::WindowStmt>(); });
  return found;
}

}  // namespace

int statements_wanted(const ir::Block& list, std::size_t first, const ir::Procedure& callee) {
  auto counts = [](const ir::Stmt& s) { return !s.as<ir::WindowStmt>(); };
  auto wanted = std::max<long>(1, std::count_if(callee.body.begin(), callee.body.end(), counts));
  std::size_t end = first;
  for (; end < list.size() && wanted > 0; ++end) wanted -= counts(list[end]) ? 1 : 0;
  return static_cast<int>(end - first);
}

bool may_unify(const ir::Block& block, const ir::Procedure& callee) {
  const bool may_change = has_windows(block) || has_windows(callee.body) || may_have_conversions(block) ||
                          may_have_conversions(callee.body);
  return may_change || Sketch(callee).fits(callee.body, block);
}

}  // namespace tessera::rewrite
