// SPDX-License-Identifier: Apache-2.0
// tessera hwlib — the hardware libraries: which there are, what is in them, and whether their instructions do what
// their bodies say.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "api/load.hpp"
#include "artifact/conformance_record.hpp"
#include "cli/commands.hpp"
#include "cli/hwlib_host.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/support/files.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::cli {
namespace {

using conformance::Finding, conformance::Verdict;
using report::Json;

struct HwlibJob {
  std::string library, only;
  bool record = false, json = false;
};

// Its own: those of a library that it extends are looked at there.
std::vector<ir::ProcRef> instructions_of(const script::Library& library) {
  std::vector<ir::ProcRef> out;
  for (const ir::ProcRef& p : api::own_definitions(library).procs)
    if (p->instr) out.push_back(p);
  return out;
}

// ---- list

void list(const HwlibJob& job) {
  Json facts = Json::array();
  for (const std::string& name : api::shipped_libraries()) {
    const script::Library library = api::load_library(name);
    facts.push_back({{"library", name},
                     {"folder", api::library_folder(name).string()},
                     {"instructions", instructions_of(library).size()},
                     {"memories", api::own_definitions(library).memories.size()}});
  }
  if (job.json) return fmt::print("{}\n", report::text_of(facts));
  for (const Json& l : facts)
    fmt::print("{:12} {}, {}  {}\n", l.at("library").get<std::string>(),
               syntax::counted(l.at("instructions"), "instruction", "instructions"),
               syntax::counted(l.at("memories"), "memory", "memories"), l.at("folder").get<std::string>());
}

// ---- show

std::string signature(const ir::Procedure& p) {
  std::vector<std::string> arguments;
  for (const ir::Arg& a : p.args) {
    const std::string place = a.type.is_control() || !a.mem ? "" : " @ " + a.mem->name;
    arguments.push_back(fmt::format("{}: {}{}", a.name.text(), ir::print(a.type), place));
  }
  return fmt::format("{}({})", p.name, fmt::join(arguments, ", "));
}

Json facts_of(const ir::Procedure& p, const artifact::ConformanceRecord& record) {
  return {{"name", p.name},
          {"signature", signature(p)},
          {"template", p.instr->c_template},
          {"feature", p.instr->feature},
          {"headers", p.instr->headers},
          {"flags", p.instr->flags},
          {"facts", p.instr->facts},
          {"conformance", record.of(p)}};
}

void print_instruction(const ir::Procedure& p, const artifact::ConformanceRecord& record) {
  fmt::print("{}\n    ", signature(p));
  for (const auto& [name, value] : p.instr->facts) fmt::print("{} {}, ", name, value);
  if (!p.instr->feature.empty()) fmt::print("needs {}, ", p.instr->feature);
  fmt::print("conformance: {}\n    {}\n", record.of(p), p.instr->c_template);
}

void show(const HwlibJob& job) {
  const script::Library library = api::load_library(job.library);
  const artifact::ConformanceRecord record(job.library);
  Json memories = Json::array(), instructions = Json::array();
  const std::string base = library.base ? api::layers_of(job.library).at(1).written : "";
  if (!base.empty() && !job.json) fmt::print("extends {}\n", base);
  for (const ir::MemoryRef& m : api::own_definitions(library).memories) {
    memories.push_back(ir::print(*m));
    if (!job.json) fmt::print("{}\n", ir::print(*m));
  }
  for (const ir::ProcRef& p : instructions_of(library)) {
    instructions.push_back(facts_of(*p, record));
    if (!job.json) print_instruction(*p, record);
  }
  if (!job.json) return;
  Json facts{{"library", job.library}, {"memories", memories}, {"instructions", instructions}};
  if (!base.empty()) facts["extends"] = base;
  fmt::print("{}\n", report::text_of(facts));
}

// ---- check

std::vector<ir::ProcRef> wanted(const HwlibJob& job, const script::Library& library) {
  std::vector<ir::ProcRef> all = instructions_of(library);
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

void print_json(const HwlibJob& job, const std::vector<Finding>& findings) {
  Json instructions = Json::array();
  for (const Finding& f : findings) {
    Json one{{"name", f.instruction->name}, {"verdict", word(f.verdict)}, {"cases", f.cases}, {"runs", f.runs()}};
    if (!f.machines.empty()) one["how"] = f.is_native() ? "native" : "emulated";
    for (const conformance::Machine& m : f.machines) one["machines"].push_back(m.name);
    if (!f.left_out.empty()) one["left_out"] = f.left_out;
    if (f.stated_ulp) one["ulp"] = {{"stated", *f.stated_ulp}, {"most", f.max_ulp}};
    if (!f.why.empty()) one["why"] = f.why;
    if (!f.operands_and_results.empty()) one["operands"] = f.operands_and_results;
    instructions.push_back(std::move(one));
  }
  fmt::print("{}\n", report::text_of({{"library", job.library},
                                      {"passed", count(findings, Verdict::passed)},
                                      {"failed", count(findings, Verdict::failed)},
                                      {"skipped", count(findings, Verdict::skipped)},
                                      {"instructions", instructions}}));
}

void check(const HwlibJob& job) {
  if (job.record && !job.only.empty())
    throw InputError("usage", "--record is of the whole library: it cannot go with --only", "leave one of them out");
  const script::Library library = api::load_library(job.library);
  std::vector<std::string> folders;
  for (const std::filesystem::path& folder : api::library_folders(job.library))
    folders.push_back(std::filesystem::absolute(folder).string());
  const std::vector<Finding> findings =
      conformance::check({wanted(job, library), folders}, api::library_machines(job.library));
  job.json ? print_json(job, findings) : print_text(findings);
  if (count(findings, Verdict::failed)) throw api::AlreadyReported{ExitCode::refused};
  if (!count(findings, Verdict::passed)) throw api::AlreadyReported{ExitCode::undecided};
  if (job.record)
    write_files(api::library_folder(job.library),
                {{api::conformance_file_name, artifact::conformance_record(job.library, findings)}});
}

// ---- the command line

CLI::App* add(CLI::App& hwlib, const char* name, const char* what, HwlibJob& job, bool takes_library = true) {
  CLI::App* sub = hwlib.add_subcommand(name, what);
  if (takes_library)
    sub->add_option("LIBRARY", job.library, "a shipped library, or the path of a folder, with a /")->required();
  add_json_option(*sub, job.json);
  return sub;
}

}  // namespace

Command add_hwlib(CLI::App& app) {
  auto job = std::make_shared<HwlibJob>();
  CLI::App* hwlib = app.add_subcommand("hwlib", "look at hardware libraries, and check them against the machine");
  hwlib->require_subcommand(1);
  const CLI::App* sub_list = add(*hwlib, "list", "the shipped libraries", *job, false);
  const CLI::App* sub_show = add(*hwlib, "show", "the memories and instructions of a library", *job);
  const CLI::App* sub_host =
      add(*hwlib, "host", "this CPU: its name, its features, and the libraries that run on it", *job, false);
  const CLI::App* sub_features =
      add(*hwlib, "features", "the known names of CPU features, and which of them this CPU has", *job, false);
  const CLI::App* sub_runs =
      add(*hwlib, "runs", "can this CPU run the instructions of the library? Exit code 1: no", *job);
  CLI::App* sub_check = add(*hwlib, "check",
                            "run each instruction, and compare with what its body says. Exit code 1: one is wrong; "
                            "3: none could be run here",
                            *job);
  sub_check->add_option("--only", job->only, "this instruction alone");
  sub_check->add_flag("--record", job->record,
                      "when none is wrong, write conformance.json beside the library's files: evidence of kernels "
                      "then says so");
  return [job, sub_list, sub_show, sub_host, sub_features, sub_runs] {
    if (sub_list->parsed()) list(*job);
    else if (sub_host->parsed()) tell_host(job->json);
    else if (sub_features->parsed()) tell_features(job->json);
    else if (sub_runs->parsed()) tell_whether_it_runs(job->library, job->json);
    else if (sub_show->parsed()) show(*job);
    else check(*job);
  };
}

}  // namespace tessera::cli
