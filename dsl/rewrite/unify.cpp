// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/unify.hpp"

#include <fmt/format.h>

#include <variant>

#include "dsl/analysis/same.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/rewrite/inline.hpp"
#include "dsl/rewrite/inline_conversions.hpp"
#include "dsl/rewrite/unification.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

using analysis::Lowering;

constexpr const char* choose_precision = "set_precision chooses the type";
constexpr const char* hoist = "choose statements inside the loop that changes it";

// Goals are solved one after the other, with one set of bindings. Only commutative operands leave a choice; where a
// goal fails, the last choice is reversed. So a block without choices takes one pass, and no block, however long, takes
// a deep stack.
class Unifier : ArgumentWriter {
 public:
  Unifier(Lowering& lower, const ir::Procedure& callee) : ArgumentWriter(lower, callee) {}

  Unification run(const ir::Block& given) {
    const ir::Block block = inline_conversions(without_windows(given));
    ir::for_each_stmt(given, [&](const ir::Stmt& s) {
      if (ir::Sym bound = ir::bound_name(s)) inner_.insert(bound);
    });
    then(Blocks{&callee_.body, &block, 0});
    do {
      if (meet_all()) solve(b_);
    } while (result_.candidates.size() < max_candidates && choose_otherwise());
    return std::move(result_);
  }

 private:
  // Two lists from a place on; two expressions, by what they are.
  struct Blocks {
    const ir::Block *p, *t;
    std::size_t i;
  };
  struct Pair {
    const ir::Expr *p, *t;
  };
  struct Data : Pair {};
  struct Condition : Pair {};
  struct Index : Pair {};
  struct Tensor : Pair {};
  // Both operands of a choice have been met; as much as `learnt` was known before.
  struct Settled {
    std::size_t choice, learnt;
  };
  using Goal = std::variant<Blocks, Data, Condition, Index, Tensor, Settled>;

  // A list that others may continue with: no item changes once it is there.
  static constexpr std::size_t done = static_cast<std::size_t>(-1);
  struct Item {
    Goal goal;
    std::size_t next;
  };
  // The state from which to go on with the operands exchanged.
  struct Choice {
    std::size_t todo, items;
    Bindings::Mark bindings;
    int depth;
  };

  // Adds a goal before the pending ones.
  void then(const Goal& goal) {
    items_.push_back({goal, todo_});
    todo_ = items_.size() - 1;
  }

  bool meet_all() {
    while (todo_ != done) {
      const Item item = items_[todo_];
      todo_ = item.next;
      if (!std::visit([&](const auto& goal) { return meet(goal); }, item.goal)) return false;
    }
    return true;
  }

  bool choose_otherwise() {
    if (choices_.empty()) return false;
    const Choice last = choices_.back();
    choices_.pop_back();
    items_.erase(items_.begin() + static_cast<long>(last.items), items_.end());
    b_.back_to(last.bindings);
    todo_ = last.todo;
    depth_ = last.depth;
    return true;
  }

  bool meet(const Blocks& now) {
    const auto& [p, t, i] = now;
    if (i == p->size() && i == t->size()) return true;
    if (i == p->size())
      return fail({"no further statement", first_line(ir::print((*t)[i])), "the block has more statements",
                   "fission, or give the statements before it", (*t)[i].loc()});
    if (i == t->size())
      return fail({first_line(ir::print((*p)[i])), "no further statement", "the block has fewer statements"});
    then(Blocks{p, t, i + 1});
    return match((*p)[i], (*t)[i]);
  }

  bool match(const ir::Stmt& p, const ir::Stmt& t) {
    ++depth_;
    return p.match([&](const auto& n) {
      const auto* m = t.as<std::remove_cvref_t<decltype(n)>>();
      return m ? match_node(p, n, t, *m) : differ(p, t, "another kind of statement");
    });
  }

