#include "dsl/rewrite/unify.hpp"

#include <fmt/format.h>

#include <functional>

#include "dsl/ir/equal.hpp"
#include "dsl/rewrite/inline.hpp"
#include "dsl/rewrite/unification.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

using analysis::Lowering;

constexpr const char* choose_precision = "set_precision chooses the type";
constexpr const char* hoist = "choose statements inside the loop that changes it";

class Unifier : ArgumentWriter {
 public:
  Unifier(Lowering& lower, const ir::Procedure& callee) : ArgumentWriter(lower, callee) {}

  Unification run(const ir::Block& block) {
    ir::for_each_stmt(block, [&](const ir::Stmt& s) {
      if (ir::Sym bound = ir::bound_name(s)) inner_.insert(bound);
    });
    match_blocks(callee_.body, 0, without_windows(block), 0, {}, [&](const Bindings& b) {
      solve(b);
      return result_.candidates.size() >= max_candidates;
    });
    return std::move(result_);
  }

 private:
  // Each match takes what to do when it succeeds; that returns true to stop the search.
  using Next = std::function<bool(const Bindings&)>;

  bool match_blocks(const ir::Block& p, std::size_t i, const ir::Block& t, std::size_t j, const Bindings& b,
                    const Next& next) {
    if (i == p.size() && j == t.size()) return next(b);
    if (i == p.size())
      return fail({"no further statement", first_line(ir::print(t[j])), "the block has more statements",
                   "fission, or give the statements before it", t[j].loc()});
    if (j == t.size())
      return fail({first_line(ir::print(p[i])), "no further statement", "the block has fewer statements"});
    return match(p[i], t[j], b,
                 [&, i, j](const Bindings& more) { return match_blocks(p, i + 1, t, j + 1, more, next); });
  }

  bool match(const ir::Stmt& p, const ir::Stmt& t, const Bindings& b, const Next& next) {
    ++depth_;
    bool stop = p.match([&](const auto& n) {
      const auto* m = t.as<std::remove_cvref_t<decltype(n)>>();
      return m ? match_node(p, n, t, *m, b, next) : differ(p, t, "another kind of statement");
    });
    --depth_;
    return stop;
  }

  template <class Write> bool match_write(const ir::Stmt& ps, const Write& p, const ir::Stmt& ts, const Write& t,
                                          Bindings b, const Next& next) {
    if (!bind_element(ps, p.name, p.idx, p.type, ts, t.name, t.idx, t.type, b)) return false;
    return match(p.rhs, t.rhs, b, next);
  }
  bool match_node(const ir::Stmt& ps, const ir::Assign& p, const ir::Stmt& ts, const ir::Assign& t, const Bindings& b,
                  const Next& next) {
    return match_write(ps, p, ts, t, b, next);
  }
  bool match_node(const ir::Stmt& ps, const ir::Reduce& p, const ir::Stmt& ts, const ir::Reduce& t, const Bindings& b,
                  const Next& next) {
    return match_write(ps, p, ts, t, b, next);
  }
  bool match_node(const ir::Stmt& ps, const ir::Alloc& p, const ir::Stmt& ts, const ir::Alloc& t, Bindings b,
                  const Next& next) {
    if (p.type.scalar != t.type.scalar || p.type.shape.size() != t.type.shape.size())
      return differ(ps, ts, "another type");
    for (std::size_t i = 0; i < p.type.shape.size(); ++i) equate(p.type.shape[i], t.type.shape[i], b);
    b.locals[p.name] = t.name;
    return next(b);
  }
  bool match_node(const ir::Stmt&, const ir::WindowStmt&, const ir::Stmt&, const ir::WindowStmt&, const Bindings&,
                  const Next&) {
    bug("a named window that was to be left out");
  }
  bool match_node(const ir::Stmt& ps, const ir::WriteConfig& p, const ir::Stmt& ts, const ir::WriteConfig& t,
                  Bindings b, const Next& next) {
    if (p.config->name != t.config->name || p.field != t.field) return differ(ps, ts, "another configuration field");
    if (ir::is_data(*p.config->field(p.field))) return match(p.rhs, t.rhs, b, next);
    if (*p.config->field(p.field) == ir::Scalar::bool_) return match_condition(p.rhs, t.rhs, b, next);
    equate(p.rhs, t.rhs, b);
    return next(b);
  }
  bool match_node(const ir::Stmt&, const ir::Pass&, const ir::Stmt&, const ir::Pass&, const Bindings& b,
                  const Next& next) {
    return next(b);
  }

