// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/already_reported.hpp"
#include "api/known_wrong.hpp"
#include "api/load.hpp"
#include "artifact/library_conformance.hpp"
#include "artifact/report/facts.hpp"
#include "cli/hwlib_show.hpp"
#include "codegen/conformance/lengths.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/progress.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::cli {
namespace {

using conformance::Finding, conformance::Verdict, conformance::Where;
using report::Json;

std::vector<ir::ProcRef> wanted(const LibraryCheck& job, const script::Library& library) {
  std::vector<ir::ProcRef> all = own_instructions(library);
  if (all.empty())
    throw InputError("hwlib", job.library + " holds no instruction" + (library.base ? " of its own" : ""),
                     "one starts with `@instr(\"C template\")`");
  if (job.only.empty()) return all;
  std::vector<std::string> names;
  for (const ir::ProcRef& p : all) names.push_back(p->name);
  std::erase_if(all, [&](const ir::ProcRef& p) { return p->name != job.only; });
  if (!all.empty()) return all;
  const std::string near = syntax::nearest(job.only, names);
  throw InputError("name", fmt::format("{} holds no instruction '{}'", job.library, job.only),
                   near.empty() ? syntax::known_names(names) : near);
}

// Its base's too.
std::vector<ir::ProcRef> instructions_of(const script::Library& library) {
  std::vector<ir::ProcRef> out;
  for (const ir::ProcRef& p : library.module.procs)
    if (p->instr) out.push_back(p);
  return out;
}

const char* word(Verdict v) { return v == Verdict::passed ? "passed" : v == Verdict::failed ? "failed" : "skipped"; }

std::string names_of(const std::vector<conformance::Machine>& machines) {
  std::vector<std::string> out;
  for (const conformance::Machine& m : machines) out.push_back(m.name);
  return fmt::format("{}", fmt::join(out, ", "));
}

void print(const Finding& f) {
  const std::string& name = f.instruction->name;
  switch (f.verdict) {
    case Verdict::passed:
      fmt::print("{:28} passed {} {} ({}){}{}{}{}{}{}\n", name, syntax::counted(f.runs(), "run", "runs"),
                 conformance::in_words(f.where()), names_of(f.machines), artifact::shown_by(f.shown_by),
                 artifact::between(f.machines), f.stated ? artifact::within(*f.stated, f.most_off) : "",
                 artifact::left_out(f.left_out), artifact::by_probe(f.probed), artifact::not_run_on(f.not_run));
      break;
    case Verdict::skipped: fmt::print("{:28} SKIPPED: {}\n", name, f.why); break;
    case Verdict::failed:
      fmt::print("{:28} FAILED {}{}\n", name, f.why, artifact::not_run_on(f.not_run));
      for (const std::string& line : f.errors) fmt::print("    it says: {}\n", line);
      for (const std::string& line : f.operands_and_results) fmt::print("    {}\n", line);
      if (f.instruction->loc) fmt::print("    defined at {}: correct its C or its body\n", f.instruction->loc.text());
  }
}

std::size_t count(const std::vector<Finding>& findings, Verdict v) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [v](const Finding& f) { return f.verdict == v; }));
}

std::vector<std::string> run_nowhere(const std::vector<Finding>& findings) {
  std::vector<std::string> out;
  for (const Finding& f : findings)
    if (f.where() == Where::nowhere) out.push_back(f.instruction->name);
  return out;
}

std::size_t count(const std::vector<Finding>& findings, Where w) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [w](const Finding& f) { return f.where() == w; }));
}

// Run on one machine of the library and not on another.
std::size_t run_in_part(const std::vector<Finding>& findings) {
  return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), [](const Finding& f) {
    return f.where() != Where::nowhere && !f.not_run.empty();
  }));
}

// "; guard pages around operands", "; canaries around operands on this and that, guard pages on others"
std::string around_operands(const std::vector<Finding>& findings) {
  std::vector<conformance::Machine> with_canaries, all = artifact::machines_that_ran(findings);
  std::copy_if(all.begin(), all.end(), std::back_inserter(with_canaries),
               [](const auto& m) { return m.around == conformance::Around::canaries; });
  if (all.empty()) return "";
  if (with_canaries.empty()) return "; guard pages around operands";
  return fmt::format("; canaries around operands on {}{}", names_of(with_canaries),
                     with_canaries.size() < all.size() ? ", guard pages on others" : "");
}

void print_text(const std::vector<Finding>& findings) {
  for (const Finding& f : findings) print(f);
  const std::vector<std::string> nowhere = run_nowhere(findings);
  const std::size_t in_part = run_in_part(findings);
  fmt::print("{}: {} passed, {} failed; {} run natively, {} emulated, {} modelled, {} not run{}{}{}{}\n",
             syntax::counted(findings.size(), "instruction", "instructions"), count(findings, Verdict::passed),
             count(findings, Verdict::failed), count(findings, Where::natively), count(findings, Where::emulated),
             count(findings, Where::modelled), nowhere.size(), nowhere.empty() ? "" : ": ", fmt::join(nowhere, ", "),
             in_part ? fmt::format("; {} not on every machine", in_part) : "", around_operands(findings));
}

Json to_json(const conformance::Machine& m) {
  Json out{{"name", m.name},
           {"compile", m.compiler},
           {"compiler", artifact::version_said(m.compiler_says)},
           {"around_operands", conformance::in_words(m.around)}};
  if (!m.model.empty()) out["model"] = std::filesystem::path(m.model).filename().string();
  if (m.runner.empty()) return out;
  out["run"] = m.runner;
  out["emulator"] = artifact::version_said(m.emulator_says);
  return out;
}

