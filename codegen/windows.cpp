// SPDX-License-Identifier: Apache-2.0
#include "codegen/windows.hpp"

#include "dsl/ir/walk.hpp"

namespace tessera::codegen {

using ir::Expr;
using ir::WindowDim;

Windows::Windows(const ir::Procedure& proc) : roots_(proc) {
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) {
    if (const ir::WindowStmt* n = s.as<ir::WindowStmt>()) views_.emplace(n->name, *n->rhs.as<ir::WindowExpr>());
    if (const ir::Assign* n = s.as<ir::Assign>()) accessed_.insert(n->name);
    if (const ir::Reduce* n = s.as<ir::Reduce>()) accessed_.insert(n->name);
  });
  ir::for_each_expr(proc.body, [&](const Expr& e) {
    if (const ir::Read* n = e.as<ir::Read>()) accessed_.insert(n->name);
    if (const ir::WindowExpr* n = e.as<ir::WindowExpr>()) accessed_.insert(n->base);
  });
}

Place Windows::of(const ir::WindowExpr& w) const { return resolve({w.base, w.dims}); }

Place Windows::element(ir::Sym name, const std::vector<Expr>& idx) const {
  Place place{name, {}};
  for (const Expr& e : idx) place.dims.push_back({e, {}});
  return resolve(std::move(place));
}

Place Windows::whole(ir::Sym name, const std::vector<Expr>& shape) const {
  Place place{name, {}};
  for (const Expr& e : shape) place.dims.push_back({ir::int_lit(0), e});
  return resolve(std::move(place));
}

// A point of the view is kept; an interval lo:hi of it takes the next dimension of the place, moved by lo.
Place Windows::resolve(Place place) const {
  auto it = views_.find(place.base);
  if (it == views_.end()) return place;
  const bool is_first = !place.window;
  Place out{it->second.base, {}, is_first ? place.base : place.window, {}};
  std::size_t next = 0;
  for (const WindowDim& d : it->second.dims) {
    if (d.is_point()) {
      out.dims.push_back(d);
      out.in_window.push_back(ir::int_lit(0));
      continue;
    }
    out.in_window.push_back(is_first ? place.dims.at(next).lo : place.in_window.at(next));
    const WindowDim& inner = place.dims.at(next++);
    out.dims.push_back({ir::add(d.lo, inner.lo), inner.is_point() ? Expr{} : ir::add(d.lo, inner.hi)});
  }
  return resolve(std::move(out));
}

}  // namespace tessera::codegen