  // The counters run in step: the procedure's is the block's, moved so that both start together.
  bool match_node(const ir::Stmt& ps, const ir::For& p, const ir::Stmt& ts, const ir::For& t, Bindings b,
                  const Next& next) {
    if (t.mode != p.mode)
      return differ(ps, ts, fmt::format("a {} loop is wanted", p.mode == ir::LoopMode::par ? "par" : "seq"));
    Affine lo_p = lower_.index(p.lo), lo_t = lower_.index(t.lo);
    b.equations.emplace_back(lower_.index(p.hi) - lo_p, lower_.index(t.hi) - lo_t);
    b.sources.insert(b.sources.end(), {t.lo, t.hi});
    lower_.bind(p.iter, lower_.index(ir::read(t.iter, ir::Scalar::index)) - lo_t + lo_p);
    return match_blocks(p.body, 0, t.body, 0, b, next);
  }
  bool match_node(const ir::Stmt&, const ir::If& p, const ir::Stmt&, const ir::If& t, const Bindings& b,
                  const Next& next) {
    return match_condition(p.cond, t.cond, b, [&](const Bindings& more) {
      return match_blocks(p.body, 0, t.body, 0, more,
                          [&](const Bindings& most) { return match_blocks(p.orelse, 0, t.orelse, 0, most, next); });
    });
  }
  bool match_node(const ir::Stmt& ps, const ir::Call& p, const ir::Stmt& ts, const ir::Call& t, const Bindings& b,
                  const Next& next) {
    if (p.callee != t.callee)
      return differ(ps, ts, "another procedure is called", "call_eqv exchanges forms of one procedure");
    return match_arguments(p, t, 0, b, next);
  }
  bool match_arguments(const ir::Call& p, const ir::Call& t, std::size_t i, Bindings b, const Next& next) {
    if (i == p.args.size()) return next(b);
    const ir::Type& type = p.callee->args[i].type;
    auto rest = [&, i](const Bindings& more) { return match_arguments(p, t, i + 1, more, next); };
    if (type.is_tensor()) return match_tensor(p.args[i], t.args[i], b, rest);
    if (!type.is_control()) return match(p.args[i], t.args[i], b, rest);
    if (type.scalar == ir::Scalar::bool_) return match_condition(p.args[i], t.args[i], b, rest);
    equate(p.args[i], t.args[i], b);
    return match_arguments(p, t, i + 1, b, next);
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
  bool match_tensor(const ir::Expr& p, const ir::Expr& t, Bindings b, const Next& next) {
    const std::optional<Corner> x = corner(p), y = corner(t);
    if (!x || !y || x->length.size() != y->length.size())
      return differ(p, t, "a tensor of as many dimensions is wanted");
    if (!bind_element(p, x->base, x->at, p.type(), t, y->base, y->at, t.type(), b)) return false;
    for (std::size_t d = 0; d < x->length.size(); ++d) equate(x->length[d], y->length[d], b);
    return next(b);
  }

  // A condition for a bool parameter must not change from one use to the next; that is the proof's to find out.
  bool match_flag(ir::Sym param, const ir::Expr& p, const ir::Expr& t, Bindings& b) {
    if (mentions_inner(t)) return differ(p, t, "the argument would change inside the block", hoist);
    b.flags.try_emplace(param, t);
    return true;
  }

  bool match_condition(const ir::Expr& p, const ir::Expr& t, Bindings b, const Next& next) {
    if (const auto* flag = p.as<ir::Read>(); flag && unknowns_.count(flag->name))
      return match_flag(flag->name, p, t, b) && next(b);
    if (ir::equal(p, t)) return next(b);
    const auto *x = p.as<ir::Binary>(), *y = t.as<ir::Binary>();
    if (!x || !y || x->op != y->op) return differ(p, t, "another condition");
    if (!ir::is_logical(x->op)) {
      // a < b: both sides may have moved by the same amount.
      b.equations.emplace_back(lower_.index(x->lhs) - lower_.index(x->rhs),
                               lower_.index(y->lhs) - lower_.index(y->rhs));
      b.sources.insert(b.sources.end(), {y->lhs, y->rhs});
      return next(b);
    }
    return match_condition(x->lhs, y->lhs, b,
                           [&](const Bindings& more) { return match_condition(x->rhs, y->rhs, more, next); });
  }

  void equate(const ir::Expr& p, const ir::Expr& t, Bindings& b) {
    b.equations.emplace_back(lower_.index(p), lower_.index(t));
    b.sources.push_back(t);
  }

  bool match(const ir::Expr& p, const ir::Expr& t, const Bindings& b, const Next& next) {
    ++depth_;
    bool stop = match_expr(p, t, b, next);
    --depth_;
    return stop;
  }

  bool match_expr(const ir::Expr& p, const ir::Expr& t, Bindings b, const Next& next) {
    if (const auto* n = p.as<ir::Read>()) {
      if (data_scalars_.count(n->name)) return bind_scalar(n->name, p, t, b) && next(b);
      const auto* m = t.as<ir::Read>();
      if (!m) return differ(p, t, "an element of a buffer is wanted");
      return bind_element(p, n->name, n->idx, n->type, t, m->name, m->idx, m->type, b) && next(b);
    }
    if (const auto* n = p.as<ir::Binary>(), *m = t.as<ir::Binary>(); n && m && n->op == m->op) {
      auto pair = [&](const ir::Expr& x, const ir::Expr& y) {
        return match(n->lhs, x, b, [&](const Bindings& more) { return match(n->rhs, y, more, next); });
      };
      if (pair(m->lhs, m->rhs)) return true;
      return (n->op == ir::BinOp::add || n->op == ir::BinOp::mul) && pair(m->rhs, m->lhs);
    }
    if (const auto* n = p.as<ir::Negate>(), *m = t.as<ir::Negate>(); n && m) return match(n->arg, m->arg, b, next);
    if (const auto* n = p.as<ir::ExternCall>(), *m = t.as<ir::ExternCall>();
        n && m && n->function == m->function && n->args.size() == m->args.size())
      return match_list(n->args, m->args, 0, b, next);
    if (const auto* n = p.as<ir::FloatLit>(), *m = t.as<ir::FloatLit>(); n && m && n->value == m->value) return next(b);
    if (const auto* n = p.as<ir::ReadConfig>(), *m = t.as<ir::ReadConfig>();
        n && m && n->config->name == m->config->name && n->field == m->field)
      return next(b);
    return differ(p, t, "another operation or value");
  }

  bool match_list(const std::vector<ir::Expr>& p, const std::vector<ir::Expr>& t, std::size_t i, const Bindings& b,
                  const Next& next) {
    if (i == p.size()) return next(b);
    return match(p[i], t[i], b, [&, i](const Bindings& more) { return match_list(p, t, i + 1, more, next); });
  }

  // The argument is one scalar or element, the same all the time.
  bool bind_scalar(ir::Sym param, const ir::Expr& p, const ir::Expr& t, Bindings& b) {
    const auto* read = t.as<ir::Read>();
    if (!read) return differ(p, t, "an argument is a scalar or an element: give the value a name first (bind_expr)");
    if (read->type != p.type()) return differ(p, t, precision(read->type, p.type()), choose_precision);
    if (mentions_inner(t)) return differ(p, t, "the argument would change inside the block", hoist);
    auto [it, added] = b.scalars.try_emplace(param, t);
    return added || it->second.identity() == t.identity() || ir::print(it->second) == ir::print(t) ||
           differ(p, t, "one argument cannot be both");
  }

  template <class Place> bool bind_element(const Place& ps, ir::Sym p, const std::vector<ir::Expr>& pi,
                                           ir::Scalar p_type, const Place& ts, ir::Sym t,
                                           const std::vector<ir::Expr>& ti, ir::Scalar t_type, Bindings& b) {
    if (p_type != t_type) return differ(ps, ts, precision(t_type, p_type), choose_precision);
    if (auto it = b.locals.find(p); it != b.locals.end()) {
      if (!(it->second == t)) return differ(ps, ts, "another local buffer");
      for (std::size_t i = 0; i < pi.size(); ++i) equate(pi[i], ti[i], b);
      return true;
    }
    if (data_scalars_.count(p)) return bind_scalar(p, ir::read(p, p_type), ir::read(t, ti, t_type), b);
    if (!tensors_.count(p)) return differ(ps, ts, "not a parameter");
    if (inner_.count(t))
      return differ(ps, ts, fmt::format("{} lives in the block only", t.text()), "begin behind its allocation");
    auto& uses = b.uses[p];
    if (!uses.empty() && !(uses.front().base == t)) return differ(ps, ts, "one argument cannot be two buffers");
    if (ti.size() < pi.size())
      return differ(ps, ts, fmt::format("{} dimensions are wanted, there are {}", pi.size(), ti.size()));
    uses.push_back({pi, t, ti});
    b.sources.insert(b.sources.end(), ti.begin(), ti.end());
    return true;
  }

  static std::string precision(ir::Scalar found, ir::Scalar wanted) {
    return fmt::format("the precision is {}, {} is wanted", ir::name(found), ir::name(wanted));
  }
};

}  // namespace

Unification unify(Lowering& lower, const ir::Block& block, const ir::Procedure& callee) {
  return Unifier(lower, callee).run(block);
}

}  // namespace tessera::rewrite
