// SPDX-License-Identifier: Apache-2.0
// From bindings to arguments: solves for sizes and indices, places windows, and writes both with the names of the
// block.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/to_expr.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/inline.hpp"
#include "dsl/rewrite/inline_conversions.hpp"
#include "dsl/rewrite/unification.hpp"

namespace tessera::rewrite {

void Bindings::equate(analysis::Affine of_procedure, analysis::Affine of_block) {
  if (!(of_procedure == of_block)) equations.emplace_back(std::move(of_procedure), std::move(of_block));
}

void Bindings::back_to(const Mark& mark) {
  equations.erase(equations.begin() + static_cast<long>(mark.equations), equations.end());
  sources.erase(sources.begin() + static_cast<long>(mark.sources), sources.end());
  for (; bound_.size() > mark.bound; bound_.pop_back()) {
    const ir::Sym name = bound_.back();  // parameters and allocations have names of their own: in one of the maps
    uses.erase(name), scalars.erase(name), flags.erase(name), locals.erase(name);
  }
}

Matching::Matching(analysis::Lowering& lower, const ir::Procedure& callee)
    : lower_(lower), callee_(analysis::with_own_names(callee)) {
  for (const ir::Arg& a : callee_.args) {
    lower_.declare(a.name, {a.type, a.mem});
    if (a.type.is_tensor()) tensors_.insert(a.name);
    else if (a.type.is_control()) unknowns_.insert(a.name);
    else data_scalars_.insert(a.name);
  }
  callee_.body = inline_conversions(without_windows(callee_.body));
  // Its own allocations as well, so that their shapes can be read.
  for (const auto& [name, declaration] : ir::declarations(callee_)) lower_.declare(name, declaration);
}

bool Matching::fail(Mismatch m) {
  if (depth_ > deepest_) {  // of several as deep, the first: later ones come from other orders of operands
    deepest_ = depth_;
    result_.mismatch = std::move(m);
  }
  return false;
}

bool Matching::mentions_inner(const ir::Expr& e) const {
  const std::vector<ir::Sym> names = ir::free_syms(e);
  return std::any_of(names.begin(), names.end(), [&](ir::Sym s) { return inner_.count(s) != 0; });
}

using Affine = analysis::Affine;

Affine ArgumentWriter::under(const Affine& a, const Solution& s) {
  return analysis::rename(lower_.terms(), a, s.values);
}

bool ArgumentWriter::has_unknown(const Affine& a) const {
  return std::any_of(a.terms().begin(), a.terms().end(), [&](const auto& t) { return unknowns_.count(t.first) != 0; });
}

bool ArgumentWriter::varies_inside(const Affine& a) const {
  for (const auto& [v, k] : a.terms()) {
    if (inner_.count(v)) return true;
    const smt::Definition* d = lower_.terms().definition(v);
    if (d && (varies_inside(d->a) || varies_inside(d->b))) return true;
  }
  return false;
}

// Solves for an unknown whose coefficient divides all others. Remaining equations are left to the proof.
void ArgumentWriter::assume_equal(Affine p, const Affine& t, Solution& s) {
  Affine difference = under(p, s) - t;
  for (const auto& [v, k] : difference.terms()) {
    if (!unknowns_.count(v) || s.values.count(v)) continue;
    std::optional<Affine> value = quotient(Affine::variable(v, k) - difference, k);
    if (!value || varies_inside(*value) || has_unknown(*value)) continue;
    s.values[v] = *value;
    s.solved.push_back(v);
    return;
  }
}

// a / k, where k divides every coefficient.
std::optional<Affine> ArgumentWriter::quotient(const Affine& a, std::int64_t k) {
  if (a.constant() % k != 0) return std::nullopt;
  Affine out = a.constant() / k;
  for (const auto& [v, c] : a.terms()) {
    if (c % k != 0) return std::nullopt;
    out = out + Affine::variable(v, c / k);
  }
  return out;
}

namespace {

// The key of an atom that a variable of an affine form may stand for; nothing for other nodes.
std::optional<std::pair<ir::Sym, std::string>> atom(const ir::Expr& e) {
  if (const auto* n = e.as<ir::Read>()) return {{n->name, ""}};
  if (const auto* n = e.as<ir::StrideOf>()) return {{n->tensor, std::to_string(n->dim)}};
  if (const auto* n = e.as<ir::ReadConfig>()) return {{ir::Sym(), analysis::field_name(*n->config, n->field)}};
  return std::nullopt;
}

// Most expressions of a long block consist of variables mentioned before, and are useless for writing arguments.
std::vector<ir::Expr> first_mentions(const std::vector<ir::Expr>& sources) {
  std::vector<ir::Expr> out;
  std::set<std::pair<ir::Sym, std::string>> seen;
  for (const ir::Expr& e : sources) {
    const std::size_t before = seen.size();
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      if (auto key = atom(node)) seen.insert(*std::move(key));
    });
    if (seen.size() > before) out.push_back(e);
  }
  return out;
}

}  // namespace

