// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/inline.hpp"

#include "dsl/analysis/call.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {

std::vector<ir::Expr> in_base(const ir::WindowExpr& w, const std::vector<ir::Expr>& idx) {
  std::vector<ir::Expr> out;
  std::size_t next = 0;
  for (const ir::WindowDim& d : w.dims) out.push_back(d.is_point() ? d.lo : ir::add(d.lo, idx.at(next++)));
  return out;
}

std::vector<ir::WindowDim> in_base(const ir::WindowExpr& w, const std::vector<ir::WindowDim>& dims) {
  std::vector<ir::WindowDim> out;
  std::size_t next = 0;
  for (const ir::WindowDim& d : w.dims) {
    if (d.is_point()) {
      out.push_back(d);
      continue;
    }
    const ir::WindowDim& in = dims.at(next++);
    out.push_back({ir::add(d.lo, in.lo), in.hi ? ir::add(d.lo, in.hi) : ir::Expr{}});
  }
  return out;
}

int dim_in_base(const ir::WindowExpr& w, int dim) {
  for (std::size_t i = 0; i < w.dims.size(); ++i)
    if (!w.dims[i].is_point() && dim-- == 0) return static_cast<int>(i);
  bug("stride of a dimension that the window does not have");
}

namespace {

// Replaces the parameters that are bound to windows or elements: `x[i]` becomes `base[lo + i, point]`.
class WindowSubstitution {
 public:
  void bind(ir::Sym param, ir::WindowExpr window) { windows_[param] = std::move(window); }
  /// A window, which may be one of a window that is bound already.
  void bind(const ir::WindowStmt& n) {
    const ir::Expr base = expr(n.rhs);
    bind(n.name, *base.as<ir::WindowExpr>());
  }
  bool empty() const { return windows_.empty(); }

  ir::Block operator()(const ir::Block& block) const {
    if (empty()) return block;
    ir::Block out = ir::map_exprs(block, [&](const ir::Expr& e) { return expr(e); });
    return ir::map_stmts(out, [&](const ir::Stmt& s) { return ir::Block{stmt(s)}; });
  }

 private:
  const ir::WindowExpr* window(ir::Sym s) const {
    auto it = windows_.find(s);
    return it == windows_.end() ? nullptr : &it->second;
  }

  // A whole parameter as an argument becomes the window; a scalar parameter becomes its element.
  ir::Expr expr(const ir::Expr& top) const {
    return ir::map_expr(top, [&](const ir::Expr& e) -> ir::Expr {
      if (const auto* n = e.as<ir::Read>())
        if (const auto* w = window(n->name)) {
          bool whole = n->idx.empty() && !ir::window_shape(*w).empty();
          return whole ? ir::Expr(*w, e.loc()) : ir::Expr(ir::Read{w->base, in_base(*w, n->idx), n->type}, e.loc());
        }
      if (const auto* n = e.as<ir::WindowExpr>())
        if (const auto* w = window(n->base))
          return ir::Expr(ir::WindowExpr{w->base, in_base(*w, n->dims), n->type}, e.loc());
      if (const auto* n = e.as<ir::StrideOf>())
        if (const auto* w = window(n->tensor)) return ir::Expr(ir::StrideOf{w->base, dim_in_base(*w, n->dim)}, e.loc());
      return e;
    });
  }

  ir::Stmt stmt(const ir::Stmt& s) const {
    if (const auto* n = s.as<ir::Assign>())
      if (const auto* w = window(n->name))
        return ir::Stmt(ir::Assign{w->base, in_base(*w, n->idx), n->rhs, n->type}, s.loc());
    if (const auto* n = s.as<ir::Reduce>())
      if (const auto* w = window(n->name))
        return ir::Stmt(ir::Reduce{w->base, in_base(*w, n->idx), n->rhs, n->type}, s.loc());
    return s;
  }

  std::unordered_map<ir::Sym, ir::WindowExpr> windows_;
};

// One element, as a window of points.
ir::WindowExpr element(const ir::Read& r) {
  ir::WindowExpr w{r.name, {}, r.type};
  for (const ir::Expr& e : r.idx) w.dims.push_back({e, {}});
  return w;
}

}  // namespace

ir::Block inlined(const ir::Call& call) {
  ir::Procedure callee = analysis::with_own_names(*call.callee);
  ir::Substitution values;
  WindowSubstitution windows;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const ir::Arg& param = callee.args.at(i);
    const ir::Expr& arg = call.args[i];
    const auto* read = arg.as<ir::Read>();
    if (const auto* w = arg.as<ir::WindowExpr>()) windows.bind(param.name, *w);
    else if (read && !read->idx.empty()) windows.bind(param.name, element(*read));
    else values[param.name] = arg;  // a value, or the name of a whole buffer
  }
  return windows(ir::substitute(callee.body, values));
}

ir::Block without_windows(const ir::Block& block) {
  WindowSubstitution windows;
  ir::for_each_stmt(block, [&](const ir::Stmt& s) {
    if (const auto* n = s.as<ir::WindowStmt>()) windows.bind(*n);
  });
  if (windows.empty()) return block;
  return ir::map_stmts(windows(block),
                       [](const ir::Stmt& s) { return s.as<ir::WindowStmt>() ? ir::Block{} : ir::Block{s}; });
}

std::optional<std::string> changed_argument(const ir::Call& call) {
  std::set<std::string> written = analysis::written_configs(call.callee->body);
  for (const ir::Expr& arg : call.args) {
    bool changed = false;
    ir::for_each_expr(arg, [&](const ir::Expr& e) {
      if (const auto* n = e.as<ir::ReadConfig>()) changed = changed || written.count(n->config->name + "." + n->field);
    });
    if (changed) return ir::print(arg);
  }
  return std::nullopt;
}

bool calls(const ir::Block& block, const std::string& name) {
  const std::vector<ir::ProcRef> called = ir::all_called(block);
  return std::any_of(called.begin(), called.end(), [&](const ir::ProcRef& p) { return p->name == name; });
}

}  // namespace tessera::rewrite
