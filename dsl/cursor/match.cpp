// SPDX-License-Identifier: Apache-2.0
#include "dsl/cursor/match.hpp"

#include <algorithm>

namespace tessera::cursor {

using syntax::ExprPattern;
using syntax::StmtPattern;

namespace {

// A printed name is the variable's own text, or that with a number after it.
bool may_be_printed(const std::string& name, const std::string& text) {
  return name.size() > text.size() + 1 && name.starts_with(text) && name[text.size()] == '_' &&
         name.find_first_not_of("0123456789", text.size() + 1) == std::string::npos;
}

}  // namespace

bool Matcher::is_named(const std::string& pattern, ir::Sym s) const {
  if (pattern == "_" || pattern == s.text()) return true;
  if (!may_be_printed(pattern, s.text())) return false;
  if (!names_) names_.emplace(proc_);
  return pattern == names_->of(s);
}

bool Matcher::all(const std::vector<ExprPattern>& patterns, const Exprs& exprs) const {
  if (patterns.size() == 1 && patterns[0].is_hole()) return true;
  if (patterns.size() != exprs.size()) return false;
  for (std::size_t i = 0; i < exprs.size(); ++i)
    if (!matches(patterns[i], exprs[i])) return false;
  return true;
}

bool Matcher::window(const ExprPattern& p, const ir::WindowExpr& w) const {
  if (!is_named(p.name, w.base)) return false;
  if (p.args.size() == 1 && p.args[0].is_hole()) return true;
  if (p.args.size() != w.dims.size()) return false;
  for (std::size_t i = 0; i < w.dims.size(); ++i) {
    const ExprPattern& a = p.args[i];
    const ir::WindowDim& d = w.dims[i];
    if (a.is_hole()) continue;
    bool interval = a.kind == ExprPattern::Kind::interval;
    if (interval == d.is_point()) return false;
    if (interval ? !matches(a.args[0], d.lo) || !matches(a.args[1], d.hi) : !matches(a, d.lo)) return false;
  }
  return true;
}

namespace {

// A bare number means a control literal as well as a data literal of that value.
bool number_matches(double wanted, const ir::Expr& e) {
  if (const auto* n = e.as<ir::FloatLit>()) return n->value == wanted;
  const std::int64_t* n = ir::literal(e);
  return n && static_cast<double>(*n) == wanted;
}

}  // namespace

bool Matcher::matches(const ExprPattern& p, const ir::Expr& e) const {
  switch (p.kind) {
    case ExprPattern::Kind::hole: return true;
    case ExprPattern::Kind::name: {
      const auto* n = e.as<ir::Read>();
      return n && is_named(p.name, n->name);
    }
    case ExprPattern::Kind::element: {
      if (const auto* w = e.as<ir::WindowExpr>()) return window(p, *w);
      const auto* n = e.as<ir::Read>();
      return n && !n->idx.empty() && is_named(p.name, n->name) && all(p.args, n->idx);
    }
    case ExprPattern::Kind::window: {
      const auto* w = e.as<ir::WindowExpr>();
      return w && window(p, *w);
    }
    case ExprPattern::Kind::interval: return false;
    case ExprPattern::Kind::integer: return number_matches(static_cast<double>(p.integer), e);
    case ExprPattern::Kind::number: return number_matches(p.number, e);
    case ExprPattern::Kind::boolean: {
      const auto* n = e.as<ir::BoolLit>();
      return n && n->value == p.boolean;
    }
    case ExprPattern::Kind::binary: {
      const auto* n = e.as<ir::Binary>();
      return n && n->op == p.op && matches(p.args[0], n->lhs) && matches(p.args[1], n->rhs);
    }
    case ExprPattern::Kind::negate: {
      const auto* n = e.as<ir::Negate>();
      return n && matches(p.args[0], n->arg);
    }
    case ExprPattern::Kind::call: {
      const auto* n = e.as<ir::ExternCall>();
      return n && (p.name == "_" || p.name == n->function) && arguments(p.args, n->args);
    }
    case ExprPattern::Kind::stride: {
      const auto* n = e.as<ir::StrideOf>();
      return n && is_named(p.name, n->tensor) && (p.args[0].is_hole() || p.args[0].integer == n->dim);
    }
    case ExprPattern::Kind::config: {
      const auto* n = e.as<ir::ReadConfig>();
      return n && (p.name == "_" || p.name == n->config->name) && (p.field == "_" || p.field == n->field);
    }
  }
  return false;
}

// `x = _` is any write of x: of the scalar, or of an element.
bool Matcher::indices(const StmtPattern& p, const Exprs& idx) const {
  return !p.idx || (!idx.empty() && all(*p.idx, idx));
}

// `f()` and `f(_, _)` are calls with any arguments, as `f(_)` is.
bool Matcher::arguments(const std::vector<ExprPattern>& patterns, const Exprs& args) const {
  const auto is_hole = [](const ExprPattern& p) { return p.is_hole(); };
  return std::all_of(patterns.begin(), patterns.end(), is_hole) || all(patterns, args);
}

// For a pattern of an allocation with type: `a : i8[_]`. R is any numeric type, as in programs before a precision is
// chosen.
bool Matcher::has_type(const StmtPattern& p, const ir::Type& type) const {
  if (p.type && *p.type != ir::Scalar::R && *p.type != type.scalar) return false;
  if (!p.type || !p.idx) return true;
  return all(*p.idx, type.shape);
}

bool Matcher::matches(const StmtPattern& p, const ir::Stmt& s) const {
  using Kind = StmtPattern::Kind;
  switch (p.kind) {
    case Kind::any: return true;
    case Kind::assign: {
      if (const auto* w = s.as<ir::WindowStmt>()) return !p.idx && is_named(p.name, w->name) && matches(p.rhs, w->rhs);
      const auto* n = s.as<ir::Assign>();
      return n && is_named(p.name, n->name) && indices(p, n->idx) && matches(p.rhs, n->rhs);
    }
    case Kind::reduce: {
      const auto* n = s.as<ir::Reduce>();
      return n && is_named(p.name, n->name) && indices(p, n->idx) && matches(p.rhs, n->rhs);
    }
    case Kind::alloc: {
      const auto* n = s.as<ir::Alloc>();
      return n && is_named(p.name, n->name) && has_type(p, n->type);
    }
    case Kind::window: {
      const auto* n = s.as<ir::WindowStmt>();
      return n && is_named(p.name, n->name) && matches(p.rhs, n->rhs);
    }
    case Kind::loop: {
      const auto* n = s.as<ir::For>();
      bool mode = p.mode == StmtPattern::Mode::any ||
                  (n && (p.mode == StmtPattern::Mode::par) == (n->mode == ir::LoopMode::par));
      return n && mode && is_named(p.name, n->iter) && matches(p.lo, n->lo) && matches(p.hi, n->hi) &&
             matches(p.body, n->body);
    }
    case Kind::cond: {
      const auto* n = s.as<ir::If>();
      return n && matches(p.cond, n->cond) && matches(p.body, n->body) &&
             (!p.has_orelse || matches(p.orelse, n->orelse));
    }
    case Kind::call: {
      const auto* n = s.as<ir::Call>();
      return n && (p.name == "_" || p.name == n->callee->name) && arguments(p.args, n->args);
    }
    case Kind::config_write: {
      const auto* n = s.as<ir::WriteConfig>();
      return n && (p.name == "_" || p.name == n->config->name) && (p.field == "_" || p.field == n->field) &&
             matches(p.rhs, n->rhs);
    }
    case Kind::pass: return s.as<ir::Pass>() != nullptr;
  }
  return false;
}

bool Matcher::matches(const std::vector<StmtPattern>& p, const ir::Block& block) const {
  if (p.size() == 1 && p[0].kind == StmtPattern::Kind::any) return true;
  if (p.size() != block.size()) return false;
  for (std::size_t i = 0; i < block.size(); ++i)
    if (!matches(p[i], block[i])) return false;
  return true;
}

}  // namespace tessera::cursor
