// SPDX-License-Identifier: Apache-2.0
// tessera audit — what C compilers make of a kernel's hottest loop.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "api/hardware_library.hpp"
#include "api/library_root.hpp"
#include "api/load.hpp"
#include "artifact/compile.hpp"
#include "cli/audit_report.hpp"
#include "cli/commands.hpp"
#include "cli/solver_options.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/json.hpp"
#include "dsl/support/process.hpp"
#include "dsl/support/words.hpp"

namespace tessera::cli {
namespace {

using nlohmann::json;

constexpr const char* tables_folder = "audit";  // beside the shipped libraries

struct AuditCommand : api::Job {
  std::string function, flags;
  std::vector<std::string> compilers;
  bool report_only = false, json = false;

  bool is_c() const { return file.ends_with(".c"); }
};

void check_usage(const AuditCommand& job) {
  if (job.is_c() && !(job.schedule.empty() && job.settings.empty() && job.proc.empty()))
    throw InputError("usage", job.file + " is C: it cannot go with --sched, --set or --proc",
                     "give the program (.tess), or leave them out");
  std::error_code ignored;  // what else is wrong with the name is told where it is read
  if (std::filesystem::is_directory(job.file, ignored))
    throw InputError("usage", job.file + " is a folder", "audit takes one C file of it, or a program with its --sched");
  if (!job.is_c() && job.schedule.empty())
    throw InputError("usage", "--sched is required", "C that was written before is given as FILE.c");
}

// ---- compilers

bool has_all(const std::vector<std::string>& features, const conformance::Machines& machines) {
  return std::all_of(features.begin(), features.end(),
                     [&](const std::string& f) { return conformance::cpu_has(f, machines); });
}

// Of the C of one library and more; `features` of what the C uses.
std::vector<conformance::Machine> compilers_for(const AuditCommand& job, const std::vector<std::string>& features) {
  conformance::Machines named;
  if (!job.compilers.empty()) {
    conformance::compile_natively_by(job.compilers, named);
    return named.native;
  }
  std::vector<conformance::Machine> native, emulated;
  bool is_for_this_cpu = true;
  for (const std::string& library : job.libraries) {
    const conformance::Machines machines = api::library_machines(library);
    if (native.empty()) native = machines.native;
    emulated.insert(emulated.end(), machines.emulated.begin(), machines.emulated.end());
    is_for_this_cpu = is_for_this_cpu && has_all(features, machines);
  }
  return audit::compilers_of(native.empty() ? conformance::native_machines() : native, emulated, is_for_this_cpu);
}

// Of all instructions of the libraries.
std::vector<std::string> features_of(const std::vector<std::string>& libraries) {
  std::vector<std::string> out;
  for (const std::string& name : libraries)
    for (const ir::ProcRef& p : api::load_library(name).module.procs)
      if (p->instr)
        for (const std::string& feature : p->instr->features()) out.push_back(feature);
  return out;
}

// ---- the C

std::vector<audit::Table> shipped_tables() {
  const std::filesystem::path folder = api::library_root() / tables_folder;
  std::vector<audit::Table> out = audit::read_tables(folder);
  if (out.empty())
    throw InputError("audit", fmt::format("no table of an instruction set lies in {}", folder.string()),
                     "where TESSERA_HWLIB names the folder of libraries, copy the shipped folder `audit` into it");
  return out;
}

AuditReport audited(const AuditCommand& job, const audit::AuditJob& what,
                    const std::vector<conformance::Machine>& compilers) {
  const std::vector<audit::Table> tables = shipped_tables();
  AuditReport out{job.file, {}, {}};
  for (const conformance::Machine& m : compilers) out.audits.push_back(audit::audited(m, what, tables));
  return out;
}

audit::AuditJob job_of(const AuditCommand& job, const std::filesystem::path& source) {
  audit::AuditJob out;
  out.source = source;
  out.function = job.function;
  for (const std::string& library : job.libraries)
    for (const std::filesystem::path& folder : api::library_folders(library)) out.folders.push_back(folder);
  out.own_rules = out.folders;
  return out;
}

bool is_list_of_words(const json& value) {
  return value.is_array() && std::all_of(value.begin(), value.end(), [](const json& w) { return w.is_string(); });
}

// The manifest that Tessera writes beside a kernel's C; nothing beside other C.
std::optional<json> manifest_of(const std::string& source) {
  std::filesystem::path manifest = source;
  manifest.replace_extension(".json");
  if (!std::filesystem::exists(manifest)) return std::nullopt;
  json found;
  try {
    found = parse_json(read_file(manifest.string()), manifest.string());
  } catch (const json::exception&) { return std::nullopt; }
  const bool is_one =
      found.is_object() && found.contains("made_by") && found.contains("flags") && found.contains("features");
  if (!is_one) return std::nullopt;
  for (const char* key : {"flags", "features"})
    if (!is_list_of_words(found[key]))
      throw InputError(
          "file", fmt::format("{}: \"{}\" is no list of words", manifest.string(), key),
          "the manifest beside C says how it is compiled: write it again by `tessera compile`, or remove it");
  return found;
}

AuditReport audit_c(const AuditCommand& job) {
  read_file(job.file);  // so that an error names it
  audit::AuditJob what = job_of(job, job.file);
  const std::optional<json> manifest = manifest_of(job.file);
  if (manifest) what.flags = manifest->at("flags").get<std::vector<std::string>>();
  for (const std::string& flag : words_of(job.flags)) what.flags.push_back(flag);
  return audited(job, what,
                 compilers_for(job, manifest ? manifest->at("features").get<std::vector<std::string>>()
                                             : features_of(job.libraries)));
}

AuditReport audit_program(const AuditCommand& job) {
  const api::Loaded loaded = api::load(job);
  artifact::CompileOptions options;
  options.allow_spills = true;  // what they cost is what an audit tells
  const artifact::Compiled made = artifact::compile(loaded, options);
  const ScratchFolder scratch;
  const std::string source = made.stem + ".c";
  write_files(scratch.path(), {{source, made.c.source}, {made.stem + ".h", made.c.header}});
  audit::AuditJob what = job_of(job, scratch.path() / source);
  what.flags = made.c.flags;
  for (const std::string& flag : words_of(job.flags)) what.flags.push_back(flag);
  AuditReport out = audited(job, what, compilers_for(job, made.c.features));
  out.figures = audit::figures_of(loaded.scheduled.ir());
  return out;
}

void run(const AuditCommand& job) {
  const AuditReport report = job.is_c() ? audit_c(job) : audit_program(job);
  job.json ? print_json(report) : print_text(report);
  if (report.count(audit::Outcome::refused)) throw api::AlreadyReported{ExitCode::bad_input};
  if (report.with_defects() && !job.report_only) throw api::AlreadyReported{ExitCode::refused};
  const bool is_all_known = report.count(audit::Outcome::audited) && !report.count(audit::Outcome::no_loop);
  if (!is_all_known && !job.report_only) throw api::AlreadyReported{ExitCode::undecided};
}

}  // namespace

Command add_audit(CLI::App& app) {
  auto job = std::make_shared<AuditCommand>();
  CLI::App* sub = app.add_subcommand(
      "audit", "compile the C of a kernel and count what its hottest loop does: multiply-adds, loads, stores, spills");
  add_job_options(*sub, *job, false, "the program (.tess), or C that was written before (.c)");
  sub->add_option("--function", job->function, "look at this function only");
  sub->add_option("--flags", job->flags,
                  "more words for the compilers, as in \"-O3 -march=native\"; -O2 is given before them");
  sub->add_option("--cc", job->compilers,
                  "a C compiler and its options, instead of those of the library; may be repeated");
  sub->add_flag("--report-only", job->report_only,
                "exit with 0 whatever was found; C that a compiler refuses is an error all the same");
  add_cache_option(*sub, job->solver);
  add_json_option(*sub, job->json);
  return [job] {
    check_usage(*job);
    run_with_statistics(job->solver, job->json, [&] { run(*job); });
  };
}

}  // namespace tessera::cli