  template <class Write> bool match_write(const ir::Stmt& ps, const Write& p, const ir::Stmt& ts, const Write& t) {
    then(Data{{&p.rhs, &t.rhs}});
    return bind_element(ps, p.name, p.idx, p.type, ts, t.name, t.idx, t.type);
  }
  bool match_node(const ir::Stmt& ps, const ir::Assign& p, const ir::Stmt& ts, const ir::Assign& t) {
    return match_write(ps, p, ts, t);
  }
  bool match_node(const ir::Stmt& ps, const ir::Reduce& p, const ir::Stmt& ts, const ir::Reduce& t) {
    return match_write(ps, p, ts, t);
  }
  bool match_node(const ir::Stmt& ps, const ir::Alloc& p, const ir::Stmt& ts, const ir::Alloc& t) {
    if (p.type.scalar != t.type.scalar || p.type.shape.size() != t.type.shape.size())
      return differ(ps, ts, "another type");
    for (std::size_t i = 0; i < p.type.shape.size(); ++i) equate(p.type.shape[i], t.type.shape[i]);
    b_.bind(b_.locals, p.name, t.name);
    return true;
  }
  bool match_node(const ir::Stmt&, const ir::WindowStmt&, const ir::Stmt&, const ir::WindowStmt&) {
    bug("a named window that was to be left out");
  }
  bool match_node(const ir::Stmt& ps, const ir::WriteConfig& p, const ir::Stmt& ts, const ir::WriteConfig& t) {
    if (p.config->name != t.config->name || p.field != t.field) return differ(ps, ts, "another configuration field");
    then_by_type(*p.config->field(p.field), {&p.rhs, &t.rhs});
    return true;
  }
  bool match_node(const ir::Stmt&, const ir::Pass&, const ir::Stmt&, const ir::Pass&) { return true; }

  // The counters run in step: the procedure's is the block's, moved so that both start together.
  bool match_node(const ir::Stmt& ps, const ir::For& p, const ir::Stmt& ts, const ir::For& t) {
    if (t.mode != p.mode)
      return differ(ps, ts, fmt::format("a {} loop is wanted", p.mode == ir::LoopMode::par ? "par" : "seq"));
    Affine lo_p = lower_.index(p.lo), lo_t = lower_.index(t.lo);
    b_.equate(lower_.index(p.hi) - lo_p, lower_.index(t.hi) - lo_t);
    b_.sources.insert(b_.sources.end(), {t.lo, t.hi});
    lower_.bind(p.iter, lower_.index(ir::read(t.iter, ir::Scalar::index)) - lo_t + lo_p);
    then(Blocks{&p.body, &t.body, 0});
    return true;
  }
  bool match_node(const ir::Stmt&, const ir::If& p, const ir::Stmt&, const ir::If& t) {
    then(Blocks{&p.orelse, &t.orelse, 0});
    then(Blocks{&p.body, &t.body, 0});
    then(Condition{{&p.cond, &t.cond}});
    return true;
  }
  bool match_node(const ir::Stmt& ps, const ir::Call& p, const ir::Stmt& ts, const ir::Call& t) {
    if (p.callee != t.callee)
      return differ(ps, ts, "another procedure is called", "call_eqv exchanges forms of one procedure");
    for (std::size_t i = p.args.size(); i-- > 0;) {
      const ir::Type& type = p.callee->args[i].type;
      if (type.is_tensor()) then(Tensor{{&p.args[i], &t.args[i]}});
      else then_by_type(type.scalar, {&p.args[i], &t.args[i]});
    }
    return true;
  }

  void then_by_type(ir::Scalar type, Pair pair) {
    if (ir::is_data(type)) then(Data{pair});
    else if (type == ir::Scalar::bool_) then(Condition{pair});
    else then(Index{pair});
  }

  // The element that a tensor or window starts with, and the length of each interval.
  struct Corner {
    ir::Sym base;
    std::vector<ir::Expr> at, length;
  };
  std::optional<Corner> corner(const ir::Expr& e) const {
    Corner out;
    if (const auto* w = e.as<ir::WindowExpr>()) {
      out = {w->base, {}, ir::window_shape(*w)};
      for (const ir::WindowDim& d : w->dims) out.at.push_back(d.lo);
      return out;
    }
    const auto* whole = e.as<ir::Read>();
    const ir::Declaration* d = whole ? lower_.declaration(whole->name) : nullptr;
    if (!d) return std::nullopt;
    return Corner{whole->name, std::vector<ir::Expr>(d->type.shape.size(), ir::int_lit(0)), d->type.shape};
  }