void ArgumentWriter::solve(const Bindings& b) {
  Solution s;
  for (std::size_t known = 0, before = 1; known != before;) {  // one may need what a later one tells
    before = s.values.size();
    for (const auto& [p, t] : b.equations) assume_equal(p, t, s);
    known = s.values.size();
  }
  Order order;
  for (const ir::Arg& a : callee_.args)
    if (auto it = b.uses.find(a.name); it != b.uses.end()) order.push_back(&*it);
  sources_ = first_mentions(b.sources);
  place_windows(order, b, s);
}

// Places window after window, each at its first fit; then backtracks from the last one with an alternative.
void ArgumentWriter::place_windows(const Order& order, const Bindings& b, Solution& s) {
  std::vector<Placement> placed;
  for (bool fits = true; fits || !placed.empty();) {
    if (fits && placed.size() == order.size()) {
      finish(b, s);
      if (result_.candidates.size() >= max_candidates) return;
      fits = false;
      continue;
    }
    if (fits) placed.push_back(first_placement(order[placed.size()]->second, s));
    else if (!next_placement(placed.back())) {
      placed.pop_back();
      continue;
    }
    const auto& [param, use] = *order[placed.size() - 1];
    fits = place(param, use, placed.back(), s);
  }
}

// Along the last dimensions.
ArgumentWriter::Placement ArgumentWriter::first_placement(const Use& use, const Solution& s) {
  Placement p{std::vector<int>(use.idx.size(), 0), true, false, s.solved.size()};
  std::fill(p.chosen.end() - static_cast<long>(use.param_idx.size()), p.chosen.end(), 1);
  return p;
}

bool ArgumentWriter::next_placement(Placement& p) {
  p.split = !(p.split && p.has_split);
  return !p.split || std::next_permutation(p.chosen.begin(), p.chosen.end());
}

bool ArgumentWriter::place(ir::Sym param, const Use& use, Placement& p, Solution& s) {
  for (; s.solved.size() > p.solved; s.solved.pop_back()) s.values.erase(s.solved.back());
  const bool fits = window_for(param, use, p.chosen, p.split, s);
  p.has_split = needs_split_;
  return fits;
}

