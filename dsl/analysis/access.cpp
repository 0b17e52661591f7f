// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/access.hpp"

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/walk_position.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::analysis {
namespace {

using Kind = Access::Kind;

// With the operands of quotients and products.
void add_variables(const smt::Terms& terms, const Affine& e, std::set<Var>& out) {
  for (const auto& term : e.terms()) {
    const smt::Definition* definition = terms.definition(term.first);
    if (!out.insert(term.first).second || !definition) continue;
    add_variables(terms, definition->a, out);
    add_variables(terms, definition->b, out);
  }
}

void add_variables(const smt::Terms& terms, const Formula& f, std::set<Var>& out) {
  if (f.kind() == Formula::Kind::ge0 || f.kind() == Formula::Kind::eq0) add_variables(terms, f.affine(), out);
  if (f.kind() == Formula::Kind::all || f.kind() == Formula::Kind::any)
    for (const Formula& part : f.parts()) add_variables(terms, part, out);
}

// Walks a block in program order, entering calls.
class Collector {
 public:
  explicit Collector(Lowering& lower) : lower_(lower) {}

  void block(const ir::Block& statements) {
    position_.for_each(statements, [&](const ir::Stmt& s) {
      const bool outermost = calls_ == 0;
      if (outermost) current_ = s;
      statement(s);
    });
  }

  ~Collector() { lower_.note_in(nullptr); }
  Collector(const Collector&) = delete;

  std::vector<Access> take() { return std::move(found_); }

 private:
  void statement(const ir::Stmt& s) {
    for (const ir::Expr& e : expressions_read(s)) reads(e);
    // The place of a window or an argument is decided here, even if its elements are read later.
    if (s.as<ir::Call>() || s.as<ir::WindowStmt>())
      for (const ir::Expr& e : ir::expressions(s)) config_reads(e);
    s.match([&](const ir::Assign& n) { assign(n); }, [&](const ir::Reduce& n) { reduce(n); },
            [&](const ir::Alloc& n) {
              local_.insert(n.name), lower_.declare(n.name, {n.type, n.mem});
            },
            [&](const ir::WindowStmt& n) { lower_.alias(n.name, lower_.view(*n.rhs.as<ir::WindowExpr>())); },
            [&](const ir::WriteConfig& n) { add(Kind::write, lower_.config_cell(*n.config, n.field), {}); },
            [](const ir::Pass&) {}, [&](const ir::For& n) { loop(n); }, [&](const ir::If& n) { cond(n); },
            [&](const ir::Call& n) { call(n); });
  }

  // Arguments of calls are read by the callee's body, not by the call.
  static std::vector<ir::Expr> expressions_read(const ir::Stmt& s) {
    if (s.as<ir::Call>() || s.as<ir::WindowStmt>()) return {};
    return ir::expressions(s);
  }

  void reads(const ir::Expr& e) {
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      if (const auto* n = node.as<ir::Read>(); n && ir::is_data(n->type)) add_read(n->name, n->idx);
    });
    config_reads(e);
  }

  void config_reads(const ir::Expr& e) {
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      if (const auto* n = node.as<ir::ReadConfig>()) add(Kind::read, lower_.config_cell(*n->config, n->field), {});
    });
  }

  void add_read(ir::Sym name, const std::vector<ir::Expr>& idx) {
    if (auto it = expressions_.find(name); it != expressions_.end()) {
      for (const Access& a : it->second) found_.push_back(placed(a));
      return;
    }
    add(Kind::read, name, idx);
  }

  Element element(ir::Sym name, const std::vector<ir::Expr>& idx) {
    std::vector<Affine> at;
    for (const ir::Expr& e : idx) at.push_back(lower_.index(e));
    return lower_.element(name, std::move(at));
  }

  bool add(Kind kind, ir::Sym name, const std::vector<ir::Expr>& idx) {
    Element at = element(name, idx);
    if (local_.count(at.buffer)) return false;
    found_.push_back(placed({kind, std::move(at), {}, {}, {}, {}, {}}));
    return true;
  }

  // Adding a fraction to an integer rounds, and roundings do not commute: that is a read and a write.
  void reduce(const ir::Reduce& n) {
    if (ir::is_float(n.type) || !ir::is_float(n.rhs.type())) return void(add(Kind::reduce, n.name, n.idx));
    add(Kind::read, n.name, n.idx);
    add(Kind::write, n.name, n.idx);
  }

  void assign(const ir::Assign& n) {
    if (!add(Kind::write, n.name, n.idx)) return;
    const auto* r = n.rhs.as<ir::Read>();
    if (!r || expressions_.count(r->name)) return;
    Element source = element(r->name, r->idx);
    if (!local_.count(source.buffer)) found_.back().source = std::move(source);
  }

  // The access at the current place of the walk.
  Access placed(Access a) const {
    a = position_.placed(std::move(a));
    a.stmt = current_;
    if (!varying_.values.empty()) note_varying(a);
    return a;
  }

  void note_varying(Access& a) const {
    std::set<Var> mentioned;
    const smt::Terms& terms = lower_.terms();
    for (const Affine& i : a.at.idx) add_variables(terms, i, mentioned);
    if (a.source)
      for (const Affine& i : a.source->idx) add_variables(terms, i, mentioned);
    add_variables(terms, a.domain, mentioned);
    std::set_intersection(mentioned.begin(), mentioned.end(), varying_.values.begin(), varying_.values.end(),
                          std::back_inserter(a.varying));
  }

  // Inside a callee the same loop may be met again at another call: each visit has a counter of its own.
  void loop(const ir::For& n) {
    ir::Sym iter = calls_ ? ir::Sym::fresh(n.iter.text()) : n.iter;
    if (calls_) lower_.bind(n.iter, Affine::variable(iter));
    position_.in_loop(iter, in_range(lower_, n), [&] {
      if (position_.depth() == 1 && lower_.fields_change()) {
        varying_.fields = written_configs(n.body);
        lower_.note_in(&varying_);
      }
      block(n.body);
    });
    if (position_.depth() == 0) lower_.note_in(nullptr);
  }

  void cond(const ir::If& n) {
    Formula c = lower_.condition(n.cond);
    position_.in_branch(c, 0, [&] { block(n.body); });
    position_.in_branch(!c, 1, [&] { block(n.orelse); });
  }

  void call(const ir::Call& n) {
    ir::Stmt outer = current_;
    // The callee may be made from the procedure that calls it, and so share its names.
    ir::Procedure callee = with_own_names(*n.callee);
    for (std::size_t i = 0; i < n.args.size(); ++i) bind_argument(callee.args.at(i), n.args[i]);
    for (const ir::Expr& e : callee.asserts) config_reads(e);  // they must stay true
    ++calls_;
    block(callee.body);
    --calls_;
    current_ = outer;
  }

  void bind_argument(const ir::Arg& param, const ir::Expr& arg) {
    if (param.type.is_control()) {
      if (param.type.scalar == ir::Scalar::bool_) return lower_.bind(param.name, lower_.condition(arg));
      reads(arg);
      return lower_.bind(param.name, lower_.index(arg));
    }
    lower_.declare(param.name, {param.type, param.mem});
    if (const auto* w = arg.as<ir::WindowExpr>()) return lower_.alias(param.name, lower_.view(*w));
    const auto* r = arg.as<ir::Read>();
    if (r && !expressions_.count(r->name)) return lower_.alias(param.name, lower_.view(*r));
    bind_value(param.name, arg);
  }

  // A scalar parameter bound to a computed value, or to such a parameter of the caller: reading it reads the operands
  // of the expression.
  void bind_value(ir::Sym param, const ir::Expr& arg) {
    std::vector<Access> kept = std::move(found_);
    found_.clear();
    reads(arg);
    expressions_[param] = std::move(found_);
    found_ = std::move(kept);
  }

  Lowering& lower_;
  std::vector<Access> found_;
  std::set<ir::Sym> local_;
  std::unordered_map<ir::Sym, std::vector<Access>> expressions_;
  WalkPosition position_;
  ir::Stmt current_;
  int calls_ = 0;
  Lowering::Varying varying_;
};

}  // namespace

