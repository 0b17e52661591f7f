// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/already_reported.hpp"
#include "api/load.hpp"
#include "artifact/library_conformance.hpp"
#include "artifact/report/facts.hpp"
#include "cli/hwlib_show.hpp"
#include "dsl/support/files.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::cli {
namespace {

using conformance::Finding, conformance::Verdict;
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
      fmt::print("{:28} passed {} {} ({}){}{}\n", name, syntax::counted(f.runs(), "run", "runs"),
                 f.is_native() ? "natively" : "under emulation", names_of(f.machines),
                 f.stated_ulp ? artifact::within(*f.stated_ulp, f.max_ulp) : "", artifact::left_out(f.left_out));
      break;
    case Verdict::skipped: fmt::print("{:28} SKIPPED: {}\n", name, f.why); break;
    case Verdict::failed:
      fmt::print("{:28} FAILED {}\n", name, f.why);
      for (const std::string& line : f.operands_and_results) fmt::print("    {}\n", line);
  }
}

std::size_t count(const std::vector<Finding>& findings, Verdict v) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [v](const Finding& f) { return f.verdict == v; }));
}

void print_text(const std::vector<Finding>& findings) {
  std::vector<std::string> skipped;
  for (const Finding& f : findings) {
    print(f);
    if (f.verdict == Verdict::skipped) skipped.push_back(f.instruction->name);
  }
  fmt::print("{}: {} passed, {} failed, {} skipped{}{}\n",
             syntax::counted(findings.size(), "instruction", "instructions"), count(findings, Verdict::passed),
             count(findings, Verdict::failed), skipped.size(), skipped.empty() ? "" : ": ", fmt::join(skipped, ", "));
}

Json to_json(const Finding& f) {
  Json out{{"name", f.instruction->name}, {"verdict", word(f.verdict)}, {"cases", f.cases}, {"runs", f.runs()}};
  if (!f.machines.empty()) out["how"] = f.is_native() ? "native" : "emulated";
  for (const conformance::Machine& m : f.machines) out["machines"].push_back(m.name);
  if (!f.left_out.empty()) out["left_out"] = f.left_out;
  if (f.stated_ulp) out["ulp"] = {{"stated", *f.stated_ulp}, {"most", f.max_ulp}};
  if (!f.why.empty()) out["why"] = f.why;
  if (!f.operands_and_results.empty()) out["operands"] = f.operands_and_results;
  return out;
}

Json to_json(const std::string& library, const std::vector<Finding>& findings) {
  Json instructions = Json::array();
  for (const Finding& f : findings) instructions.push_back(to_json(f));
  return {{"library", library},
          {"passed", count(findings, Verdict::passed)},
          {"failed", count(findings, Verdict::failed)},
          {"skipped", count(findings, Verdict::skipped)},
          {"instructions", instructions}};
}

}  // namespace

void check_library(const LibraryCheck& job) {
  if (job.record && !job.only.empty())
    throw InputError("usage", "--record is of the whole library: it cannot go with --only", "leave one of them out");
  const script::Library library = api::load_library(job.library);
  std::vector<std::string> folders;
  for (const std::filesystem::path& folder : api::library_folders(job.library))
    folders.push_back(std::filesystem::absolute(folder).string());
  const std::vector<Finding> findings =
      conformance::check({wanted(job, library), folders}, api::library_machines(job.library));
  if (job.json) fmt::print("{}\n", report::text_of(to_json(job.library, findings)));
  else print_text(findings);
  if (count(findings, Verdict::failed)) throw api::AlreadyReported{ExitCode::refused};
  if (!count(findings, Verdict::passed)) throw api::AlreadyReported{ExitCode::undecided};
  if (!job.record) return;
  const Json record = to_json(artifact::conformance_record(job.library, findings));
  write_files(api::library_folder(job.library), {{api::conformance_file_name, report::text_of(record) + "\n"}});
}

}  // namespace tessera::cli