// The window's offsets from the first use. An index `e` that meets `p` with an unknown in it is shared out between
// the window's offset and the unknown: the part of e that is a multiple of the window's length, and the rest; or,
// without `split`, all to the offset.
bool ArgumentWriter::window_for(ir::Sym param, const Use& use, const std::vector<int>& chosen, bool split,
                                Solution& s) {
  needs_split_ = false;
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

void ArgumentWriter::share_out(ir::Sym param, std::size_t param_dim, const Affine& e, const Affine& p, bool split,
                               Solution& s) {
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

// A length that the block does not determine: the whole rest of the buffer.
void ArgumentWriter::assume_full_lengths(Solution& s) {
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

void ArgumentWriter::finish(const Bindings& b, Solution s) {
  ++depth_;  // arguments that cannot be written say more than windows that do not fit
  assume_full_lengths(s);
  add_candidate(b, s);
  --depth_;
}

void ArgumentWriter::add_candidate(const Bindings& b, const Solution& s) {
  Candidate c;
  for (const ir::Arg& a : callee_.args) {
    std::optional<ir::Expr> arg = argument(a, b, s);
    if (!arg) return;
    c.args.push_back(*arg);
  }
  result_.candidates.push_back(std::move(c));
}

std::optional<ir::Expr> ArgumentWriter::argument(const ir::Arg& a, const Bindings& b, const Solution& s) {
  auto missing = [&]() -> std::optional<ir::Expr> {
    fail({a.name.text(), "nothing", "the block does not say what this argument is", "partial_eval fixes it"});
    return std::nullopt;
  };
  if (a.type.is_tensor()) {
    auto it = s.windows.find(a.name);
    return it == s.windows.end() ? missing() : window_argument(a, it->second, s);
  }
  if (!a.type.is_control()) {
    auto it = b.scalars.find(a.name);
    return it == b.scalars.end() ? missing() : std::optional(it->second);
  }
  if (auto flag = b.flags.find(a.name); flag != b.flags.end()) return flag->second;
  auto it = s.values.find(a.name);
  if (it == s.values.end()) return missing();
  auto out = analysis::to_expr(lower_, it->second, sources_);
  if (!out) out = extent_argument(it->second, s);
  if (!out)
    fail({a.name.text(), "a value without a name", "the argument cannot be written with the names of the program"});
  return out;
}

// A value that only the shapes of the buffers show.
std::optional<ir::Expr> ArgumentWriter::extent_argument(const Affine& value, const Solution& s) {
  std::vector<ir::Expr> shapes;
  for (const ir::Arg& a : callee_.args)
    if (auto it = s.windows.find(a.name); it != s.windows.end())
      if (const ir::Declaration* d = lower_.declaration(it->second.base)) {
        shapes.insert(shapes.end(), it->second.like.begin(), it->second.like.end());
        shapes.insert(shapes.end(), d->type.shape.begin(), d->type.shape.end());
      }
  return analysis::to_expr(lower_, value, shapes);
}

std::optional<ir::Expr> ArgumentWriter::window_argument(const ir::Arg& a, const Window& w, const Solution& s) {
  if (!a.type.is_window) return whole_argument(a, w);
  ir::WindowExpr out{w.base, {}, a.type.scalar};
  for (std::size_t d = 0; d < w.lo.size(); ++d) {
    if (!w.param_dim[d] && !mentions_inner(w.like[d])) {
      out.dims.push_back({w.like[d], {}});
      continue;
    }
    Affine length = w.param_dim[d] ? under(lower_.index(a.type.shape[*w.param_dim[d]]), s) : Affine(0);
    // Terms are ordered as in this index; lengths may name sizes of other places.
    std::vector<ir::Expr> sources{w.like[d]};
    sources.insert(sources.end(), sources_.begin(), sources_.end());
    if (const auto* base = lower_.declaration(w.base))
      sources.insert(sources.end(), base->type.shape.begin(), base->type.shape.end());
    auto lo = analysis::to_expr(lower_, w.lo[d], sources), hi = analysis::to_expr(lower_, w.lo[d] + length, sources);
    if (!lo || !hi) {
      fail({a.name.text(), w.base.text(), "the window cannot be written with the names of the program"});
      return std::nullopt;
    }
    out.dims.push_back({*lo, w.param_dim[d] ? *hi : ir::Expr{}});
  }
  if (const auto* d = lower_.declaration(w.base)) out.type = d->type.scalar;
  return ir::Expr(out);
}

// A parameter that is not a window takes a whole buffer only.
std::optional<ir::Expr> ArgumentWriter::whole_argument(const ir::Arg& a, const Window& w) {
  const ir::Declaration* d = lower_.declaration(w.base);
  if (d && !d->type.is_window && w.lo.size() == a.type.shape.size()) return ir::read(w.base, d->type.scalar);
  fail({a.name.text(), w.base.text(),
        fmt::format("the procedure takes {} as a whole tensor, not as a window", a.name.text()),
        fmt::format("set_window in {}", callee_.name)});
  return std::nullopt;
}

}  // namespace tessera::rewrite
