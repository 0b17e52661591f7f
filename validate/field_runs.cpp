// SPDX-License-Identifier: Apache-2.0
#include "validate/field_runs.hpp"

#include <algorithm>

#include "dsl/interp/control.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::validate {
namespace {

using interp::Field;

constexpr std::uint64_t overhead = 200;  // steps that a run costs at least: the fuel also limits how many there are
constexpr int max_points = 4;

bool known(const ir::Expr& e, const interp::ControlValues& sizes) {
  bool all = true;
  ir::for_each_expr(e, [&](const ir::Expr& node) {
    const auto* n = node.as<ir::Read>();
    if ((n && !sizes.count(n->name)) || node.as<ir::ReadConfig>() || node.as<ir::StrideOf>()) all = false;
  });
  return all;
}

// A lower bound of a run's steps: counts only loops whose bounds depend on arguments alone.
double steps_of_loops(const ir::Block& block, const interp::ControlValues& sizes) {
  double sum = 0;
  for (const ir::Stmt& s : block) {
    const auto* n = s.as<ir::For>();
    if (!n || !known(n->lo, sizes) || !known(n->hi, sizes)) continue;
    std::int64_t lo = interp::evaluate(n->lo, interp::SizesOnly(sizes)),
                 hi = interp::evaluate(n->hi, interp::SizesOnly(sizes));
    if (hi > lo) sum += static_cast<double>(hi - lo) * (1 + steps_of_loops(n->body, sizes));
  }
  return sum;
}

FieldRuns::Result stopped(const std::string& code) {
  if (code == "interp.overflow") return FieldRuns::Result::overflows;
  if (code == "interp.layout") return FieldRuns::Result::without_layout;
  return FieldRuns::Result::outside;
}

FieldRuns::Result result_of(const interp::Difference& d) {
  if (d.kind != interp::Difference::Kind::before_failed) return FieldRuns::Result::differ;
  return d.unwritten ? FieldRuns::Result::unwritten : stopped(d.code);
}

struct Highest {
  std::uint64_t numerator = 0, denominator = 0, outputs = 0;

  void meet(const Field::Number& n) {
    numerator = std::max<std::uint64_t>(numerator, n.numerator);
    denominator = std::max<std::uint64_t>(denominator, n.denominator);
    ++outputs;
  }
  void meet(const interp::Arguments<Field>& state) {
    for (const auto& value : state.values)
      for (const Field::Number& n : value.tensor.data) meet(n);
    for (const auto& [name, n] : state.data_configs) meet(n);
  }
};

}  // namespace

FieldRuns::FieldRuns(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options& options)
    : reference_(reference),
      scheduled_(scheduled),
      options_(options),
      wide_(reference, scheduled, options),
      has_configs_(!interp::config_fields(reference).empty() || !interp::config_fields(scheduled).empty()) {}

FieldRuns::Result FieldRuns::run(const interp::Inputs& inputs) {
  const Result r = surely_too_long(inputs.control) ? Result::too_long : run_points(inputs);
  if (r == Result::too_long) ++tested_.too_long;
  if (r == Result::outside) ++tested_.outside;
  if (r == Result::overflows) ++tested_.overflows;
  if (r == Result::without_layout) ++tested_.without_layout;
  if (r == Result::equal) ++tested_.choices;
  return r;
}

FieldRuns::Result FieldRuns::run_points(const interp::Inputs& inputs) {
  Result out = Result::outside;  // until the reference runs to its end at one point
  for (int point = 0; point < max_points; ++point) {
    const std::uint64_t before = tested_.steps;
    const Result r = run_point(inputs, options_.seed + tested_.points + stopped_);
    if (r == Result::too_long && out == Result::equal) break;  // it was run at another point
    if (r == Result::differ || r == Result::unwritten || r == Result::too_long) return r;
    if (r != Result::equal) ++stopped_;
    if (out != Result::equal) out = r;
    const bool is_short = tested_.steps - before < options_.fuel / 2000;
    if (!has_configs_ && (out != Result::equal || !is_short || point > 0)) break;
  }
  if (out != Result::equal) return out;
  difference_ = wide_difference(inputs);
  return difference_ ? Result::differ : Result::equal;
}

std::optional<interp::Difference> FieldRuns::wide_difference(const interp::Inputs& inputs) {
  if (!wide_.needed()) return std::nullopt;
  const WideRuns::Result r = wide_.run(inputs, seed_, options_.fuel - std::min(options_.fuel, tested_.steps));
  tested_.steps += r.steps;
  tested_.wide += r.ran;
  return r.difference;
}

FieldRuns::Result FieldRuns::run_point(const interp::Inputs& inputs, std::uint64_t seed) {
  seed_ = seed;
  interp::Fuel fuel;
  fuel.limit = options_.fuel - std::min(options_.fuel, tested_.steps);
  tested_.steps += overhead;
  try {
    interp::Coverage reference_paths, scheduled_paths;
    auto outcome = interp::run_pair<Field>(
        reference_, scheduled_, inputs, seed,
        {interp::Uninitialised::error, options_.modulo, &fuel, &reference_paths, &scheduled_paths});
    tested_.steps += fuel.steps;
    difference_ = outcome.difference;
    if (difference_) return result_of(*difference_);
    count_errors(outcome, fuel.calls);
    reference_paths_.merge(reference_paths);
    scheduled_paths_.merge(scheduled_paths);
  } catch (const interp::OutOfFuel&) {
    tested_.steps += fuel.steps;
    too_long_.push_back(inputs.control);
    return Result::too_long;
  } catch (const interp::InterpError& e) {
    if (e.diagnostic().code == "interp.argument") throw;  // the two are not called alike
    return stopped(e.diagnostic().code);
  }
  ++tested_.points;
  return Result::equal;
}

// Its tensors or its loops alone are too large, or every argument is at least that of sizes that were too large.
bool FieldRuns::surely_too_long(const interp::ControlValues& sizes) const {
  auto covers = [&](const interp::ControlValues& other) {
    return std::all_of(other.begin(), other.end(), [&](const auto& v) { return v.second <= sizes.at(v.first); });
  };
  if (out_of_fuel()) return true;
  const auto left = static_cast<double>(options_.fuel - tested_.steps);
  return interp::elements(reference_, sizes) > 8 * left || min_steps(sizes) > left ||
         std::any_of(too_long_.begin(), too_long_.end(), covers);
}

double FieldRuns::min_steps(const interp::ControlValues& sizes) const {
  try {
    return steps_of_loops(reference_.body, sizes);
  } catch (const interp::InterpError&) { return 0; }  // the run tells whether it comes to that bound
}

// Two different quotients of polynomials a/b and c/d agree where ad - cb is 0: with probability below its degree
// divided by the number of elements (Schwartz, Zippel). Once for each compared output, and for each pair of calls of
// functions that are not polynomials, whose arguments may agree by chance.
void FieldRuns::count_errors(const interp::Outcome<Field>& outcome, std::uint64_t calls) {
  Highest highest;
  highest.meet(outcome.before);
  std::uint64_t outputs = highest.outputs;
  highest.meet(outcome.after);
  double degree = static_cast<double>(std::max<std::uint64_t>(1, highest.numerator + highest.denominator));
  double chances = static_cast<double>(outputs) + static_cast<double>(calls) * static_cast<double>(calls) / 2;
  tested_.error_bound += chances * degree / static_cast<double>(Field::modulus);
}

}  // namespace tessera::validate
