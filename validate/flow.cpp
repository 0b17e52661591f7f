// SPDX-License-Identifier: Apache-2.0
#include "validate/flow.hpp"

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/walk_position.hpp"

namespace tessera::validate {
namespace {

using analysis::Access;
using analysis::Affine;
using analysis::Element;
using analysis::Formula;

// After inlining calls, which doubles at each level that calls the one below twice. Each store is compared with those
// that it may read from.
constexpr std::size_t max_stores = 8192;
constexpr std::size_t max_statements = 8 * max_stores;

TermRef term(Term t) { return std::make_shared<const Term>(std::move(t)); }

Element rename_element(smt::Terms& terms, const Element& e, const analysis::Renaming& map) {
  Element out{e.buffer, {}};
  for (const Affine& i : e.idx) out.idx.push_back(analysis::rename(terms, i, map));
  return out;
}

// Walks a procedure in program order, entering calls.
class FlowWalk {
 public:
  explicit FlowWalk(analysis::Lowering& lower) : lower_(lower) {}

  void block(const ir::Block& statements) {
    position_.for_each(statements, [&](const ir::Stmt& s) { statement(s); });
  }

  Flow take() { return std::move(out_); }

 private:
  void statement(const ir::Stmt& s) {
    if (++statements_ > max_statements || out_.stores.size() > max_stores)
      throw Undecided{"its statements, with calls taken apart, are too many"};
    s.match([&](const ir::Assign& n) { store(Access::Kind::write, n.name, n.idx, n.rhs); },
            [&](const ir::Reduce& n) { store(Access::Kind::reduce, n.name, n.idx, n.rhs); },
            [&](const ir::Alloc& n) {
              check_type(n.type.scalar);
              out_.locals.insert(n.name);
              lower_.declare(n.name, {n.type, n.mem});
            },
            [&](const ir::WindowStmt& n) { lower_.alias(n.name, lower_.view(*n.rhs.as<ir::WindowExpr>())); },
            [](const ir::WriteConfig&) { throw NotApplicable{"it writes configuration fields"}; },
            [](const ir::Pass&) {}, [&](const ir::For& n) { loop(n); }, [&](const ir::If& n) { cond(n); },
            [&](const ir::Call& n) { call(n); });
  }

  void check_type(ir::Scalar type) {
    if (!ir::is_float(type) && type != ir::Scalar::R) throw NotApplicable{"it computes with integers"};
  }

  static bool reads_data(const ir::Expr& e) {
    bool found = false;
    ir::for_each_expr(e, [&](const ir::Expr& node) { found = found || node.as<ir::Read>(); });
    return found;
  }

  void check_control(const ir::Expr& e) {
    ir::for_each_expr(e, [](const ir::Expr& node) {
      if (node.as<ir::ReadConfig>()) throw NotApplicable{"it reads configuration fields"};
    });
  }

  Element element(ir::Sym name, const std::vector<ir::Expr>& idx) {
    std::vector<Affine> at;
    for (const ir::Expr& e : idx) {
      check_control(e);
      at.push_back(lower_.index(e));
    }
    return lower_.element(name, std::move(at));
  }

  void store(Access::Kind kind, ir::Sym name, const std::vector<ir::Expr>& idx, const ir::Expr& rhs) {
    Access a = position_.placed({kind, element(name, idx), {}, {}, {}, {}, {}});
    out_.stores.push_back({std::move(a), value(rhs)});
  }

  TermRef value(const ir::Expr& e) {
    return e.match(
        [&](const ir::IntLit& n) {
          return term({Term::Kind::literal, {}, static_cast<double>(n.value), {}, {}});
        },
        [&](const ir::FloatLit& n) {
          return term({Term::Kind::literal, {}, n.value, {}, {}});
        },
        [&](const ir::Read& n) { return read(n); },
        [&](const ir::Binary& n) {
          return operation(std::string(ir::spelling(n.op)), {n.lhs, n.rhs});
        },
        [&](const ir::Negate& n) { return operation("negated", {n.arg}); },
        [&](const ir::ExternCall& n) { return operation(n.function, n.args); },
        [](const auto&) -> TermRef { throw NotApplicable{"it reads configuration fields"}; });
  }

  TermRef read(const ir::Read& n) {
    if (auto it = values_.find(n.name); it != values_.end()) return it->second;
    check_type(n.type);
    return term({Term::Kind::read, element(n.name, n.idx), 0, {}, {}});
  }

