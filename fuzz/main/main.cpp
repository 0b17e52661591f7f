// SPDX-License-Identifier: Apache-2.0
// tessera-fuzz: random programs, steps and texts against all oracles. A separate program, as it is for work on the
// compiler only.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "api/library_root.hpp"
#include "artifact/report/facts.hpp"
#include "cli/program.hpp"
#include "dsl/rewrite/contract.hpp"
#include "dsl/rewrite/primitive.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "fuzz/campaign.hpp"
#include "fuzz/shrink.hpp"

namespace {

using namespace tessera;
using report::Json;

struct FuzzJob {
  fuzz::Campaign campaign;
  std::string kind = "steps", out;
  std::vector<std::string> weakened;
  std::optional<std::size_t> one;
  bool json = false, as_found = false;
};

void check_weakened(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    const std::string of = id.substr(0, id.find('.'));
    const Primitive* primitive = find_primitive(of);
    const std::span<const rewrite::Condition> conditions = of == "step" ? rewrite::step_conditions()
                                                           : primitive  ? primitive->conditions
                                                                        : std::span<const rewrite::Condition>();
    const auto is_named = [&](const rewrite::Condition& c) { return id == fmt::format("{}.{}", of, c.id); };
    if (!std::any_of(conditions.begin(), conditions.end(), is_named))
      throw InputError("usage", fmt::format("--weaken: there is not a condition '{}'", id),
                       "`tessera primitives` lists them");
  }
}

std::vector<std::string> library_texts() {
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (const auto& e : std::filesystem::recursive_directory_iterator(api::library_root(), ignored))
    if (e.path().extension() == ".tess") files.push_back(e.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> out;
  for (const auto& f : files) out.push_back(read_file(f));
  if (out.empty())
    throw InputError("usage", "there is no hardware library to make texts from", "TESSERA_HWLIB names their folder");
  return out;
}

std::string command(const FuzzJob& job, std::size_t number) {
  std::string out = fmt::format("tessera-fuzz --kind {} --seed {} --case {}", job.kind, job.campaign.seed, number);
  for (const std::string& id : job.weakened) out += " --weaken " + id;
  if (job.campaign.settings.compile_every)
    out += fmt::format(" --compile-every {}", job.campaign.settings.compile_every);
  return out;
}

std::string file_name(const FuzzJob& job, const fuzz::Numbered& f) {
  const std::string what = f.finding.primitive.empty() ? job.kind : f.finding.primitive;
  return fmt::format("fuzz_{}_{}_{}_{}.t", what, f.finding.kind, job.campaign.seed, f.number);
}

report::Json facts(const FuzzJob& job, const fuzz::Outcome& o) {
  report::Json primitives = report::Json::object(), findings = report::Json::array();
  for (const auto& [name, n] : o.counts.primitives)
    primitives[name] = {
        {"tried", n.tried}, {"accepted", n.accepted}, {"refused", n.refused}, {"undecided", n.undecided}};
  for (const fuzz::Numbered& f : o.findings)
    findings.push_back({{"case", f.number},
                        {"kind", f.finding.kind},
                        {"primitive", f.finding.primitive},
                        {"message", f.finding.message},
                        {"test", fuzz::as_test(f.finding, command(job, f.number))}});
  return {{"kind", job.kind},
          {"seed", job.campaign.seed},
          {"cases", o.cases},
          {"seconds", o.seconds},
          {"programs", o.counts.programs},
          {"accepted_programs", o.counts.accepted},
          {"compiled", o.counts.compiled},
          {"undecided_bounds", o.counts.undecided},
          {"reordered", o.counts.reordered},
          {"texts", o.counts.texts},
          {"texts_read", o.counts.read},
          {"primitives", primitives},
          {"conservative", o.counts.conservative},
          {"findings", findings}};
}

void print_primitives(const FuzzJob& job, const fuzz::Counts& counts) {
  if (counts.primitives.empty()) return;
  fmt::print("{:24} {:>7} {:>9} {:>8} {:>10}\n", "primitive", "tried", "accepted", "refused", "undecided");
  for (const Primitive& p : primitives()) {
    const auto found = counts.primitives.find(p.name);
    if (found == counts.primitives.end() && job.kind == "replace") continue;
    const fuzz::Counts::OfPrimitive n = found == counts.primitives.end() ? fuzz::Counts::OfPrimitive{} : found->second;
    fmt::print("{:24} {:7} {:9} {:8} {:10}{}\n", p.name, n.tried, n.accepted, n.refused, n.undecided,
               n.accepted ? "" : "  never accepted");
  }
}

void print_text(const FuzzJob& job, const fuzz::Outcome& o) {
  const fuzz::Counts& c = o.counts;
  print_primitives(job, c);
  if (!c.conservative.empty()) fmt::print("refused, though the replay shows no difference:\n");
  for (const auto& [id, n] : c.conservative) fmt::print("  {:30} {:5}\n", id, n);
  if (c.programs)
    fmt::print("programs: {} written, {} pass the checks ({:.0f} %)\n", c.programs, c.accepted,
               100.0 * c.accepted / c.programs);
  if (c.compiled) fmt::print("C: compiled and run for {} results\n", c.compiled);
  if (c.undecided) fmt::print("bounds of {} results are undecided\n", c.undecided);
  if (c.reordered) fmt::print("traces of {} results give their terms in another order\n", c.reordered);
  if (c.texts) fmt::print("texts: {} given, {} read\n", c.texts, c.read);
  for (const fuzz::Numbered& f : o.findings) fmt::print("\n{}\n", fuzz::as_test(f.finding, command(job, f.number)));
  fmt::print("{} cases in {:.1f} s, {} findings\n", o.cases, o.seconds, o.findings.size());
}

void show_progress(const fuzz::Outcome& o) {
  static double next = 5;
  if (o.seconds < next || !::isatty(2)) return;
  next = o.seconds + 5;
  fmt::print(stderr, "{} cases in {:.0f} s, {} findings\n", o.cases, o.seconds, o.findings.size());
}

void run_fuzz(FuzzJob job) {
  const std::optional<fuzz::Target> target = fuzz::target_named(job.kind);
  if (!target)
    throw InputError("usage", fmt::format("--kind: there is no '{}'", job.kind),
                     "one of steps, replace, procedures, text, library");
  check_weakened(job.weakened);
  if (!job.campaign.primitive.empty() && !find_primitive(job.campaign.primitive))
    throw InputError("usage", fmt::format("--only: there is no primitive '{}'", job.campaign.primitive),
                     "`tessera primitives` lists them");
  fuzz::Campaign& campaign = job.campaign;
  campaign.target = *target;
  campaign.settings.assumed = {job.weakened.begin(), job.weakened.end()};
  campaign.shrink = !job.as_found;
  if (job.one) campaign.first = *job.one, campaign.count = 1;
  if (*target == fuzz::Target::library) campaign.library_texts = library_texts();
  const fuzz::Outcome outcome = fuzz::run(campaign, show_progress);
  std::vector<OutputFile> files;
  for (const fuzz::Numbered& f : outcome.findings)
    files.push_back({file_name(job, f), fuzz::as_test(f.finding, command(job, f.number))});
  if (!job.out.empty()) write_files(job.out, files);
  if (job.json) fmt::print("{}\n", report::text_of(facts(job, outcome)));
  else print_text(job, outcome);
  if (!outcome.findings.empty()) throw api::AlreadyReported{ExitCode::refused};
}

}  // namespace

