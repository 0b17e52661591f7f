// SPDX-License-Identifier: Apache-2.0
#include "validate/wide_runs.hpp"

#include <algorithm>
#include <cmath>

#include "dsl/ir/walk.hpp"

namespace tessera::validate {
namespace {

using interp::Wrapping;

// Narrower ranges let more sums and products of the reference fit. 64-bit ones must fit a double.
constexpr int ranges_in_bits[] = {33, 16, 8, 4, 2};
constexpr int max_draws = 32;  // a few scalars are wide together in some of them only

bool is_integer(ir::Scalar type) { return ir::is_data(type) && !ir::is_float(type); }

bool has_integers(const ir::Procedure& proc) {
  const auto has = [](const std::vector<ir::Arg>& args) {
    return std::any_of(args.begin(), args.end(), [](const ir::Arg& a) { return is_integer(a.type.scalar); });
  };
  bool found = has(proc.args);
  for (const ir::ProcRef& p : ir::all_called(proc.body)) found = found || has(p->args);
  for (const auto& [config, field] : interp::config_fields(proc))
    found = found || is_integer(config->field(field).value_or(ir::Scalar::R));
  ir::for_each_stmt_and_called(proc.body, [&](const ir::Stmt& s) {
    if (const auto* n = s.as<ir::Alloc>()) found = found || is_integer(n->type.scalar);
  });
  return found;
}

// Half of them small; of the others half at an end of the range.
double draw(interp::Random& source, ir::Scalar type, int bits) {
  const bool is_unsigned = ir::is_unsigned(type);
  const int width = std::min(bits, ir::bit_size(type) - (is_unsigned ? 0 : 1));
  const double hi = std::ldexp(1.0, width) - 1, lo = is_unsigned ? 0 : -hi - 1;
  const std::uint64_t way = source() % 8, any = source();
  if (way < 4) return std::clamp(static_cast<double>(any % 8) - (is_unsigned ? 0 : 4), lo, hi);
  if (way < 6) return way == 4 ? lo : hi;
  return lo + static_cast<double>(any % static_cast<std::uint64_t>(hi - lo + 1));
}

interp::Arguments<interp::Floats> as_floats(const interp::Arguments<Wrapping>& state) {
  interp::Arguments<interp::Floats> out;
  for (const auto& a : state.values) {
    interp::Tensor<interp::Floats> t{{}, a.tensor.written, a.tensor.shape, a.tensor.strides, a.tensor.offset};
    for (const Wrapping::Number& n : a.tensor.data) t.data.push_back(n.value);
    out.values.push_back({a.control, std::move(t)});
  }
  out.control_configs = state.control_configs;
  for (const auto& [field, n] : state.data_configs) out.data_configs[field] = n.value;
  return out;
}

void widen_fields(const ir::Procedure& proc, interp::Random& source, int bits, interp::Arguments<Wrapping>& state) {
  for (const auto& [config, field] : interp::config_fields(proc))
    if (const ir::Scalar type = config->field(field).value_or(ir::Scalar::R); is_integer(type))
      state.data_configs[config->name + "." + field].value = draw(source, type, bits);
}

}  // namespace

WideRuns::WideRuns(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options& options)
    : reference_(reference),
      scheduled_(scheduled),
      options_(options),
      needed_(has_integers(reference) || has_integers(scheduled)) {}

WideRuns::Result WideRuns::run(const interp::Inputs& inputs, std::uint64_t seed, std::uint64_t limit) const {
  Result out;
  interp::Fuel fuel;
  fuel.limit = limit;
  try {
    for (int i = 0; i < max_draws && fuel.steps < options_.fuel / 2000 && !out.difference; ++i)
      run_draw(inputs, seed + static_cast<std::uint64_t>(i), fuel, out);
  } catch (const interp::OutOfFuel&) {}  // the field has been run on these sizes
  out.steps = fuel.steps;
  return out;
}

void WideRuns::run_draw(const interp::Inputs& inputs, std::uint64_t seed, interp::Fuel& fuel, Result& out) const {
  for (int bits : ranges_in_bits) {
    const State start = data(inputs, seed, bits);
    if (overflows(start, fuel)) continue;
    auto outcome =
        interp::run_pair(start, reference_, scheduled_, {interp::Uninitialised::error, options_.modulo, &fuel});
    if (outcome.difference && outcome.difference->kind == interp::Difference::Kind::before_failed) continue;
    out.difference = outcome.difference;
    out.ran = true;
    return;
  }
}

WideRuns::State WideRuns::data(const interp::Inputs& inputs, std::uint64_t seed, int bits) const {
  auto out = interp::random_arguments<Wrapping>(reference_, inputs, seed);
  interp::random_configs(scheduled_, inputs, seed, out);
  interp::Random source(seed);
  for (std::size_t i = 0; i < reference_.args.size(); ++i)
    if (const ir::Scalar type = reference_.args[i].type.scalar; is_integer(type))
      for (Wrapping::Number& n : out.values[i].tensor.data) n.value = draw(source, type, bits);
  for (const ir::Procedure* proc : {&reference_, &scheduled_}) widen_fields(*proc, source, bits, out);
  return out;
}

// Or it has no meaning on these data for another reason.
bool WideRuns::overflows(const State& start, interp::Fuel& fuel) const {
  auto state = as_floats(start);
  try {
    interp::run(reference_, state, interp::Uninitialised::error, &fuel);
  } catch (const interp::InterpError&) { return true; }
  return false;
}

}  // namespace tessera::validate