Json to_json(const Finding& f) {
  Json out{{"name", f.instruction->name}, {"verdict", word(f.verdict)}, {"cases", f.cases}, {"runs", f.runs()}};
  if (f.where() != Where::nowhere) out["how"] = artifact::how_word(f.where());
  for (const conformance::Machine& m : f.machines) out["machines"].push_back(m.name);
  if (!f.probed.empty()) out["probed"] = f.probed;
  if (!f.shown_by.empty()) out["shown_by"] = f.shown_by;
  if (f.failed_on) out["failed_on"] = f.failed_on->name;
  for (const conformance::NotRun& n : f.not_run) out["not_run"].push_back({{"machine", n.machine}, {"why", n.why}});
  if (!f.left_out.empty()) out["left_out"] = f.left_out;
  if (f.stated) artifact::add_error_bound(*f.stated, f.most_off, out);
  if (!f.why.empty()) out["why"] = f.why;
  if (!f.errors.empty()) out["errors"] = f.errors;
  if (!f.operands_and_results.empty()) out["operands"] = f.operands_and_results;
  return out;
}

Json to_json(const std::string& library, const std::vector<Finding>& findings) {
  Json instructions = Json::array(), machines = Json::array();
  for (const Finding& f : findings) instructions.push_back(to_json(f));
  for (const conformance::Machine& m : artifact::machines_that_ran(findings)) machines.push_back(to_json(m));
  return {{"library", library},
          {"passed", count(findings, Verdict::passed)},
          {"failed", count(findings, Verdict::failed)},
          {"skipped", count(findings, Verdict::skipped)},
          {"run_natively", count(findings, Where::natively)},
          {"emulated", count(findings, Where::emulated)},
          {"modelled", count(findings, Where::modelled)},
          {"not_run", count(findings, Where::nowhere)},
          {"machines", machines},
          {"instructions", instructions}};
}

}  // namespace

namespace {

conformance::Subjects subjects(const LibraryCheck& job, const script::Library& library) {
  std::vector<std::string> folders;
  for (const std::filesystem::path& folder : api::library_folders(job.library))
    folders.push_back(std::filesystem::absolute(folder).string());
  return {wanted(job, library), folders, job.seed, instructions_of(library)};
}

// For all sizes, of which the cases have some: as where a program uses the instruction. What is undecided did not fail,
// and has not passed.
std::vector<Finding> with_proved_accesses(std::vector<Finding> findings) {
  const ContextRef context = api::make_context({});
  for (Finding& f : findings) {
    if (f.verdict == Verdict::failed) continue;
    try {
      check::check_reachable(f.instruction, context->solver, context->proved);
    } catch (const Error& e) {
      if (e.exit_code() == ExitCode::bug) throw;
      f.verdict = e.exit_code() == ExitCode::undecided ? Verdict::skipped : Verdict::failed;
      f.undecided = f.verdict == Verdict::skipped;
      f.why = "its body: " + e.diagnostic().message;
    }
  }
  return findings;
}

// Of procedures that are no instructions, for the library's number of lanes, if it has one.
void prove_other_accesses(const script::Library& library, const ir::Lanes* lanes) try {
  const ContextRef context = api::make_context({});
  for (const ir::ProcRef& p : api::own_definitions(library).procs)
    if (!p->instr) check::check_reachable(p, context->solver, context->proved);
} catch (const Error& e) {
  if (lanes) api::rethrow_about_length(e, *lanes);
  throw;
}

// What an instruction means depends on the number of lanes: each is checked on the machines that have as many.
std::vector<Finding> found(const LibraryCheck& job, const script::Library& library,
                           const conformance::Machines& machines) {
  script::Inputs inputs;
  inputs.libraries = {library};
  const ir::Lanes* lanes = script::lanes_of(inputs);
  const std::size_t lengths = lanes ? lanes->lengths.size() : 1;
  Progress progress("hwlib check", lengths * wanted(job, library).size());
  const auto done = [&] { progress.step(); };
  if (!lanes) {
    prove_other_accesses(library, nullptr);
    return with_proved_accesses(conformance::check(subjects(job, library), machines, done));
  }
  std::vector<conformance::FindingsOfLength> all;
  for (const std::int64_t length : lanes->lengths) {
    const script::Library read = api::load_library(job.library, {}, length);
    const ir::Lanes of_this{lanes->symbol, lanes->lengths, lanes->c_text, length};
    prove_other_accesses(read, &of_this);
    all.push_back({fmt::format("{} = {}", lanes->symbol, length),
                   with_proved_accesses(
                       conformance::check(subjects(job, read), conformance::of_length(machines, length), done))});
  }
  return conformance::joined(std::move(all));
}

}  // namespace

void check_library(const LibraryCheck& job) {
  if (job.record && !job.only.empty())
    throw InputError("usage", "--record is of the whole library: it cannot go with --only", "leave one of them out");
  const script::Library library = api::load_library(job.library);
  conformance::Machines machines = api::library_machines(job.library);
  api::check_known_wrong(library, machines);
  if (!job.compilers.empty()) conformance::compile_natively_by(job.compilers, machines);
  const std::vector<Finding> findings = found(job, library, machines);
  if (job.json) fmt::print("{}\n", report::text_of(to_json(job.library, findings)));
  else print_text(findings);
  if (count(findings, Verdict::failed)) throw api::AlreadyReported{ExitCode::refused};
  const bool is_open = std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.undecided; });
  if (is_open || !count(findings, Verdict::passed)) throw api::AlreadyReported{ExitCode::undecided};
  if (!job.record) return;
  const Json record = to_json(artifact::conformance_record(job.library, findings));
  write_files(api::library_folder(job.library), {{api::conformance_file_name, report::text_of(record) + "\n"}});
}

}  // namespace tessera::cli