int main(int argc, char** argv) {
  FuzzJob job;
  CLI::App app{"Looks for wrong steps, crashes and bad errors with random inputs.", "tessera-fuzz"};
  app.add_option("--seed", job.campaign.seed, "the same seed gives the same cases on every machine")
      ->check(cli::wrong_number);
  app.add_option("--count", job.campaign.count, "how many cases")->check(cli::wrong_number);
  app.add_option("--minutes", job.campaign.minutes, "stop after so long")->check(CLI::NonNegativeNumber);
  app.add_option("--case", job.one, "this case alone")->check(cli::wrong_number);
  app.add_option("--kind", job.kind, "steps (default), replace, procedures, text, library");
  app.add_option("--out", job.out, "write each finding to this folder, as a test");
  app.add_option("--compile-every", job.campaign.settings.compile_every,
                 "compile and run the C of every so-manieth case")
      ->check(cli::wrong_number);
  app.add_option("--weaken", job.weakened, "assume this condition (reorder_loops.S1): it should be noticed");
  app.add_option("--findings", job.campaign.max_findings, "stop after so many")->check(cli::wrong_number);
  app.add_option("--only", job.campaign.primitive, "count findings of this primitive's steps alone");
  app.add_flag("--as-found", job.as_found, "do not make findings small");
  cli::add_json_option(app, job.json);
  return cli::run_program(app, argc, argv, [&]() -> cli::Command { return [&] { run_fuzz(job); }; });
}