std::vector<Access> accesses(Lowering& lower, const ir::Block& block) {
  // The accesses are at many places: a field's known value at one may be wrong at another.
  Lowering::Fields fields = lower.known_fields();
  lower.know_fields({});
  Collector c(lower);
  c.block(block);
  lower.know_fields(std::move(fields));
  return c.take();
}

bool order_matters(Kind a, Kind b) {
  if (a == Kind::read && b == Kind::read) return false;
  return !(a == Kind::reduce && b == Kind::reduce);
}

Access instance(smt::Terms& terms, const Access& a, Renaming map) {
  Access out = a;
  for (ir::Sym& loop : out.loops) {
    ir::Sym copy = ir::Sym::fresh(loop.text() + "'");
    map[loop] = Affine::variable(copy);
    for (OrderStep& step : out.order)
      if (step.loop == loop) step.loop = copy;
    loop = copy;
  }
  rename_varying(a, map);
  for (Var& v : out.varying) v = map.at(v).terms().front().first;
  for (Affine& i : out.at.idx) i = rename(terms, i, map);
  if (out.source)
    for (Affine& i : out.source->idx) i = rename(terms, i, map);
  out.domain = rename(terms, a.domain, map);
  return out;
}

void rename_varying(const Access& a, Renaming& map) {
  for (const Var v : a.varying) map[v] = Affine::variable(ir::Sym::fresh(v.text() + "'"));
}

Formula same_element(const Element& a, const Element& b) {
  if (!(a.buffer == b.buffer)) return Formula::constant(false);
  std::vector<Formula> equal;
  // Ranks differ only when one side is unknown: then they may meet anywhere.
  for (std::size_t i = 0; i < a.idx.size() && a.idx.size() == b.idx.size(); ++i)
    equal.push_back(smt::eq(a.idx[i], b.idx[i]));
  return Formula::all(std::move(equal));
}

namespace {

Formula before_from(const Access& a, const Access& b, std::size_t level) {
  if (level >= a.order.size() || level >= b.order.size()) return Formula::constant(false);
  const OrderStep &x = a.order[level], &y = b.order[level];
  if (x.index != y.index) return Formula::constant(x.index < y.index);
  Formula deeper = before_from(a, b, level + 1);
  if (!x.loop || !y.loop) return deeper;
  Affine i = Affine::variable(x.loop), j = Affine::variable(y.loop);
  return smt::lt(i, j) || (smt::eq(i, j) && deeper);
}

}  // namespace

Formula runs_before(const Access& a, const Access& b) { return before_from(a, b, 0); }

}  // namespace tessera::analysis