  TermRef operation(std::string name, const std::vector<ir::Expr>& arguments) {
    Term t{Term::Kind::operation, {}, 0, std::move(name), {}};
    for (const ir::Expr& e : arguments) t.parts.push_back(value(e));
    return term(std::move(t));
  }

  // A callee's loops have counters of their own at each call: with_own_names renews them.
  void loop(const ir::For& n) {
    check_control(n.lo);
    check_control(n.hi);
    position_.in_loop(n.iter, analysis::in_range(lower_, n), [&] { block(n.body); });
  }

  void cond(const ir::If& n) {
    check_control(n.cond);
    Formula c = lower_.condition(n.cond);
    position_.in_branch(c, 0, [&] { block(n.body); });
    position_.in_branch(!c, 1, [&] { block(n.orelse); });
  }

  void call(const ir::Call& n) {
    ir::Procedure callee = analysis::with_own_names(*n.callee);
    for (std::size_t i = 0; i < n.args.size(); ++i) bind(callee.args.at(i), n.args[i]);
    block(callee.body);
  }

  void bind(const ir::Arg& param, const ir::Expr& arg) {
    if (param.type.is_control()) {
      check_control(arg);
      if (param.type.scalar == ir::Scalar::bool_) return lower_.bind(param.name, lower_.condition(arg));
      return lower_.bind(param.name, lower_.index(arg));
    }
    check_type(param.type.scalar);
    lower_.declare(param.name, {param.type, param.mem});
    if (const auto* w = arg.as<ir::WindowExpr>()) return lower_.alias(param.name, lower_.view(*w));
    if (const auto* r = arg.as<ir::Read>(); r && !values_.count(r->name))
      return lower_.alias(param.name, lower_.view(*r));
    // The callee could write an operand of the expression, which changes its value.
    if (reads_data(arg)) throw NotApplicable{"a computed value is passed to a procedure"};
    values_[param.name] = value(arg);
  }

  analysis::Lowering& lower_;
  Flow out_;
  std::map<ir::Sym, TermRef> values_;  // scalar parameters that were given a computed value
  analysis::WalkPosition position_;
  std::size_t statements_ = 0;
};

}  // namespace

TermRef rename(smt::Terms& terms, const TermRef& t, const analysis::Renaming& map) {
  Term out = *t;
  if (t->kind == Term::Kind::read) out.at = rename_element(terms, t->at, map);
  for (TermRef& part : out.parts) part = rename(terms, part, map);
  return term(std::move(out));
}

const Term* find_read(const TermRef& t, const std::set<ir::Sym>& buffers) {
  if (t->kind == Term::Kind::read) return buffers.count(t->at.buffer) ? t.get() : nullptr;
  for (const TermRef& part : t->parts)
    if (const Term* found = find_read(part, buffers)) return found;
  return nullptr;
}

TermRef replaced(const TermRef& t, const Term* read, const TermRef& by) {
  if (t.get() == read) return by;
  if (t->parts.empty()) return t;
  Term out = *t;
  for (TermRef& part : out.parts) part = replaced(part, read, by);
  return term(std::move(out));
}

Store instance(smt::Terms& terms, const Store& s, std::size_t kept) {
  Store out = s;
  analysis::Renaming map;
  for (std::size_t i = kept; i < s.access.loops.size(); ++i) {
    ir::Sym copy = ir::Sym::fresh(s.access.loops[i].text() + "'");
    map[s.access.loops[i]] = Affine::variable(copy);
    for (analysis::OrderStep& step : out.access.order)
      if (step.loop == s.access.loops[i]) step.loop = copy;
    out.access.loops[i] = copy;
  }
  out.access.at = rename_element(terms, s.access.at, map);
  out.access.domain = analysis::rename(terms, s.access.domain, map);
  out.value = rename(terms, s.value, map);
  return out;
}

Flow flow(analysis::Lowering& lower, const ir::Procedure& proc) {
  for (const ir::Arg& a : proc.args)
    if (!a.type.is_control() && !ir::is_float(a.type.scalar) && a.type.scalar != ir::Scalar::R)
      throw NotApplicable{"it computes with integers"};
  FlowWalk walk(lower);
  walk.block(proc.body);
  return walk.take();
}

}  // namespace tessera::validate
