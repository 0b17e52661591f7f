// SPDX-License-Identifier: Apache-2.0
#include "artifact/report/validation.hpp"

#include <fmt/format.h>

namespace tessera::report {
namespace {

using validate::Cover;
using validate::Tested;

std::string choices(std::size_t n) { return fmt::format("{} choice{} of sizes", n, n == 1 ? "" : "s"); }

std::string tested_text(const Tested& t) {
  if (t.choices == 0) return "equality over the field of 2^61 - 1 elements: no sizes were run\n";
  std::string out =
      fmt::format("equality over the field of 2^61 - 1 elements: {}, {} random point{}: every output agrees\n",
                  choices(t.choices), t.points, t.points == 1 ? "" : "s");
  out += fmt::format("  a difference in them was missed with a probability below {:.1e}\n", t.error_bound);
  if (t.wide) out += fmt::format("  {} also on integers over the whole range of their types\n", choices(t.wide));
  return out;
}

std::string count_text(const char* what, const Cover::Count& c) {
  if (c.met + c.impossible + c.left_out == 0) return "";
  std::string out = fmt::format("  {}: {} met", what, c.met);
  if (c.impossible) out += fmt::format(", {} ruled out by the preconditions or ranges", c.impossible);
  if (c.left_out) out += fmt::format(", {} LEFT OUT", c.left_out);
  return out + "\n";
}

const char* verdict_name(validate::AllSizes::Verdict v) {
  using Verdict = validate::AllSizes::Verdict;
  return v == Verdict::proved ? "proved" : v == Verdict::undecided ? "undecided" : "not applicable";
}

std::string all_sizes_text(const validate::AllSizes& a) {
  return fmt::format("equality for all sizes: {}: {}\n", verdict_name(a.verdict), a.text);
}

std::string cover_text(const Tested& t) {
  std::string out;
  for (const std::string& line : t.classes) out += "  " + line + "\n";
  if (!t.classes.empty())
    out += count_text("classes of single sizes", t.single) + count_text("combinations", t.combined);
  out += count_text("paths into branches and loops, past them, and over the edges of comparisons", t.paths);
  for (const std::string& path : t.paths_left_out) out += "    no run: " + path + "\n";
  if (t.out_of_fuel) out += "  the limit of work was met: --work sets it\n";
  if (t.too_long)
    out += fmt::format("  left out: {} that would take more than the limit of work\n", choices(t.too_long));
  if (t.outside)
    out += fmt::format("  left out: {} at which the reference itself stops (a precondition on strides or fields)\n",
                       choices(t.outside));
  if (t.overflows)
    out +=
        fmt::format("  left out: {} at which index arithmetic of the reference leaves 64 bits\n", choices(t.overflows));
  if (t.without_layout)
    out += fmt::format(
        "  left out: {} with strides for which no layout of a window is known that keeps its elements apart\n",
        choices(t.without_layout));
  return out;
}

Json count_json(const Cover::Count& c) {
  return {{"met", c.met}, {"impossible", c.impossible}, {"left_out", c.left_out}};
}

std::string order_text(const std::vector<std::string>& steps) {
  if (steps.empty()) return "order of floating-point sums: preserved\n";
  return fmt::format("order of floating-point sums: reassociated at step {}\n", fmt::join(steps, ", step "));
}

}  // namespace

std::string to_text(const ValidationReport& r) {
  std::string out =
      "final procedure: accesses in bounds, preconditions of calls, memories and precisions: proved for all sizes\n";
  if (!r.result.any_sizes) out += "equality: no sizes satisfy the preconditions, so there is nothing to compare\n";
  else out += tested_text(r.result.tested) + cover_text(r.result.tested);
  if (r.result.any_sizes) out += all_sizes_text(r.result.all_sizes);
  out += order_text(r.reassociated);
  for (const std::string& id : r.unsafe) out += fmt::format("UNSAFE: assumed, not proved: {}\n", id);
  return out +
         fmt::format("validated in {:.2f} s, {} steps of the interpreter\n", r.result.seconds, r.result.tested.steps);
}

Json to_json(const ValidationReport& r) {
  const Tested& t = r.result.tested;
  return {{"bounds", "proved"},
          {"any_sizes", r.result.any_sizes},
          {"all_sizes",
           {{"verdict", verdict_name(r.result.all_sizes.verdict)},
            {"text", r.result.all_sizes.text},
            {"queries", r.result.all_sizes.queries}}},
          {"tested",
           {{"choices", t.choices},
            {"points", t.points},
            {"wide", t.wide},
            {"error_bound", t.error_bound},
            {"classes", t.classes},
            {"single", count_json(t.single)},
            {"combinations", count_json(t.combined)},
            {"ways", count_json(t.paths)},
            {"ways_left_out", t.paths_left_out},
            {"too_long", t.too_long},
            {"out_of_work", t.out_of_fuel},
            {"outside", t.outside},
            {"overflows", t.overflows},
            {"without_layout", t.without_layout},
            {"steps", t.steps}}},
          {"tainted", !r.unsafe.empty()},
          {"unsafe", r.unsafe},
          {"reassociates", r.reassociated},
          {"seconds", r.result.seconds}};
}

}  // namespace tessera::report
