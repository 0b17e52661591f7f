// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/control_choices.hpp"

#include <set>

#include "dsl/ir/walk.hpp"

namespace tessera::conformance {
namespace {

constexpr std::int64_t least = -1, most = 17;
constexpr std::size_t max_tried = 20'000;

void add_literals(const ir::Expr& e, std::set<std::int64_t>& out) {
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    constexpr std::int64_t too_many_elements = 4096;
    const std::int64_t* v = ir::literal(x);
    if (v && *v <= too_many_elements) out.insert({*v - 1, *v, *v + 1});
  });
}

std::set<std::int64_t> candidates(const ir::Procedure& p, const ir::Arg& a) {
  if (a.type.scalar == ir::Scalar::bool_) return {0, 1};
  std::set<std::int64_t> out;
  for (std::int64_t v = least; v <= most; ++v) out.insert(v);
  for (const ir::Expr& e : p.asserts) add_literals(e, out);
  if (a.type.scalar == ir::Scalar::size) out.erase(out.begin(), out.lower_bound(1));
  return out;
}

}  // namespace

std::vector<interp::ControlValues> control_choices(const ir::Procedure& p) {
  std::vector<interp::ControlValues> out{{}};
  for (const ir::Arg& a : p.args) {
    if (!a.type.is_control()) continue;
    std::vector<interp::ControlValues> longer;
    for (const auto& values : out)
      for (std::int64_t v : candidates(p, a)) {
        longer.push_back(values);
        longer.back()[a.name] = v;
      }
    out = thinned(std::move(longer), max_tried);
  }
  return out;
}

}  // namespace tessera::conformance
