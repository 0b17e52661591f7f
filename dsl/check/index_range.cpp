// SPDX-License-Identifier: Apache-2.0
#include "dsl/check/index_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "dsl/ir/index_limit.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::check {
namespace {

constexpr double largest_variable = static_cast<double>(ir::largest_index_literal);
constexpr double largest_in_c = 9.2e18;  // a little below 2^63, for what doubles round

// How large control variables get, where that is more than a variable of 31 bits or known to be less.
using Largest = std::map<ir::Sym, double>;

class IndexWalk {
 public:
  explicit IndexWalk(const ir::Procedure& proc) { body_of(proc, {}); }

 private:
  void body_of(const ir::Procedure& proc, Largest largest) {
    const ir::Procedure* const caller = std::exchange(proc_, &proc);
    std::swap(largest_, largest);
    block(proc.body);
    std::swap(largest_, largest);
    proc_ = caller;
  }

  void block(const ir::Block& statements) {
    for (const ir::Stmt& s : statements) statement(s);
  }

  void statement(const ir::Stmt& s) {
    if (s.as<ir::Alloc>()) return;  // its extents are sizes
    at_ = &s;
    ir::for_each_expression(s, [&](const ir::Expr& e) { look_into(e); });
    if (const auto* loop = s.as<ir::For>()) largest_[loop->iter] = std::max(largest(loop->lo), largest(loop->hi));
    if (const auto* call = s.as<ir::Call>()) callee(*call);
    for (const ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* inner = ir::branch(s, b)) block(*inner);
  }

  // Looked at by itself too; here only for arguments that are larger than is thought there.
  void callee(const ir::Call& call) {
    Largest given;
    for (std::size_t i = 0; i < call.args.size(); ++i) {
      const ir::Arg& parameter = call.callee->args.at(i);
      if (!ir::is_integer_control(parameter.type.scalar)) continue;
      if (const double most = largest(call.args[i]); most > largest_variable) given[parameter.name] = most;
    }
    if (!given.empty() && seen_.emplace(call.callee.get(), given).second) body_of(*call.callee, given);
  }

  void look_into(const ir::Expr& e) {
    if (ir::is_integer_control(e.type())) {
      largest(e);
      return;
    }
    ir::for_each_child(e, [&](const ir::Expr& child) { look_into(child); });
  }

  // Of the expression, whatever its sign; all its parts are looked at.
  double largest(const ir::Expr& e) {
    const double out = value(e);
    if (out > largest_in_c) refuse(e, out);
    return out;
  }

  double value(const ir::Expr& e) {
    if (const auto* n = e.as<ir::IntLit>()) return std::fabs(static_cast<double>(n->value));
    if (const auto* n = e.as<ir::Negate>()) return largest(n->arg);
    if (const auto* n = e.as<ir::Binary>()) return combined(*n);
    const auto* n = e.as<ir::Read>();
    const auto known = n ? largest_.find(n->name) : largest_.end();
    return known == largest_.end() ? largest_variable : known->second;
  }

  double combined(const ir::Binary& n) {
    const double a = largest(n.lhs), b = largest(n.rhs);
    switch (n.op) {
      case ir::BinOp::add:
      case ir::BinOp::sub: return a + b;
      case ir::BinOp::mul: return a * b;
      case ir::BinOp::div: return b > 0 ? a / b + 1 : a;
      case ir::BinOp::mod: return b;
      default: return 0;
    }
  }

  [[noreturn]] void refuse(const ir::Expr& e, double most) const {
    Diagnostic d;
    d.code = "index";
    d.loc = at_->loc();
    d.message = fmt::format("{} of {} may be {:.3g}, which does not fit 64 bits", ir::print(e), proc_->name, most);
    d.rule = "index arithmetic fits 64 bits for all sizes, indices, strides and fields below 2^31";
    d.hint = "smaller factors, or a loop that counts in smaller steps";
    throw CheckError(std::move(d));
  }

  const ir::Procedure* proc_ = nullptr;
  const ir::Stmt* at_ = nullptr;
  Largest largest_;
  std::set<std::pair<const ir::Procedure*, Largest>> seen_;
};

}  // namespace

void check_index_range(const ir::Procedure& proc) { IndexWalk walk(proc); }

}  // namespace tessera::check
