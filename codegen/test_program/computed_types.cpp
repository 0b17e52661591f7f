// SPDX-License-Identifier: Apache-2.0
#include "codegen/test_program/computed_types.hpp"

#include <map>

#include "codegen/c_number.hpp"
#include "codegen/windows.hpp"
#include "dsl/interp/domain.hpp"
#include "dsl/ir/conversion.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {
namespace {

using ir::Expr;
using ir::Stmt;

// Marks variables until nothing changes. A parameter is marked for all calls together.
class Marks {
 public:
  explicit Marks(const ir::Procedure& p) {
    do {
      changed_ = false;
      visit(p);
    } while (changed_);
  }

  std::set<ir::Scalar> types() const {
    std::set<ir::Scalar> out = converted_;
    for (const ir::Sym name : marked_)
      if (used_.count(name)) out.insert(chosen(declared_.at(name)));
    return out;
  }

  std::set<ir::Scalar> stored() const {
    std::set<ir::Scalar> out = converted_;
    for (const ir::Sym name : marked_) out.insert(chosen(declared_.at(name)));
    return out;
  }

 private:
  void mark(ir::Sym name) { changed_ = marked_.insert(name).second || changed_; }
  // What is read, or is computed in its type.
  void use(ir::Sym name) { changed_ = used_.insert(name).second || changed_; }

  void visit(const ir::Procedure& p) {
    const Windows windows(p);
    for (const ir::Arg& a : p.args) declared_[a.name] = a.type.scalar;
    ir::for_each_stmt(p.body, [&](const Stmt& s) {
      if (const auto* n = s.as<ir::Alloc>()) declared_[n->name] = n->type.scalar;
      if (const auto* n = s.as<ir::Reduce>()) mark(windows.alias_root(n->name)), use(windows.alias_root(n->name));
      if (const auto* n = s.as<ir::Assign>()) assign(*n, windows);
      if (const auto* n = s.as<ir::Call>()) call(*n, windows);
      see(s, windows);
    });
  }

  void assign(const ir::Assign& n, const Windows& windows) {
    if (!is_computed(n.rhs, n.type, windows)) return;
    mark(windows.alias_root(n.name));
    if (!takes_any_number(n)) use(windows.alias_root(n.name));
  }

  // A number is rounded, saturated or wraps: whatever it is, that gives one result.
  static bool takes_any_number(const ir::Assign& n) {
    const auto to = ir::conversion(n.rhs);
    if (to && to->range != ir::Conversion::Range::fits) return true;
    return ir::is_float(n.type) && (to || n.rhs.as<ir::Read>());
  }

  void see(const Stmt& s, const Windows& windows) {
    const auto* assign = s.as<ir::Assign>();
    const Expr* stored = assign && takes_any_number(*assign) ? &assign->rhs : nullptr;  // counts where its place does
    ir::for_each_expression(s, [&](const Expr& whole) {
      ir::for_each_expr(whole, [&](const Expr& e) {
        if (const auto* read = e.as<ir::Read>(); read && ir::is_data(read->type)) use(windows.alias_root(read->name));
        if (const auto to = ir::conversion(e); to && &e != stored) converted_.insert(to->to);
        const bool computes = e.as<ir::Binary>() || (e.as<ir::ExternCall>() && !ir::conversion(e));
        if (stored && computes && ir::is_data(e.type())) converted_.insert(chosen(e.type()));  // the place says nothing
      });
    });
  }

  // For a place of that type, which may round a literal.
  bool is_computed(const Expr& e, ir::Scalar type, const Windows& windows) const {
    if (const auto* n = e.as<ir::FloatLit>())
      return ir::is_float(type) && interp::Floats::convert(n->value, type, type) != n->value;
    const auto* read = e.as<ir::Read>();
    return !read || marked_.count(windows.alias_root(read->name)) > 0;
  }

  void call(const ir::Call& n, const Windows& windows) {
    const ir::Procedure& callee = *n.callee;
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      if (callee.args[i].type.is_control()) continue;
      const ir::Sym passed = variable(n.args[i], windows);
      if (!passed || marked_.count(passed)) mark(callee.args[i].name);
    }
    visit(callee);
    for (std::size_t i = 0; i < n.args.size(); ++i)
      if (const ir::Sym passed = variable(n.args[i], windows)) {
        if (marked_.count(callee.args[i].name)) mark(passed);
        if (used_.count(callee.args[i].name)) use(passed);
      }
  }

  // The variable that is passed; none for a computed number, and for one that is control.
  static ir::Sym variable(const Expr& e, const Windows& windows) {
    if (!ir::is_data(e.type())) return {};
    if (const auto* read = e.as<ir::Read>()) return windows.alias_root(read->name);
    const auto* window = e.as<ir::WindowExpr>();
    return window ? windows.alias_root(window->base) : ir::Sym{};
  }

  std::set<ir::Sym> marked_, used_;
  std::map<ir::Sym, ir::Scalar> declared_;
  std::set<ir::Scalar> converted_;
  bool changed_ = false;
};

}  // namespace

std::set<ir::Scalar> computed_types(const ir::Procedure& p) { return Marks(p).types(); }
std::set<ir::Scalar> stored_types(const ir::Procedure& p) { return Marks(p).stored(); }

}  // namespace tessera::codegen