  // A tensor that is passed on: it starts where the block's does, and is as long.
  bool meet(const Tensor& now) {
    const ir::Expr &p = *now.p, &t = *now.t;
    const std::optional<Corner> x = corner(p), y = corner(t);
    if (!x || !y || x->length.size() != y->length.size())
      return differ(p, t, "a tensor of as many dimensions is wanted");
    if (!bind_element(p, x->base, x->at, p.type(), t, y->base, y->at, t.type())) return false;
    for (std::size_t d = 0; d < x->length.size(); ++d) equate(x->length[d], y->length[d]);
    return true;
  }

  // A condition for a bool parameter must not change from one use to the next; that is the proof's to find out.
  bool match_flag(ir::Sym param, const ir::Expr& p, const ir::Expr& t) {
    if (mentions_inner(t)) return differ(p, t, "the argument would change inside the block", hoist);
    b_.bind(b_.flags, param, t);
    return true;
  }

  // n > i is i < n, and i + 1 <= n too: the difference is negative, or zero. Both sides may have moved by the same
  // amount.
  bool match_comparison(const ir::Expr& ps, const ir::Binary& p, const ir::Expr& ts, const ir::Binary& t) {
    if ((p.op == ir::BinOp::eq) != (t.op == ir::BinOp::eq)) return differ(ps, ts, "another condition");
    b_.equate(less_than_zero(p), less_than_zero(t));
    b_.sources.insert(b_.sources.end(), {t.lhs, t.rhs});
    return true;
  }
  Affine less_than_zero(const ir::Binary& n) {
    const Affine difference = lower_.index(n.lhs) - lower_.index(n.rhs);
    switch (n.op) {
      case ir::BinOp::le: return difference - 1;
      case ir::BinOp::gt: return -difference;
      case ir::BinOp::ge: return -difference - 1;
      default: return difference;
    }
  }

  bool meet(const Condition& now) {
    const ir::Expr &p = *now.p, &t = *now.t;
    if (const auto* flag = p.as<ir::Read>(); flag && unknowns_.count(flag->name)) return match_flag(flag->name, p, t);
    if (ir::equal(p, t)) return true;
    const auto *x = p.as<ir::Binary>(), *y = t.as<ir::Binary>();
    if (!x || !y) return differ(p, t, "another condition");
    if (!ir::is_logical(x->op) && !ir::is_logical(y->op)) return match_comparison(p, *x, t, *y);
    if (x->op != y->op) return differ(p, t, "another condition");
    then(Condition{{&x->rhs, &y->rhs}});
    then(Condition{{&x->lhs, &y->lhs}});
    return true;
  }

  bool meet(const Index& now) {
    equate(*now.p, *now.t);
    return true;
  }
  void equate(const ir::Expr& p, const ir::Expr& t) {
    b_.equate(lower_.index(p), lower_.index(t));
    b_.sources.push_back(t);
  }

  bool meet(const Data& now) {
    ++depth_;
    const ir::Expr &p = *now.p, &t = *now.t;
    if (const auto* n = p.as<ir::Read>()) {
      if (data_scalars_.count(n->name)) return bind_scalar(n->name, p, t);
      const auto* m = t.as<ir::Read>();
      if (!m) return differ(p, t, "an element of a buffer is wanted");
      return bind_element(p, n->name, n->idx, n->type, t, m->name, m->idx, m->type);
    }
    if (ir::is_data(p.type()) && ir::is_data(t.type()) && !ir::same_kind(p.type(), t.type()))
      return differ(p, t, "another kind of number");
    if (const auto* n = p.as<ir::Binary>(), *m = t.as<ir::Binary>(); n && m && n->op == m->op) {
      match_operands(*n, *m);
      return true;
    }
    if (const auto* n = p.as<ir::Negate>(), *m = t.as<ir::Negate>(); n && m) {
      then(Data{{&n->arg, &m->arg}});
      return true;
    }
    if (const auto* n = p.as<ir::ExternCall>(), *m = t.as<ir::ExternCall>();
        n && m && n->function == m->function && n->args.size() == m->args.size()) {
      for (std::size_t i = n->args.size(); i-- > 0;) then(Data{{&n->args[i], &m->args[i]}});
      return true;
    }
    if (const auto* n = p.as<ir::FloatLit>(), *m = t.as<ir::FloatLit>(); n && m && n->value == m->value) return true;
    if (const auto* n = p.as<ir::ReadConfig>(), *m = t.as<ir::ReadConfig>();
        n && m && n->config->name == m->config->name && n->field == m->field)
      return true;
    return differ(p, t, "another operation or value");
  }

