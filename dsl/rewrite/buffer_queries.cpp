// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/aliasing.hpp"
#include "dsl/analysis/call.hpp"
#include "dsl/analysis/field_values.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"

namespace tessera::rewrite {
namespace {

Formula inside(const Affine& i, const Affine& extent) { return smt::le(0, i) && smt::lt(i, extent); }

Formula window_inside(Lowering& lower, const ir::WindowExpr& w, const std::vector<ir::Expr>& shape) {
  std::vector<Formula> parts;
  for (std::size_t d = 0; d < w.dims.size(); ++d) {
    Affine lo = lower.index(w.dims[d].lo), extent = lower.index(shape.at(d));
    if (w.dims[d].is_point()) parts.push_back(inside(lo, extent));
    else parts.push_back(smt::le(0, lo) && smt::le(lower.index(w.dims[d].hi), extent));
  }
  return Formula::all(std::move(parts));
}

}  // namespace

std::vector<smt::Query> in_bounds(Lowering lower, const ir::Procedure& proc, const Range& range, ir::Sym buffer) {
  std::vector<smt::Query> out;
  analysis::Facts places(lower, proc);
  const std::vector<ir::Expr> shape = lower.declaration(buffer)->type.shape;
  std::vector<Formula> facts = places.at(range.first);
  for (const analysis::Access& a : analysis::accesses(lower, statements(proc, range))) {
    if (!(a.at.buffer == buffer)) continue;
    std::vector<Formula> assumptions = facts, goal;
    assumptions.push_back(a.domain);
    for (std::size_t d = 0; d < shape.size(); ++d) goal.push_back(inside(a.at.idx.at(d), lower.index(shape[d])));
    out.push_back({"", fmt::format("every access to {} is in bounds", buffer.text()), std::move(assumptions),
                   Formula::all(std::move(goal))});
  }
  for_each_place(proc, range, [&](const Path& at, const ir::Stmt& s) {
    for (const ir::Expr& e : ir::expressions(s)) {
      const auto* w = e.as<ir::WindowExpr>();
      const auto* r = s.as<ir::Call>() ? e.as<ir::Read>() : nullptr;  // passed on, even if the callee does not use it
      if (w && w->base == buffer)
        out.push_back({"", fmt::format("every window of {} is in bounds", buffer.text()), places.at(at),
                       window_inside(lower, *w, shape)});
      if (r && r->name == buffer && !r->idx.empty())
        out.push_back({"", fmt::format("every element of {} that is passed on is in bounds", buffer.text()),
                       places.at(at), analysis::element_in_bounds(lower, buffer, r->idx)});
    }
  });
  return out;
}

namespace {

using CallQueries = std::vector<smt::Query> analysis::CallConditions::*;

bool asserts_of_fields(const ir::Procedure& callee) {
  bool found = false;
  for (const ir::Expr& top : callee.asserts)
    ir::for_each_expr(top, [&](const ir::Expr& e) { found = found || e.as<ir::ReadConfig>(); });
  return found;
}

// Of the calls in the range that get the buffer or a window of it. A field may have the buffer's stride, so asserts of
// fields are asked of the others too.
std::vector<smt::Query> of_calls(const Lowering& plain, const ir::Procedure& proc, const Range& range, ir::Sym buffer,
                                 CallQueries which) {
  std::vector<smt::Query> out;
  const ir::AliasRoots roots = plain.may_have_windows() ? ir::AliasRoots(proc) : ir::AliasRoots();
  const bool fields_change = plain.fields_change();
  Lowering walked = plain;
  analysis::Facts places(walked, proc);
  for_each_place(proc, range, [&](const Path& at, const ir::Stmt& s) {
    const auto* call = s.as<ir::Call>();
    auto is_ours = [&](const ir::Expr& arg) {
      ir::Sym name = passed(arg);
      return name && roots.of(name) == buffer;
    };
    if (!call) return;
    const bool may_have_stride = fields_change && asserts_of_fields(*call->callee);
    if (!may_have_stride && std::none_of(call->args.begin(), call->args.end(), is_ours)) return;
    const std::vector<Formula> here = places.at(at);
    Lowering lower = fields_change ? plain : walked;
    const std::vector<Formula> facts = fields_change ? analysis::facts_and_fields_at(lower, proc, at) : here;
    analysis::CallConditions conditions = analysis::call_conditions(lower, *call, facts);
    std::move((conditions.*which).begin(), (conditions.*which).end(), std::back_inserter(out));
  });
  return out;
}

}  // namespace

std::vector<smt::Query> call_preconditions(const Lowering& plain, const ir::Procedure& proc, const Range& range,
                                           ir::Sym buffer) {
  return of_calls(plain, proc, range, buffer, &analysis::CallConditions::asserts);
}

std::vector<smt::Query> calls_apart(const Lowering& plain, const ir::Procedure& proc, const Range& range,
                                    ir::Sym buffer) {
  return of_calls(plain, proc, range, buffer, &analysis::CallConditions::aliasing);
}

namespace {

std::vector<smt::Query> races(Lowering lower, const ir::Procedure& proc, const Path& at, const ir::For& loop,
                              ir::Sym buffer) {
  using Kind = analysis::Access::Kind;
  std::vector<smt::Query> out;
  smt::Terms& terms = lower.terms();
  std::vector<Formula> facts = analysis::facts_at(lower, proc, at);
  ir::Sym other = ir::Sym::fresh(loop.iter.text() + "'");
  analysis::Renaming to_other{{loop.iter, Affine::variable(other)}};
  Formula range = analysis::in_range(lower, loop);
  facts.push_back(range && analysis::rename(terms, range, to_other));
  facts.push_back(smt::lt(Affine::variable(loop.iter), Affine::variable(other)) ||
                  smt::lt(Affine::variable(other), Affine::variable(loop.iter)));
  std::string text =
      fmt::format("iterations of the parallel loop {} do not meet in {}", loop.iter.text(), buffer.text());
  std::vector<analysis::Access> here = analysis::accesses(lower, loop.body), there;
  std::erase_if(here, [&](const analysis::Access& a) { return !(a.at.buffer == buffer); });
  here = analysis::distinct(terms, here);
  for (const analysis::Access& a : here) there.push_back(analysis::instance(terms, a, to_other));
  auto first_writes = [](Kind a, Kind) { return a != Kind::read; };
  for (const auto& [i, j] : analysis::may_alias(terms, here, there, first_writes)) {
    std::vector<Formula> assumptions = facts;
    assumptions.push_back(here[i].domain && there[j].domain);
    out.push_back({"", text, std::move(assumptions), !analysis::same_element(here[i].at, there[j].at)});
  }
  return out;
}

}  // namespace

std::vector<smt::Query> free_of_races(const Lowering& plain, const ir::Procedure& proc, const Path& outermost,
                                      const Path& at, ir::Sym buffer) {
  std::vector<smt::Query> out;
  for (const Path& outer : ir::ancestor_paths(at)) {
    const auto* loop = ir::stmt_at(proc, outer)->as<ir::For>();
    if (outer.steps.size() < outermost.steps.size() || !loop || loop->mode != ir::LoopMode::par) continue;
    std::vector<smt::Query> more = races(plain, proc, outer, *loop, buffer);
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  return out;
}

std::vector<smt::Query> free_of_races(const Lowering& plain, const ir::Procedure& proc, const Range& range,
                                      ir::Sym buffer) {
  std::vector<smt::Query> out;
  for_each_place(proc, range, [&](const Path& at, const ir::Stmt& s) {
    const auto* loop = s.as<ir::For>();
    if (!loop || loop->mode != ir::LoopMode::par) return;
    std::vector<smt::Query> more = races(plain, proc, at, *loop, buffer);
    std::move(more.begin(), more.end(), std::back_inserter(out));
  });
  return out;
}

Formula contains(Lowering& lower, const ir::WindowExpr& outer, const std::vector<ir::WindowDim>& inner) {
  std::vector<Formula> parts;
  for (std::size_t d = 0; d < outer.dims.size(); ++d) {
    const ir::WindowDim &o = outer.dims[d], &i = inner.at(d);
    Affine start = lower.index(o.lo), lo = lower.index(i.lo);
    if (o.is_point()) parts.push_back(smt::eq(start, lo));
    else
      parts.push_back(smt::le(start, lo) &&
                      (i.is_point() ? smt::lt(lo, lower.index(o.hi)) : smt::le(lower.index(i.hi), lower.index(o.hi))));
  }
  return Formula::all(std::move(parts));
}

Formula apart(Lowering& lower, const ir::WindowExpr& outer, const std::vector<ir::WindowDim>& inner) {
  auto end = [&lower](const ir::WindowDim& d) { return d.is_point() ? lower.index(d.lo) + 1 : lower.index(d.hi); };
  std::vector<Formula> any;
  for (std::size_t d = 0; d < outer.dims.size(); ++d)
    any.push_back(smt::le(end(outer.dims[d]), lower.index(inner.at(d).lo)) ||
                  smt::le(end(inner[d]), lower.index(outer.dims[d].lo)));
  return Formula::any(std::move(any));
}

}  // namespace tessera::rewrite
