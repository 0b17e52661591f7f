// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "dsl/ir/print.hpp"
#include "dsl/ir/written.hpp"

namespace tessera::analysis {
namespace {

Formula within(const Affine& lo, const Affine& hi, const Affine& extent) {
  return smt::le(0, lo) && smt::le(lo, hi) && smt::le(hi, extent);
}

// Gives the parameters fresh names, in shapes and asserts as well. Returns the renaming for the body.
ir::Substitution rename_parameters(ir::Procedure& proc) {
  ir::Substitution fresh;
  for (ir::Arg& a : proc.args) {
    ir::Sym name = ir::Sym::fresh(a.name.text());
    fresh[a.name] = ir::read(name, a.type.scalar);
    a.name = name;
  }
  for (ir::Arg& a : proc.args)
    for (ir::Expr& e : a.type.shape) e = ir::substitute(e, fresh);
  for (ir::Expr& e : proc.asserts) e = ir::substitute(e, fresh);
  return fresh;
}

ir::Procedure without_body(const ir::Procedure& proc) { return {proc.name, proc.args, proc.asserts, {}, {}, proc.loc}; }

// A tensor argument as a window on the buffer that owns the memory, with the length of each interval.
struct Region {
  View view;
  std::vector<Affine> length;  // of the interval dimensions, in order
};

class CallWalk {
 public:
  CallWalk(Lowering& lower, const ir::Call& call, const std::vector<Formula>& facts)
      : lower_(lower), call_(call), callee_(without_body(*call.callee)), facts_(facts) {
    rename_parameters(callee_);
  }

  CallConditions conditions() {
    regions_.resize(call_.args.size());
    for (std::size_t i = 0; i < call_.args.size(); ++i) argument(i);
    shapes();
    for (const ir::Expr& e : callee_.asserts)
      if (const auto* n = e.as<ir::Aligned>()) alignment(*n);
      else
        ask(out_.asserts, lower_.condition(e), fmt::format("{} holds at the call of {}", ir::print(e), callee_.name));
    aliasing();
    return std::move(out_);
  }

 private:
  const ir::Arg& param(std::size_t i) const { return callee_.args.at(i); }

  void ask(std::vector<smt::Query>& list, Formula goal, std::string text) {
    if (!goal.is_true()) list.push_back({"", std::move(text), facts_, std::move(goal)});
  }

  void alignment(const ir::Aligned& n) {
    const auto is_meant = [&](const ir::Arg& a) { return a.name == n.tensor; };
    const auto at = std::find_if(callee_.args.begin(), callee_.args.end(), is_meant) - callee_.args.begin();
    const std::size_t before = out_.asserts.size();
    ask(out_.asserts, lower_.aligned(n.tensor, n.bytes),
        fmt::format("the address of {}, which {} takes as {}, is a multiple of {} bytes",
                    ir::print(call_.args.at(static_cast<std::size_t>(at))), callee_.name, n.tensor.text(), n.bytes));
    if (out_.asserts.size() > before) out_.of_addresses.insert(before);
  }

  void argument(std::size_t i) {
    const ir::Arg& p = param(i);
    const ir::Expr& arg = call_.args[i];
    if (p.type.scalar == ir::Scalar::bool_) return bind_condition(p, arg);
    if (p.type.is_control()) {
      Affine value = lower_.index(arg);
      lower_.bind(p.name, value);
      if (p.type.scalar == ir::Scalar::size)
        ask(out_.asserts, smt::le(1, value),
            fmt::format("the size argument {} = {} is at least 1", p.name.text(), ir::print(arg)));
      return;
    }
    lower_.declare(p.name, {p.type, p.mem});
    if (const auto* w = arg.as<ir::WindowExpr>()) return window(i, *w);
    if (const auto* r = arg.as<ir::Read>()) return read(i, *r);
    // A computed value: the elements it is made of count as read by the callee.
    ir::for_each_expr(arg, [&](const ir::Expr& e) {
      if (const auto* r = e.as<ir::Read>(); r && ir::is_data(r->type)) element_read(i, *r);
    });
  }

  View element_view(const ir::Read& r) {
    View v{r.name, {}};
    for (const ir::Expr& e : r.idx) v.dims.push_back({lower_.index(e), true});
    return v;
  }

  void element_read(std::size_t i, const ir::Read& r) {
    regions_[i].push_back({lower_.on_buffer(element_view(r)), {}});
  }

  void bind_condition(const ir::Arg& p, const ir::Expr& arg) {
    Affine value = Affine::variable(ir::Sym::fresh(p.name.text()));
    Formula c = lower_.condition(arg);
    facts_.push_back((c && smt::eq(value, 1)) || (!c && smt::eq(value, 0)));
    lower_.bind(p.name, value);
  }

  void window(std::size_t i, const ir::WindowExpr& w) {
    ask(out_.bounds, window_in_bounds(lower_, w),
        fmt::format("the window {} lies in {}", ir::print(ir::Expr(w)), w.base.text()));
    Region region{lower_.on_buffer(lower_.view(w)), {}};
    for (const ir::WindowDim& d : w.dims)
      if (d.hi) region.length.push_back(lower_.index(d.hi) - lower_.index(d.lo));
    lower_.alias(param(i).name, lower_.view(w));
    regions_[i].push_back(std::move(region));
  }

