// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/control_choices.hpp"

#include <set>

#include "dsl/ir/walk.hpp"

namespace tessera::conformance {
namespace {

constexpr std::int64_t least = -1, most = 17;
constexpr std::size_t max_tried = 20'000;

std::vector<std::int64_t> candidates(const ir::Procedure& p, const ir::Arg& a) {
  std::set<std::int64_t> near;
  for (const ir::Expr& e : p.asserts) add_near_literals(e, near);
  return values_of(a.type.scalar, near);
}

// Each of them with each of the values, which `set` puts in.
template <class Set> std::vector<interp::Inputs> with_each(const std::vector<interp::Inputs>& all,
                                                           const std::vector<std::int64_t>& values, const Set& set) {
  std::vector<interp::Inputs> longer;
  for (const interp::Inputs& inputs : all)
    for (const std::int64_t v : values) {
      longer.push_back(inputs);
      set(longer.back(), v);
    }
  return thinned(std::move(longer), max_tried);
}

}  // namespace

void add_near_literals(const ir::Expr& e, std::set<std::int64_t>& out) {
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    constexpr std::int64_t too_many_elements = 4096;
    const std::int64_t* v = ir::literal(x);
    if (v && *v <= too_many_elements) out.insert({*v - 1, *v, *v + 1});
  });
}

std::vector<std::int64_t> values_of(ir::Scalar type, std::set<std::int64_t> out) {
  if (type == ir::Scalar::bool_) return {0, 1};
  for (std::int64_t v = least; v <= most; ++v) out.insert(v);
  if (type == ir::Scalar::size) out.erase(out.begin(), out.lower_bound(1));
  return {out.begin(), out.end()};
}

std::vector<interp::Inputs> control_choices(const ir::Procedure& p, const Settings& settings) {
  std::vector<interp::Inputs> out{interp::ControlValues{}};
  for (const ir::Arg& a : p.args)
    if (a.type.is_control())
      out = with_each(out, candidates(p, a), [&](interp::Inputs& in, std::int64_t v) { in.control[a.name] = v; });
  for (const auto& [field, values] : field_choices(p, settings))
    out = with_each(out, values, [&, field = field](interp::Inputs& in, std::int64_t v) { in.fields[field] = v; });
  return out;
}

}  // namespace tessera::conformance
