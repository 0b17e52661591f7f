#include "dsl/rewrite/unify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/to_expr.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::rewrite {
namespace {

using analysis::Affine;
using analysis::Lowering;
using analysis::Var;

constexpr std::size_t max_candidates = 64;

// A parameter's element and the element of the block that stands in its place.
struct Use {
  std::vector<ir::Expr> param_idx;
  ir::Sym base;
  std::vector<ir::Expr> idx;
};

// What the walk over both trees has found so far. Copied at each choice; blocks that instructions stand for are small.
struct Bindings {
  std::vector<std::pair<Affine, Affine>> equations;  // of the procedure, of the block
  std::map<ir::Sym, std::vector<Use>> uses;          // per tensor parameter
  std::map<ir::Sym, ir::Expr> scalars;               // data scalar parameter -> expression
  std::map<ir::Sym, ir::Expr> flags;                 // bool parameter -> condition
  std::map<ir::Sym, ir::Sym> locals;                 // allocation in the procedure -> in the block
  std::vector<ir::Expr> sources;                     // index expressions of the block, for writing arguments
};

class Unifier {
 public:
  Unifier(Lowering& lower, const ir::Procedure& callee) : lower_(lower), callee_(analysis::with_own_names(callee)) {
    for (const ir::Arg& a : callee_.args) {
      lower_.declare(a.name, {a.type, a.mem});
      if (a.type.is_tensor()) tensors_.insert(a.name);
      else if (a.type.is_control()) unknowns_.insert(a.name);
      else data_scalars_.insert(a.name);
    }
    // Its own allocations and windows as well, so that their shapes can be read.
    for (const auto& [name, declaration] : ir::declarations(callee_)) lower_.declare(name, declaration);
  }

  Unification run(const ir::Block& block) {
    ir::for_each_stmt(block, [&](const ir::Stmt& s) {
      if (ir::Sym bound = ir::bound_name(s)) inner_.insert(bound);
    });
    match_blocks(callee_.body, 0, block, 0, {}, [&](const Bindings& b) {
      solve(b);
      return result_.candidates.size() >= max_candidates;
    });
    return std::move(result_);
  }

 private:
  // Each match takes what to do when it succeeds; that returns true to stop the search.
  using Next = std::function<bool(const Bindings&)>;

  bool fail(const std::string& wanted, const std::string& found, const std::string& why) {
    if (depth_ > deepest_) {  // of several as deep, the first: later ones come from other orders of operands
      deepest_ = depth_;
      result_.mismatch = {wanted, found, why};
    }
    return false;
  }
  template <class A, class B> bool differ(const A& wanted, const B& found, const std::string& why) {
    return fail(first_line(ir::print(wanted)), first_line(ir::print(found)), why);
  }
  static std::string first_line(const std::string& s) { return s.substr(0, s.find('\n')); }

