#include "verify/equivalent.hpp"

#include <fmt/format.h>

#include <chrono>

#include "dsl/check/bounds.hpp"
#include "dsl/support/diagnostic.hpp"
#include "verify/field_runs.hpp"

namespace tessera::verify {
namespace {

constexpr std::chrono::milliseconds time_for_sizes{200};  // what the solver may spend on one class

// What either program can tell apart.
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
        solver_({time_for_sizes}),
        cover_(reference, distinctions_of_both(reference, scheduled), options.ranges, solver_, options.seed),
        runs_(reference, scheduled, options) {}

  void run(Validation& out) {
    out.any_sizes = cover_.possible();
    if (!out.any_sizes && !options_.ranges.empty()) contradiction();
    if (out.any_sizes) run_choices();
    out.tested = runs_.tested();
    out.tested.single = cover_.single();
    out.tested.combined = cover_.combined();
    out.tested.classes = cover_.words();
  }

 private:
  void run_choices() {
    while (std::optional<interp::ControlValues> sizes = cover_.next()) {
      FieldRuns::Result r = runs_.run(*sizes);
      if (r == FieldRuns::Result::equal) cover_.ran(*sizes);
      if (r == FieldRuns::Result::differ) differ(std::move(*sizes));
    }
  }

  [[noreturn]] static void contradiction() {
    Diagnostic d;
    d.code = "sizes";
    d.message = "no sizes are in the ranges and satisfy the preconditions";
    d.hint = "widen the ranges, or leave one out";
    throw InputError(std::move(d));
  }

  [[noreturn]] void differ(interp::ControlValues found) {
    interp::ControlValues sizes = found;
    std::string text = differences(sizes).value_or(runs_.difference().text);
    while (make_smaller(sizes, text)) {}
    Diagnostic d;
    d.code = "equivalence";
    d.message = fmt::format("{} and its scheduled form differ: {}", reference_.name, text);
    d.counterexample = named(sizes);
    d.hint = "unless a condition was taken as given, this is a bug in Tessera: keep the program and the schedule";
    throw CheckError(std::move(d));
  }

  // One argument less, if that still shows a difference.
  bool make_smaller(interp::ControlValues& sizes, std::string& text) {
    for (auto& [name, value] : sizes) {
      const std::int64_t from = value;
      for (std::int64_t smaller : {from / 4, from / 2, from - 16, from - 4, from - 1}) {
        value = smaller;
        if (std::abs(smaller) >= std::abs(from) || !cover_.allowed(sizes)) continue;
        if (std::optional<std::string> shown = differences(sizes)) {
          text = *shown;
          return true;
        }
      }
      value = from;
    }
    return false;
  }

  // How they differ, in small numbers where these show the same.
  std::optional<std::string> differences(const interp::ControlValues& sizes) {
    std::optional<interp::Difference> field = difference<interp::Field>(sizes);
    if (!field) return std::nullopt;
    std::optional<interp::Difference> integers = difference<interp::Integers>(sizes);
    return integers && integers->kind == field->kind ? integers->text : field->text;
  }

  template <class Domain> std::optional<interp::Difference> difference(const interp::ControlValues& sizes) {
    interp::Effort effort;
    effort.limit = options_.work;
    try {
      auto outcome = interp::run_both<Domain>(reference_, scheduled_, sizes, options_.seed,
                                              interp::Uninitialised::error, options_.modulo, &effort);
      if (outcome.difference && outcome.difference->kind == interp::Difference::Kind::before_failed)
        return std::nullopt;
      return outcome.difference;
    } catch (const interp::OutOfEffort&) { return std::nullopt; }
  }

  std::string named(const interp::ControlValues& sizes) const {
    std::string out;
    for (const ir::Arg& a : reference_.args)
      if (auto it = sizes.find(a.name); it != sizes.end())
        out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", a.name.text(), it->second);
    return out;
  }

  const ir::Procedure &reference_, &scheduled_;
  const Options& options_;
  smt::Solver solver_;
  Cover cover_;
  FieldRuns runs_;
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

}  // namespace tessera::verify
