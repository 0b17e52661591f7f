// SPDX-License-Identifier: Apache-2.0
#include "validate/distinctions.hpp"

#include <numeric>
#include <unordered_map>

#include "dsl/analysis/call.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::validate {
namespace {

using ir::Expr;

constexpr std::int64_t largest_modulus = 1 << 20;  // products of divisors beyond are cut down to the last divisor

// Follows control values from their uses back to the arguments. Each callee is walked once: a value's origin never
// depends on the caller, so all calls are taken together.
class Collector {
 public:
  explicit Collector(const ir::Procedure& proc) : found_(proc.args.size()) {
    for (std::size_t i = 0; i < proc.args.size(); ++i)
      if (proc.args[i].type.is_control()) arguments_[proc.args[i].name] = i;
    // Procedures that were made from the same one share their names, and one may call the other.
    for (const ir::ProcRef& p : ir::all_called(proc.body)) callees_.emplace(p, analysis::with_own_names(*p));
    origins(proc.body);
    for (const auto& callee : callees_) origins(callee.second.body);
    procedure(proc);
    for (const auto& callee : callees_) procedure(callee.second);
  }

  std::vector<Distinctions> take() { return std::move(found_); }

 private:
  // The origins of loop counters and parameters.
  void origins(const ir::Block& body) {
    ir::for_each_stmt(body, [&](const ir::Stmt& s) {
      if (const auto* n = s.as<ir::For>()) made_of_[n->iter].insert(made_of_[n->iter].end(), {n->lo, n->hi});
      if (const auto* n = s.as<ir::Call>()) origins(*n);
    });
  }

  void origins(const ir::Call& n) {
    const ir::Procedure& callee = callees_.at(n.callee);
    for (std::size_t i = 0; i < n.args.size(); ++i)
      if (callee.args.at(i).type.is_control()) made_of_[callee.args[i].name].push_back(n.args[i]);
  }

  void procedure(const ir::Procedure& proc) {
    for (const ir::Arg& a : proc.args)
      for (const Expr& e : a.type.shape) divided(e, 1);
    for (const Expr& e : proc.asserts) expression(e);
    ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) {
      for (const Expr& e : ir::expressions(s)) expression(e);
      // The last iterations distinguish the bounds, which are compared with one another.
      if (const auto* n = s.as<ir::For>()) compared({n->lo, n->hi});
    });
  }

  void expression(const Expr& e) {
    ir::for_each_expr(e, [&](const Expr& node) {
      const auto* n = node.as<ir::Binary>();
      if (!n || ir::is_data(n->type)) return;
      if (n->op == ir::BinOp::div || n->op == ir::BinOp::mod) divided(node, 1);
      else if (ir::is_comparison(n->op)) compared({n->lhs, n->rhs});
    });
  }

  // The residue of e modulo m matters; with m = 1, only dividends inside of e.
  void divided(const Expr& e, std::int64_t m) {
    if (!seen_.insert({e.identity(), m}).second) return;
    if (const auto* n = e.as<ir::Read>()) return variable(n->name, m);
    if (const auto* n = e.as<ir::Negate>()) return divided(n->arg, m);
    const auto* n = e.as<ir::Binary>();
    if (!n) return;
    const std::int64_t* right = ir::literal(n->rhs);
    const std::int64_t* left = ir::literal(n->lhs);
    if (n->op == ir::BinOp::div && right && *right > 0)
      return divided(n->lhs, m <= largest_modulus / *right ? m * *right : *right);
    if (n->op == ir::BinOp::mod && right && *right > 0) return divided(n->lhs, *right);
    if (n->op == ir::BinOp::mul && right && *right != 0) return divided(n->lhs, m / std::gcd(m, *right));
    if (n->op == ir::BinOp::mul && left && *left != 0) return divided(n->rhs, m / std::gcd(m, *left));
    divided(n->lhs, m);
    divided(n->rhs, m);
  }

  void variable(ir::Sym v, std::int64_t m) {
    if (auto a = arguments_.find(v); a != arguments_.end()) {
      if (m > 1) found_[a->second].moduli.insert(m);
      return;
    }
    if (auto parts = made_of_.find(v); parts != made_of_.end())
      for (const Expr& e : parts->second) divided(e, m);
  }

  // Factors and constants of the sides concern every argument that they depend on.
  void compared(const std::vector<Expr>& sides) {
    std::set<std::size_t> arguments;
    std::set<std::int64_t> factors, constants;
    for (const Expr& e : sides) {
      for_each_variable(e, [&](ir::Sym v) { arguments.insert(sources(v).begin(), sources(v).end()); });
      terms(e, factors, constants);
      divided(e, 1);
    }
    for (std::size_t a : arguments)
      for (std::int64_t f : factors) {
        if (f > 1) found_[a].moduli.insert(f);
        for (std::int64_t c : constants) found_[a].edges.insert(c / f);
      }
  }

  template <class Visit> static void for_each_variable(const Expr& e, Visit visit) {
    ir::for_each_expr(e, [&](const Expr& node) {
      if (const auto* n = node.as<ir::Read>()) visit(n->name);
    });
  }

  // The arguments that a variable depends on.
  const std::set<std::size_t>& sources(ir::Sym v) {
    if (auto known = sources_.find(v); known != sources_.end()) return known->second;
    std::set<std::size_t> out;
    if (auto a = arguments_.find(v); a != arguments_.end()) out.insert(a->second);
    if (auto parts = made_of_.find(v); parts != made_of_.end())
      for (const Expr& part : parts->second)
        for_each_variable(part, [&](ir::Sym inner) { out.insert(sources(inner).begin(), sources(inner).end()); });
    return sources_[v] = std::move(out);
  }

  // Of the sum that e is: the absolute factors of its terms, 1 among them, and its constants.
  static void terms(const Expr& e, std::set<std::int64_t>& factors, std::set<std::int64_t>& constants) {
    factors.insert(1);
    if (const std::int64_t* c = ir::literal(e)) return void(constants.insert(*c));
    if (const auto* n = e.as<ir::Negate>()) return terms(n->arg, factors, constants);
    const auto* n = e.as<ir::Binary>();
    if (!n) return;
    if (n->op == ir::BinOp::mul)
      for (const Expr& side : {n->lhs, n->rhs})
        if (const std::int64_t* c = ir::literal(side); c && *c != 0 && *c != INT64_MIN) factors.insert(std::abs(*c));
    if (n->op != ir::BinOp::add && n->op != ir::BinOp::sub) return;
    terms(n->lhs, factors, constants);
    terms(n->rhs, factors, constants);
  }

  std::vector<Distinctions> found_;
  std::unordered_map<ir::Sym, std::size_t> arguments_;
  std::unordered_map<ir::ProcRef, const ir::Procedure> callees_;
  std::unordered_map<ir::Sym, std::vector<Expr>> made_of_;
  std::unordered_map<ir::Sym, std::set<std::size_t>> sources_;
  std::set<std::pair<const void*, std::int64_t>> seen_;
};

}  // namespace

std::vector<Distinctions> distinctions(const ir::Procedure& proc) { return Collector(proc).take(); }

}  // namespace tessera::validate
