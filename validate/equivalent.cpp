// SPDX-License-Identifier: Apache-2.0
#include "validate/equivalent.hpp"

#include <fmt/format.h>

#include <chrono>

#include "dsl/check/bounds.hpp"
#include "dsl/check/inputs.hpp"
#include "dsl/check/written.hpp"
#include "dsl/support/diagnostic.hpp"
#include "validate/field_runs.hpp"
#include "validate/uncovered_paths.hpp"

namespace tessera::validate {
namespace {

// The solver's limits for one class or path: the same on every machine, so that all find the same sizes.
constexpr smt::Limits limits_for_sizes{std::chrono::seconds(3), 100'000};
constexpr std::size_t max_shown = 8;             // paths that were left out
constexpr std::size_t max_undecided_paths = 32;  // paths that the solver may fail at before the rest is left out

// The distinctions of both programs.
std::vector<Distinctions> distinctions_of_both(const ir::Procedure& reference, const ir::Procedure& scheduled) {
  std::vector<Distinctions> out = distinctions(reference);
  std::vector<Distinctions> more = distinctions(scheduled);
  for (std::size_t i = 0; i < out.size() && i < more.size(); ++i) {
    out[i].moduli.merge(more[i].moduli);
    out[i].edges.merge(more[i].edges);
  }
  return out;
}

class Validator {
 public:
  Validator(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options& options)
      : reference_(reference),
        scheduled_(scheduled),
        options_(options),
        solver_(limits_for_sizes),
        cover_(reference, distinctions_of_both(reference, scheduled), options.ranges, solver_, options.seed),
        runs_(reference, scheduled, options) {}

  void run(Validation& out) {
    out.any_sizes = cover_.possible();
    if (!out.any_sizes && !options_.ranges.empty())
      throw InputError("sizes", "no sizes are in the ranges and satisfy the preconditions",
                       "widen the ranges, or leave one out");
    if (out.any_sizes) {
      run_choices(Cover::Goals::single);
      cover_paths(reference_);
      cover_paths(scheduled_);
      run_choices(Cover::Goals::all);
      count_paths();
    }
    out.tested = runs_.tested();
    out.tested.out_of_fuel = runs_.out_of_fuel();
    out.tested.paths = paths_;
    out.tested.paths_left_out = std::move(left_out_);
    out.tested.single = cover_.single();
    out.tested.combined = cover_.combined();
    out.tested.classes = cover_.words();
  }

 private:
  void run_choices(Cover::Goals goals) {
    while (!runs_.out_of_fuel()) {
      std::optional<interp::ControlValues> sizes = cover_.next(goals);
      if (!sizes) return;
      if (run(*sizes) == FieldRuns::Result::equal) cover_.ran(*sizes);
    }
  }

  FieldRuns::Result run(const interp::Inputs& inputs) {
    FieldRuns::Result r = runs_.run(inputs);
    if (r == FieldRuns::Result::differ) differ(inputs);
    if (r == FieldRuns::Result::unwritten) unwritten(inputs);
    return r;
  }

  // ---- paths that no sizes so far have led to

  struct Uncovered {
    analysis::Lowering lower;
    UncoveredPaths paths;
  };

  Uncovered uncovered(const ir::Procedure& proc) {
    Uncovered out{analysis::Lowering(solver_.terms(), proc), {}};
    out.paths = uncovered_paths(out.lower, proc, taken(proc));
    return out;
  }

  const interp::Coverage& taken(const ir::Procedure& proc) const {
    return &proc == &reference_ ? runs_.taken_by_reference() : runs_.taken_by_scheduled();
  }

  void cover_paths(const ir::Procedure& proc) {
    Uncovered open = uncovered(proc);
    const std::vector<smt::Formula> facts = analysis::preconditions(open.lower, proc);
    std::size_t undecided = 0;
    for (const UncoveredPath& w : open.paths.list) {
      if (taken(proc).count(w.id)) continue;
      if (runs_.out_of_fuel() || undecided > max_undecided_paths) return;
      const smt::Answer answer = asked(open.lower, proc, facts, w);
      if (answer.status == smt::Status::proved) impossible_.insert({&proc, w.id});
      if (answer.status == smt::Status::unknown) ++undecided;
      if (answer.status == smt::Status::refuted) try_inputs(proc, check::inputs(open.lower, proc, answer.model));
    }
  }

  smt::Answer asked(analysis::Lowering& lower, const ir::Procedure& proc, const std::vector<smt::Formula>& facts,
                    const UncoveredPath& w) {
    try {
      return question(lower, proc, facts, w);
    } catch (const smt::Overflow&) { return {}; }
  }

  smt::Answer question(analysis::Lowering& lower, const ir::Procedure& proc, const std::vector<smt::Formula>& facts,
                       const UncoveredPath& w) {
    smt::Query q{"sizes", "the path is never taken", facts, smt::Formula::constant(false)};
    q.assumptions.insert(q.assumptions.end(), w.when.begin(), w.when.end());
    for (std::size_t i = 0; i < proc.args.size(); ++i)
      if (auto r = options_.ranges.find(reference_.args[i].name.text()); r != options_.ranges.end()) {
        const smt::Affine v = smt::Affine::variable(proc.args[i].name);
        q.assumptions.push_back(smt::le(r->second.lo, v) && smt::le(v, r->second.hi));
      }
    const smt::Answer answer = solver_.prove(with(q, strides_apart(lower, proc, q.assumptions, Apart::nested)));
    if (answer.status != smt::Status::proved) return answer;
    return solver_.prove(with(q, strides_apart(lower, proc, q.assumptions, Apart::at_least)));
  }

  static smt::Query with(smt::Query q, std::vector<smt::Formula> more) {
    std::move(more.begin(), more.end(), std::back_inserter(q.assumptions));
    return q;
  }

  void try_inputs(const ir::Procedure& proc, interp::Inputs inputs) {
    interp::ControlValues sizes;  // arguments go by the reference's names
    for (std::size_t i = 0; i < proc.args.size(); ++i)
      if (proc.args[i].type.is_control()) sizes[reference_.args[i].name] = inputs.control.at(proc.args[i].name);
    inputs.control = sizes;
    if (!cover_.allowed(sizes)) return;
    if (run(inputs) == FieldRuns::Result::equal) cover_.ran(sizes);
  }

  void count_paths() {
    for (const ir::Procedure* proc : {&reference_, &scheduled_}) {
      const Uncovered open = uncovered(*proc);
      paths_.met += open.paths.covered;
      for (const UncoveredPath& w : open.paths.list) {
        const bool is_impossible = impossible_.count({proc, w.id}) > 0;
        paths_.impossible += is_impossible;
        paths_.left_out += !is_impossible;
        if (!is_impossible && left_out_.size() < max_shown) left_out_.push_back(proc->name + ": " + w.text());
      }
      if (!open.paths.is_complete) left_out_.push_back(proc->name + ": it has more paths than the limit");
      if (!open.paths.fits)
        left_out_.push_back(proc->name + ": the conditions of some of its paths do not fit 64 bits");
    }
  }

  // ---- a difference

  [[noreturn]] void differ(interp::Inputs found) {
    std::string text = differences(found).value_or(runs_.difference().text);
    const auto shows = [&](const interp::Inputs& inputs) {
      std::optional<std::string> shown = differences(inputs);
      if (shown) text = *std::move(shown);
      return shown.has_value();
    };
    while (make_smaller(found, shows)) {}
    Diagnostic d;
    d.code = "equivalence";
    d.message = fmt::format("{} and its scheduled form differ: {}", reference_.name, text);
    d.counterexample = {named(found)};
    d.hint = "unless a condition was assumed, this is a bug in Tessera: keep the program and the schedule";
    throw CheckError(std::move(d));
  }

  // The reference's result is undefined then.
  [[noreturn]] void unwritten(interp::Inputs found) {
    interp::Failure failure{runs_.difference().text, runs_.difference().code, runs_.difference().unwritten};
    const auto shows = [&](const interp::Inputs& inputs) {
      std::optional<interp::Failure> shown = unwritten_read(inputs);
      if (shown) failure = *std::move(shown);
      return shown.has_value();
    };
    while (make_smaller(found, shows)) {}
    check::refuse_unwritten(failure, reference_, found);
  }

  std::optional<interp::Failure> unwritten_read(const interp::Inputs& inputs) {
    interp::Fuel fuel;
    fuel.limit = options_.fuel;
    try {
      auto start = interp::random_arguments<interp::Field>(reference_, inputs, runs_.seed());
      auto failed = interp::failure<interp::Field>(reference_, start, interp::Uninitialised::error, &fuel);
      return failed && failed->unwritten ? failed : std::nullopt;
    } catch (const interp::OutOfFuel&) { return std::nullopt; } catch (const interp::InterpError&) {
      return std::nullopt;  // strides that do not fit smaller sizes
    }
  }

  // One argument less, if that still shows it.
  template <class Shows> bool make_smaller(interp::Inputs& inputs, Shows shows) {
    for (auto& [name, value] : inputs.control) {
      const std::int64_t from = value;
      for (std::int64_t smaller : {from / 4, from / 2, from - 16, from - 4, from - 1}) {
        value = smaller;
        if (std::abs(smaller) >= std::abs(from) || !cover_.allowed(inputs.control)) continue;
        if (shows(inputs)) return true;
      }
      value = from;
    }
    return false;
  }

  // How they differ, in small numbers where these show the same.
  std::optional<std::string> differences(const interp::Inputs& inputs) {
    std::optional<interp::Difference> field = difference<interp::Field>(inputs);
    if (!field) field = runs_.wide_difference(inputs);
    if (!field) return std::nullopt;
    std::optional<interp::Difference> integers = difference<interp::Integers>(inputs);
    return integers && integers->kind == field->kind ? integers->text : field->text;
  }

  template <class Domain> std::optional<interp::Difference> difference(const interp::Inputs& inputs) {
    interp::Fuel fuel;
    fuel.limit = options_.fuel;
    try {
      auto outcome = interp::run_pair<Domain>(reference_, scheduled_, inputs, runs_.seed(),
                                              {interp::Uninitialised::error, options_.modulo, &fuel});
      if (outcome.difference && outcome.difference->kind == interp::Difference::Kind::before_failed)
        return std::nullopt;
      return outcome.difference;
    } catch (const interp::OutOfFuel&) { return std::nullopt; } catch (const interp::InterpError&) {
      return std::nullopt;  // strides that do not fit smaller sizes
    }
  }

  // The inputs of both: sizes, strides of windows, fields.
  std::vector<Counterexample::Value> named(const interp::Inputs& inputs) const {
    auto start = interp::random_arguments<interp::Integers>(reference_, inputs, runs_.seed());
    interp::random_configs(scheduled_, inputs, runs_.seed(), start);
    std::vector<Counterexample::Value> out;
    for (std::size_t i = 0; i < reference_.args.size(); ++i) {
      const ir::Arg& a = reference_.args[i];
      if (a.type.is_control()) out.push_back({a.name.text(), start.values[i].control});
      for (std::size_t d = 0; a.type.is_window && d < a.type.shape.size(); ++d)
        out.push_back({fmt::format("stride({}, {})", a.name.text(), d), start.values[i].tensor.strides[d]});
    }
    for (const auto& [field, value] : start.control_configs) out.push_back({field, value});
    return out;
  }

  const ir::Procedure &reference_, &scheduled_;
  const Options& options_;
  smt::Solver solver_;
  Cover cover_;
  FieldRuns runs_;
  Cover::Count paths_;
  std::vector<std::string> left_out_;
  std::set<std::pair<const ir::Procedure*, interp::PathId>> impossible_;
};

}  // namespace

Validation equivalent(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  Validation out;
  check_ranges(options.ranges, reference);
  smt::Solver solver;
  check::check_reachable(scheduled, solver);
  Validator(reference, scheduled, options).run(out);
  if (options.prove) out.all_sizes = compare_for_all_sizes(reference, scheduled);
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return out;
}

}  // namespace tessera::validate