  void read(std::size_t i, const ir::Read& r) {
    if (!r.idx.empty())
      ask(out_.bounds, element_in_bounds(lower_, r.name, r.idx),
          fmt::format("{} lies in {}", ir::print(ir::Expr(r)), r.name.text()));
    View v = element_view(r);
    Region region;
    if (const ir::Declaration* d = lower_.declaration(r.name); d && r.idx.empty())
      for (const ir::Expr& e : d->type.shape) v.dims.push_back({0, false}), region.length.push_back(lower_.index(e));
    lower_.alias(param(i).name, v);
    region.view = lower_.on_buffer(v);
    regions_[i].push_back(std::move(region));
  }

  void shapes() {
    for (std::size_t i = 0; i < call_.args.size(); ++i) {
      const auto& shape = param(i).type.shape;
      if (shape.empty() || regions_[i].empty()) continue;
      const Region& region = regions_[i].front();
      for (std::size_t d = 0; d < shape.size() && d < region.length.size(); ++d)
        ask(out_.asserts, smt::eq(lower_.index(shape[d]), region.length[d]),
            fmt::format("dimension {} of {} has length {}", d, param(i).name.text(), ir::print(shape[d])));
    }
  }

  // Pairs on one buffer, of which the callee writes one.
  void aliasing() {
    std::vector<bool> written = ir::written_parameters(*call_.callee);
    std::map<ir::Sym, std::set<std::size_t>> on;  // the arguments on each buffer
    for (std::size_t i = 0; i < regions_.size(); ++i)
      for (const Region& r : regions_[i]) on[r.view.base].insert(i);
    for (std::size_t i = 0; i < regions_.size(); ++i) {
      std::set<std::size_t> later;
      for (const Region& r : regions_[i]) later.insert(on[r.view.base].upper_bound(i), on[r.view.base].end());
      for (std::size_t j : later)
        if (written[i] || written[j]) apart(i, j);
    }
  }

  void apart(std::size_t i, std::size_t j) {
    for (const Region& a : regions_[i])
      for (const Region& b : regions_[j])
        if (a.view.base == b.view.base) disjoint(i, a, j, b);
  }

  // No element lies in both.
  void disjoint(std::size_t i, const Region& a, std::size_t j, const Region& b) {
    std::vector<Formula> meet;
    std::size_t next_a = 0, next_b = 0;
    for (std::size_t d = 0; d < a.view.dims.size() && d < b.view.dims.size(); ++d) {
      Affine x = Affine::variable(ir::Sym::fresh("place"));
      meet.push_back(covers(a.view.dims[d], a, next_a, x));
      meet.push_back(covers(b.view.dims[d], b, next_b, x));
    }
    ask(out_.aliasing, !Formula::all(meet),
        fmt::format("the arguments {} and {} do not overlap", param(i).name.text(), param(j).name.text()));
  }

  static Formula covers(const View::Dim& d, const Region& r, std::size_t& next, const Affine& x) {
    if (d.is_point) return smt::eq(x, d.lo);
    return smt::le(d.lo, x) && smt::lt(x, d.lo + r.length.at(next++));
  }

  Lowering& lower_;
  const ir::Call& call_;
  ir::Procedure callee_;  // what it says about its parameters
  std::vector<Formula> facts_;
  std::vector<std::vector<Region>> regions_;  // per argument
  CallConditions out_;
};

}  // namespace

ir::Procedure with_own_names(const ir::Procedure& proc) {
  ir::Procedure out = proc;
  const ir::Substitution fresh = rename_parameters(out);
  out.body = ir::substitute(ir::with_fresh_binders(out.body), fresh);
  return out;
}

CallConditions call_conditions(Lowering& lower, const ir::Call& call, const std::vector<Formula>& facts) {
  return CallWalk(lower, call, facts).conditions();
}

Formula window_in_bounds(Lowering& lower, const ir::WindowExpr& w) {
  const ir::Declaration* d = lower.declaration(w.base);
  std::vector<Formula> all;
  for (std::size_t i = 0; d && i < w.dims.size() && i < d->type.shape.size(); ++i) {
    Affine lo = lower.index(w.dims[i].lo), extent = lower.index(d->type.shape[i]);
    all.push_back(w.dims[i].is_point() ? smt::le(0, lo) && smt::lt(lo, extent)
                                       : within(lo, lower.index(w.dims[i].hi), extent));
  }
  return d && d->type.shape.size() == w.dims.size() ? Formula::all(all) : Formula::constant(false);
}

Formula element_in_bounds(Lowering& lower, ir::Sym name, const std::vector<ir::Expr>& idx) {
  const ir::Declaration* d = lower.declaration(name);
  if (!d || d->type.shape.size() != idx.size()) return Formula::constant(false);
  std::vector<Formula> all;
  for (std::size_t i = 0; i < idx.size(); ++i) {
    Affine at = lower.index(idx[i]);
    all.push_back(smt::le(0, at) && smt::lt(at, lower.index(d->type.shape[i])));
  }
  return Formula::all(all);
}

bool memories_match(const Declared& caller, const ir::Call& call) {
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const auto* w = call.args[i].as<ir::WindowExpr>();
    const auto* r = call.args[i].as<ir::Read>();
    const ir::Declaration* found = caller.find(w ? w->base : r ? r->name : ir::Sym());
    const ir::Arg& param = call.callee->args[i];
    if (param.type.is_control() || !found) continue;
    const ir::MemoryDecl& memory = *found->mem;
    if (param.type.is_tensor() ? !may_stand_for(memory, *param.mem) : memory.is_register()) return false;
  }
  return true;
}

}  // namespace tessera::analysis