  bool match_blocks(const ir::Block& p, std::size_t i, const ir::Block& t, std::size_t j, const Bindings& b,
                    const Next& next) {
    if (i == p.size() && j == t.size()) return next(b);
    if (i == p.size())
      return fail("no further statement", first_line(ir::print(t[j])), "the block has more statements");
    if (j == t.size())
      return fail(first_line(ir::print(p[i])), "no further statement", "the block has fewer statements");
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
  bool match_node(const ir::Stmt& ps, const ir::WindowStmt&, const ir::Stmt& ts, const ir::WindowStmt&, const Bindings&,
                  const Next&) {
    return differ(ps, ts, "named windows are not matched: inline them first");
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
    if (p.callee != t.callee) return differ(ps, ts, "another procedure is called");
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

  // A whole tensor that is passed on: its window starts where the block's does.
  bool match_tensor(const ir::Expr& p, const ir::Expr& t, Bindings b, const Next& next) {
    const auto *whole = p.as<ir::Read>(), *read = t.as<ir::Read>();
    const auto* window = t.as<ir::WindowExpr>();
    const ir::Declaration* d = whole ? lower_.declaration(whole->name) : nullptr;
    const ir::Declaration* e = read ? lower_.declaration(read->name) : nullptr;
    if (!d) return differ(p, t, "windows of parameters are not matched");
    std::vector<ir::Expr> starts(d->type.shape.size(), ir::int_lit(0)), at;
    if (e) at.resize(e->type.shape.size(), ir::int_lit(0));
    if (window)
      for (const ir::WindowDim& dim : window->dims) at.push_back(dim.lo);
    if (!e && !window) return differ(p, t, "a tensor is wanted");
    return bind_element(p, whole->name, starts, whole->type, t, e ? read->name : window->base, at, t.type(), b) &&
           next(b);
  }

  // A condition for a bool parameter must not change from one use to the next; that is the proof's to find out.
  bool match_flag(ir::Sym param, const ir::Expr& p, const ir::Expr& t, Bindings& b) {
    if (mentions_inner(t)) return differ(p, t, "the argument would change inside the block");
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
    if (read->type != p.type()) return differ(p, t, precision(read->type, p.type()));
    if (mentions_inner(t)) return differ(p, t, "the argument would change inside the block");
    auto [it, added] = b.scalars.try_emplace(param, t);
    return added || it->second.identity() == t.identity() || ir::print(it->second) == ir::print(t) ||
           differ(p, t, "one argument cannot be both");
  }

  template <class Place> bool bind_element(const Place& ps, ir::Sym p, const std::vector<ir::Expr>& pi,
                                           ir::Scalar p_type, const Place& ts, ir::Sym t,
                                           const std::vector<ir::Expr>& ti, ir::Scalar t_type, Bindings& b) {
    if (p_type != t_type) return differ(ps, ts, precision(t_type, p_type));
    if (auto it = b.locals.find(p); it != b.locals.end()) {
      if (!(it->second == t)) return differ(ps, ts, "another local buffer");
      for (std::size_t i = 0; i < pi.size(); ++i) equate(pi[i], ti[i], b);
      return true;
    }
    if (data_scalars_.count(p)) return bind_scalar(p, ir::read(p, p_type), ir::read(t, ti, t_type), b);
    if (!tensors_.count(p)) return differ(ps, ts, "not a parameter");
    if (inner_.count(t)) return differ(ps, ts, fmt::format("{} lives in the block only", t.text()));
    auto& uses = b.uses[p];
    if (!uses.empty() && !(uses.front().base == t)) return differ(ps, ts, "one argument cannot be two buffers");
    if (ti.size() < pi.size())
      return differ(ps, ts, fmt::format("{} dimensions are wanted, there are {}", pi.size(), ti.size()));
    uses.push_back({pi, t, ti});
    b.sources.insert(b.sources.end(), ti.begin(), ti.end());
    return true;
  }

  // ---- from bindings to arguments

  struct Window {
    ir::Sym base;
    std::vector<std::optional<std::size_t>>
        param_dim;  // per dimension of base: which dimension of the parameter runs along it
    std::vector<Affine> lo;
    std::vector<ir::Expr> like;  // the index as written, for the order of terms
  };
  struct Solution {
    analysis::Renaming values;  // of the index and size parameters
    std::map<ir::Sym, Window> windows;
  };

  Affine under(const Affine& a, const Solution& s) { return analysis::rename(lower_.terms(), a, s.values); }

  bool has_unknown(const Affine& a) const {
    return std::any_of(a.terms().begin(), a.terms().end(),
                       [&](const auto& t) { return unknowns_.count(t.first) != 0; });
  }
  static std::string precision(ir::Scalar found, ir::Scalar wanted) {
    return fmt::format("the precision is {}, {} is wanted", ir::name(found), ir::name(wanted));
  }
  bool mentions_inner(const ir::Expr& e) const {
    return std::any_of(inner_.begin(), inner_.end(), [&](ir::Sym s) { return ir::mentions(e, s); });
  }
  bool varies_inside(const Affine& a) const {
    for (const auto& [v, k] : a.terms()) {
      if (inner_.count(v)) return true;
      const smt::Definition* d = lower_.terms().definition(v);
      if (d && (varies_inside(d->a) || varies_inside(d->b))) return true;
    }
    return false;
  }

  // An unknown with coefficient ±1: solved for. What remains an equation is left to the proof.
  void assume_equal(Affine p, const Affine& t, Solution& s) {
    Affine difference = under(p, s) - t;
    for (const auto& [v, k] : difference.terms()) {
      if (!unknowns_.count(v) || s.values.count(v) || (k != 1 && k != -1)) continue;
      Affine value = (difference - Affine::variable(v, k)) * -k;
      if (varies_inside(value) || has_unknown(value)) continue;
      s.values[v] = value;
      return;
    }
  }

  void solve(const Bindings& b) {
    Solution s;
    for (const auto& [p, t] : b.equations) assume_equal(p, t, s);
    std::vector<const std::pair<const ir::Sym, std::vector<Use>>*> order;
    for (const ir::Arg& a : callee_.args)
      if (auto it = b.uses.find(a.name); it != b.uses.end()) order.push_back(&*it);
    place_windows(order, 0, b, s);
  }

  template <class Order> void place_windows(const Order& order, std::size_t i, const Bindings& b, const Solution& s) {
    if (result_.candidates.size() >= max_candidates) return;
    if (i == order.size()) return finish(b, s);
    const auto& [param, uses] = *order[i];
    std::size_t rank = uses.front().param_idx.size(), dims = uses.front().idx.size();
    // Choose the dimensions that the window runs along: the last ones first.
    std::vector<int> chosen(dims, 0);
    std::fill(chosen.end() - static_cast<long>(rank), chosen.end(), 1);
    do place_window(order, i, b, s, chosen);
    while (std::next_permutation(chosen.begin(), chosen.end()));
  }

  template <class Order> void place_window(const Order& order, std::size_t i, const Bindings& b, const Solution& s,
                                           const std::vector<int>& chosen) {
    const auto& [param, uses] = *order[i];
    for (bool split : {true, false}) {
      Solution trial = s;
      bool found = window_for(param, uses, chosen, split, trial), has_choice = needs_split_;
      if (found) place_windows(order, i + 1, b, trial);
      if (!has_choice) break;
    }
  }

  // The window's offsets from the first use. An index `e` that meets `p` with an unknown in it is shared out between
  // the window's offset and the unknown: the part of e that is a multiple of the window's length, and the rest; or,
  // without `split`, all to the offset.
  bool window_for(ir::Sym param, const std::vector<Use>& uses, const std::vector<int>& chosen, bool split,
                  Solution& s) {
    needs_split_ = false;
    const Use& use = uses.front();
    Window w{use.base, {}, {}, use.idx};
    std::size_t next = 0;
    for (std::size_t d = 0; d < use.idx.size(); ++d) {
      Affine e = lower_.index(use.idx[d]);
      if (!chosen[d]) {
        w.param_dim.push_back(std::nullopt);
        w.lo.push_back(e);
      } else {
        Affine p = under(lower_.index(use.param_idx[next]), s);
        if (has_unknown(p)) share_out(param, next, e, p, split, s), p = under(p, s);
        w.param_dim.push_back(next++);
        w.lo.push_back(e - p);
      }
      if (varies_inside(w.lo.back()) || has_unknown(w.lo.back()))
        return differ(ir::read(param, use.param_idx, ir::Scalar::R), ir::read(use.base, use.idx, ir::Scalar::R),
                      fmt::format("no window of {} that stays in place gives these elements", use.base.text()));
    }
    s.windows[param] = std::move(w);
    return true;
  }

  void share_out(ir::Sym param, std::size_t param_dim, const Affine& e, const Affine& p, bool split, Solution& s) {
    needs_split_ = true;
    std::optional<std::int64_t> length;
    if (const auto* d = lower_.declaration(param)) {
      Affine extent = under(lower_.index(d->type.shape[param_dim]), s);
      if (extent.is_constant()) length = extent.constant();
    }
    bool in_blocks = length && *length > 0;
    Affine rest = 0;  // what the parameter's index is; counters of the block stay with it
    for (const auto& [v, k] : e.terms()) {
      Affine term = Affine::variable(v, k);
      if (varies_inside(term) || (split && !(in_blocks && k % *length == 0))) rest = rest + term;
    }
    if (split) rest = rest + (in_blocks ? ((e.constant() % *length) + *length) % *length : e.constant());
    assume_equal(p, rest, s);
  }

  // A length that nothing in the block tells: as much of the buffer as there is.
  void assume_full_lengths(Solution& s) {
    for (const ir::Arg& a : callee_.args) {
      auto it = s.windows.find(a.name);
      if (it == s.windows.end()) continue;
      const Window& w = it->second;
      const ir::Declaration* base = lower_.declaration(w.base);
      for (std::size_t d = 0; base && d < w.lo.size(); ++d)
        if (w.param_dim[d])
          assume_equal(lower_.index(a.type.shape[*w.param_dim[d]]), lower_.index(base->type.shape[d]) - w.lo[d], s);
    }
  }

  void finish(const Bindings& b, Solution s) {
    ++depth_;  // arguments that cannot be written say more than windows that do not fit
    assume_full_lengths(s);
    add_candidate(b, s);
    --depth_;
  }

  void add_candidate(const Bindings& b, const Solution& s) {
    Candidate c;
    for (const ir::Arg& a : callee_.args) {
      std::optional<ir::Expr> arg = argument(a, b, s);
      if (!arg) return;
      c.args.push_back(*arg);
    }
    result_.candidates.push_back(std::move(c));
  }

  std::optional<ir::Expr> argument(const ir::Arg& a, const Bindings& b, const Solution& s) {
    auto missing = [&]() -> std::optional<ir::Expr> {
      fail(a.name.text(), "nothing", "the block does not say what this argument is");
      return std::nullopt;
    };
    if (a.type.is_tensor()) {
      auto it = s.windows.find(a.name);
      return it == s.windows.end() ? missing() : window_argument(a, it->second, b, s);
    }
    if (!a.type.is_control()) {
      auto it = b.scalars.find(a.name);
      return it == b.scalars.end() ? missing() : std::optional(it->second);
    }
    if (auto flag = b.flags.find(a.name); flag != b.flags.end()) return flag->second;
    auto it = s.values.find(a.name);
    if (it == s.values.end()) return missing();
    auto out = analysis::to_expr(lower_, it->second, b.sources);
    if (!out) out = extent_argument(it->second, s);
    if (!out) fail(a.name.text(), "no such value", "the argument cannot be written with the names of the program");
    return out;
  }

  // A value that only the shapes of the buffers show.
  std::optional<ir::Expr> extent_argument(const Affine& value, const Solution& s) {
    std::vector<ir::Expr> shapes;
    for (const ir::Arg& a : callee_.args)
      if (auto it = s.windows.find(a.name); it != s.windows.end())
        if (const ir::Declaration* d = lower_.declaration(it->second.base)) {
          shapes.insert(shapes.end(), it->second.like.begin(), it->second.like.end());
          shapes.insert(shapes.end(), d->type.shape.begin(), d->type.shape.end());
        }
    return analysis::to_expr(lower_, value, shapes);
  }

  std::optional<ir::Expr> window_argument(const ir::Arg& a, const Window& w, const Bindings& b, const Solution& s) {
    if (!a.type.is_window) return whole_argument(a, w);
    ir::WindowExpr out{w.base, {}, a.type.scalar};
    for (std::size_t d = 0; d < w.lo.size(); ++d) {
      if (!w.param_dim[d] && !mentions_inner(w.like[d])) {
        out.dims.push_back({w.like[d], {}});
        continue;
      }
      Affine length = w.param_dim[d] ? under(lower_.index(a.type.shape[*w.param_dim[d]]), s) : Affine(0);
      // The order of terms is that of this index; lengths may name sizes of other places.
      std::vector<ir::Expr> sources{w.like[d]};
      sources.insert(sources.end(), b.sources.begin(), b.sources.end());
      if (const auto* base = lower_.declaration(w.base))
        sources.insert(sources.end(), base->type.shape.begin(), base->type.shape.end());
      auto lo = analysis::to_expr(lower_, w.lo[d], sources), hi = analysis::to_expr(lower_, w.lo[d] + length, sources);
      if (!lo || !hi) {
        fail(a.name.text(), w.base.text(), "the window cannot be written with the names of the program");
        return std::nullopt;
      }
      out.dims.push_back({*lo, w.param_dim[d] ? *hi : ir::Expr{}});
    }
    if (const auto* d = lower_.declaration(w.base)) out.type = d->type.scalar;
    return ir::Expr(out);
  }

  // A parameter that is no window takes a whole buffer only.
  std::optional<ir::Expr> whole_argument(const ir::Arg& a, const Window& w) {
    const ir::Declaration* d = lower_.declaration(w.base);
    if (d && !d->type.is_window && w.lo.size() == a.type.shape.size()) return ir::read(w.base, d->type.scalar);
    fail(a.name.text(), w.base.text(),
         fmt::format("the procedure takes {} as a whole tensor, not as a window", a.name.text()));
    return std::nullopt;
  }

  Lowering& lower_;
  ir::Procedure callee_;
  std::set<ir::Sym> tensors_, unknowns_, data_scalars_, inner_;
  Unification result_;
  int depth_ = 0, deepest_ = -1;
  bool needs_split_ = false;
};

}  // namespace

Unification unify(Lowering& lower, const ir::Block& block, const ir::Procedure& callee) {
  return Unifier(lower, callee).run(block);
}

}  // namespace tessera::rewrite