  void match_operands(const ir::Binary& p, const ir::Binary& t) {
    if (p.op == ir::BinOp::add || p.op == ir::BinOp::mul) {
      const std::size_t rest = todo_;
      then_both(p, t.rhs, t.lhs);
      choices_.push_back({todo_, items_.size(), b_.mark(), depth_});
      todo_ = rest;
      then(Settled{choices_.size() - 1, b_.learnt()});
    }
    then_both(p, t.lhs, t.rhs);
  }
  void then_both(const ir::Binary& p, const ir::Expr& lhs, const ir::Expr& rhs) {
    then(Data{{&p.rhs, &rhs}});
    then(Data{{&p.lhs, &lhs}});
  }

  // Operands that add no bindings add none when exchanged: the following goals would end the same.
  bool meet(const Settled& now) {
    if (b_.learnt() == now.learnt) choices_.erase(choices_.begin() + static_cast<long>(now.choice), choices_.end());
    return true;
  }

  // The argument is one scalar or element, the same all the time.
  bool bind_scalar(ir::Sym param, const ir::Expr& p, const ir::Expr& t) {
    const auto* read = t.as<ir::Read>();
    if (!read) return differ(p, t, "an argument is a scalar or an element: give the value a name first (bind_expr)");
    if (!fits(read->type, p.type())) return differ(p, t, precision(read->type, p.type()), choose_precision);
    if (mentions_inner(t)) return differ(p, t, "the argument would change inside the block", hoist);
    const ir::Expr& bound = b_.bind(b_.scalars, param, t);
    return bound.identity() == t.identity() || ir::print(bound) == ir::print(t) ||
           differ(p, t, "one argument cannot be both");
  }

  template <class Place> bool bind_element(const Place& ps, ir::Sym p, const std::vector<ir::Expr>& pi,
                                           ir::Scalar p_type, const Place& ts, ir::Sym t,
                                           const std::vector<ir::Expr>& ti, ir::Scalar t_type) {
    if (!fits(t_type, p_type)) return differ(ps, ts, precision(t_type, p_type), choose_precision);
    if (auto it = b_.locals.find(p); it != b_.locals.end()) {
      if (!(it->second == t)) return differ(ps, ts, "another local buffer");
      for (std::size_t i = 0; i < pi.size(); ++i) equate(pi[i], ti[i]);
      return true;
    }
    if (data_scalars_.count(p)) return bind_scalar(p, ir::read(p, p_type), ir::read(t, ti, t_type));
    if (!tensors_.count(p)) return differ(ps, ts, "not a parameter");
    if (inner_.count(t))
      return differ(ps, ts, fmt::format("{} lives in the block only", t.text()), "begin after its allocation");
    if (auto it = b_.uses.find(p); it != b_.uses.end() && !(it->second.base == t))
      return differ(ps, ts, "one argument cannot be two buffers");
    if (ti.size() < pi.size())
      return differ(ps, ts, fmt::format("{} dimensions are wanted, there are {}", pi.size(), ti.size()));
    b_.bind(b_.uses, p, {pi, t, ti});
    b_.sources.insert(b_.sources.end(), ti.begin(), ti.end());
    return true;
  }

  // A type open in the program may be chosen in the procedure; a chosen one must be equal.
  static bool fits(ir::Scalar found, ir::Scalar wanted) {
    return found == wanted || (found == ir::Scalar::R && analysis::go_together(found, wanted));
  }

  static std::string precision(ir::Scalar found, ir::Scalar wanted) {
    return fmt::format("the precision is {}, {} is wanted", ir::name(found), ir::name(wanted));
  }

  Bindings b_;
  std::vector<Item> items_;
  std::size_t todo_ = done;
  std::vector<Choice> choices_;
};

}  // namespace

Unification unify(Lowering& lower, const ir::Block& block, const ir::Procedure& callee) {
  return Unifier(lower, callee).run(block);
}

}  // namespace tessera::rewrite
