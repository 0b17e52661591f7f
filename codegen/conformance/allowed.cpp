// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/allowed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "codegen/conformance/comparison.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/ir/error_bound.hpp"

namespace tessera::conformance {
namespace {

std::string fact(const ir::Procedure& p, const char* name) {
  const auto found = p.instr->facts.find(name);
  return found == p.instr->facts.end() ? "" : found->second;
}

template <class Domain> interp::Tensor<Domain> in_domain(const interp::Tensor<interp::Floats>& t) {
  interp::Tensor<Domain> out;
  for (const double v : t.data) out.data.push_back(Domain::point(v));
  out.written = t.written, out.shape = t.shape, out.strides = t.strides, out.offset = t.offset;
  return out;
}

template <class Domain> interp::Arguments<Domain> in_domain(const State& state) {
  interp::Arguments<Domain> out;
  for (const auto& value : state.values) out.values.push_back({value.control, in_domain<Domain>(value.tensor)});
  out.control_configs = state.control_configs;
  for (const auto& [field, value] : state.data_configs) out.data_configs.emplace(field, Domain::point(value));
  return out;
}

// Sums in another order: each of the additions rounds a partial sum, none of which is larger than all terms together,
// by half a unit or, to either neighbour, by one; and may flush it.
template <class Number>
interp::Bounds in_any_order(const Number& n, interp::Bounds b, const FloatRules& rules, ir::Scalar type) {
  const double rounding = n.magnitude * ir::spacing(1, type) / (rules.rounding == interp::Rounding::either ? 1 : 2);
  const double flushed = rules.denormals == interp::Denormals::flushed ? ir::smallest_normal(type) : 0;
  const double slack = n.terms * (rounding + flushed);
  return {b.lo - slack, b.hi + slack};
}

// Some order may overflow where all terms together do.
template <class Number> Allowed allowed(const Number& n, const FloatRules& rules, ir::Scalar type) {
  Allowed out{n.bounds(rules.rounding), n.may_be_nan};
  if (rules.has_any_order && ir::is_float(type) && n.terms > 2) out.bounds = in_any_order(n, out.bounds, rules, type);
  if (rules.has_any_order && ir::is_float(type) && n.magnitude > ir::largest(type)) out.is_anything = true;
  return out;
}

template <class Domain> AllowedNumbers numbers_in(const ir::Procedure& p, const State& state, const FloatRules& rules) {
  auto bounds = in_domain<Domain>(state);
  interp::run(p, bounds);
  AllowedNumbers out(p.args.size());
  for (std::size_t i = 0; i < p.args.size(); ++i)
    for (const auto& n : bounds.values[i].tensor.data) out[i].push_back(allowed(n, rules, p.args[i].type.scalar));
  return out;
}

bool is_allowed(const Allowed& a, double found) {
  return a.is_anything || (found >= a.bounds.lo && found <= a.bounds.hi);
}

// Where both are zero.
bool has_sign_of(double expected, double found) {
  return expected != 0 || found != 0 || std::signbit(expected) == std::signbit(found);
}

std::string text(const Allowed& a, double expected) {
  const std::string value = fmt::format("{}", expected);
  return a.bounds.is_point() ? value : fmt::format("{} (from {} to {})", value, a.bounds.lo, a.bounds.hi);
}

}  // namespace

FloatRules float_rules(const ir::Procedure& p) {
  using interp::Rounding;
  static const std::map<std::string, Rounding> named{{"separate", Rounding::separate},
                                                     {"fused", Rounding::fused},
                                                     {"any", Rounding::any},
                                                     {"either", Rounding::either}};
  FloatRules out;
  if (!p.instr) return out;
  if (const auto r = named.find(fact(p, "rounding")); r != named.end()) out.rounding = r->second;
  if (fact(p, "denormals") == "flushed") out.denormals = interp::Denormals::flushed;
  out.has_any_order = fact(p, "order") == "any";
  return out;
}

AllowedNumbers allowed_numbers(const ir::Procedure& p, const State& state) {
  const FloatRules rules = float_rules(p);
  if (rules.denormals == interp::Denormals::flushed)
    return numbers_in<interp::Enclosure<interp::Denormals::flushed>>(p, state, rules);
  return numbers_in<interp::Enclosure<interp::Denormals::kept>>(p, state, rules);
}

std::string difference(const ir::Procedure& p, const State& expected, const AllowedNumbers& allowed,
                       const State& found) {
  const bool moves = only_moves(p), keeps_signs = only_converts_floats(p);
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (p.args[i].type.is_control()) continue;
    const auto &a = expected.values[i].tensor, &b = found.values[i].tensor;
    for (std::size_t k = 0; k < reach(a); ++k) {
      if (!a.written[k]) continue;
      const bool is_right =
          moves ? is_same(a.data[k], b.data[k], ir::is_float(p.args[i].type.scalar))
                : is_allowed(allowed[i][k], b.data[k]) && (!keeps_signs || has_sign_of(a.data[k], b.data[k]));
      if (!is_right)
        return fmt::format("{} at {} is {}, expected {}", p.args[i].name.text(), k, b.data[k],
                           moves ? fmt::format("{}", a.data[k]) : text(allowed[i][k], a.data[k]));
    }
  }
  return "";
}

}  // namespace tessera::conformance
