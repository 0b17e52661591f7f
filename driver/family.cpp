// SPDX-License-Identifier: Apache-2.0
#include "driver/family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>

#include "driver/commands.hpp"
#include "driver/cpu_check.hpp"
#include "driver/family_entries.hpp"
#include "driver/family_files.hpp"
#include "driver/host_target.hpp"
#include "driver/progress_pipe.hpp"
#include "driver/vectors.hpp"
#include "driver/workshop.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/license.hpp"
#include "dsl/support/process.hpp"
#include "families/family.hpp"

namespace tessera::driver {
namespace {

namespace fs = std::filesystem;
using report::Json;

// ---- what is asked for

std::string known_families() {
  std::vector<std::string> names;
  for (const auto& [known, make] : families::families()) names.push_back(known);
  return fmt::format("{}", fmt::join(names, ", "));
}

const families::Maker& maker(const std::string& name) {
  const auto found = families::families().find(name);
  if (found != families::families().end()) return found->second;
  throw InputError("family", fmt::format("there is no family '{}'", name), "there is " + known_families());
}

// The size of a cache of this machine, as Linux tells it ("48K"); in a container without /sys as the C library does,
// which asks the processor.
std::optional<std::int64_t> cache_of_host(int index, int name) {
  std::ifstream in(fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/size", index));
  std::int64_t kibibytes = 0;
  if (in >> kibibytes && kibibytes > 0) return kibibytes * 1024;
  if (const long bytes = ::sysconf(name); bytes > 0) return bytes;
  return std::nullopt;
}

families::Caches caches_of_host() {
  // Index 1 is that of instructions.
  const auto first = cache_of_host(0, _SC_LEVEL1_DCACHE_SIZE), second = cache_of_host(2, _SC_LEVEL2_CACHE_SIZE);
  if (!first || !second)
    throw InputError("family", "this machine does not tell the sizes of its caches",
                     "--caches FIRST,SECOND,THIRD in KiB, as 48,1024,32768");
  return {*first, *second, cache_of_host(3, _SC_LEVEL3_CACHE_SIZE).value_or(0)};
}

families::Request request(const FamilyJob& job) {
  const ir::Scalar type = data_type(job.type);
  const script::Library library = load_library(job.target);
  return {type,
          script::library_word(library.name),
          vectors(library, type, make_context(job.solver)),
          job.tiles,
          job.variants,
          caches(job.caches),
          job.workspace,
          job.edges == "last" ? families::Edges::last : families::Edges::even};
}

void keep_only(families::Family& family, const std::string& pattern) try {
  if (pattern.empty()) return;
  const std::regex wanted(pattern);
  std::erase_if(family.members, [&](const families::Member& m) { return !std::regex_search(m.name, wanted); });
  if (family.members.empty())
    throw InputError("family", fmt::format("no member's name holds '{}'", pattern), "--list shows them");
} catch (const std::regex_error& e) {
  throw InputError("usage", fmt::format("--only: '{}' is no regular expression: {}", pattern, e.what()));
}

// ---- one process per job: each writes its share, a line per member, or the error that ended it

Json facts_of(const families::Member& m, const Loaded& made) {
  const script::ProofCount proofs = script::count_proofs(made.scheduled);
  Json out{{"name", m.name}, {"specification", m.specification}};
  for (const auto& [key, value] : m.facts) out[key] = value;
  out["steps"] = script::count_steps(made.scheduled);
  out["obligations"] = proofs.affine + proofs.z3 + proofs.memo;
  out["hash"] = script::trace_hash(made.scheduled);
  return out;
}

Loaded scheduled(const families::Member& m, const FamilyJob& job, Loaded loaded) {
  const schedules::VectorTarget target = vectors(loaded.inputs.libraries.back(), data_type(job.type), loaded.context);
  families::Program program;
  program.procedure = [&](const std::string& name) {
    for (const Proc& p : loaded.inputs.procs)
      if (p.name() == name) return p;
    bug("the family's program has no " + name);
  };
  program.memory = [&](const std::string& name) {
    for (const ir::MemoryRef& memory : loaded.inputs.memories)
      if (memory->name == name) return memory;
    bug("the family's program has no memory " + name);
  };
  loaded.original = program.procedure(m.specification);
  loaded.scheduled = m.schedule(program, target);
  return loaded;
}

void write_share(const families::Family& family, const FamilyJob& job, unsigned share, std::ostream& report,
                 const ProgressPipe& progress) {
  Job input;
  input.file = (fs::path(job.compile.output) / (family.stem + ".tess")).string();
  input.libraries = {job.target};
  input.solver = job.solver;
  CompileOptions options = job.compile;
  options.output = (fs::path(job.compile.output) / "kernels").string();
  if (!job.compile.home.empty()) options.home = (fs::path(job.compile.home) / "kernels").string();
  options.quiet = true;
  // Each member anew: what a program's steps leave behind (versions, memories of proofs) would slow the next ones down.
  for (std::size_t i = share; i < family.members.size(); i += job.jobs) {
    const Loaded made = scheduled(family.members[i], job, load_unscheduled(input));
    write_compiled(made, options);
    report << facts_of(family.members[i], made).dump() << std::endl;
    progress.tell();
  }
}

fs::path error_file(const fs::path& report) { return report.string() + ".error"; }

// What ends a share is told by the parent.
int failed(const fs::path& report, const Error& e) {
  std::ofstream(error_file(report)) << Json{
      {"text", e.diagnostic().render()},
      {"error", report::error_facts(e)}}.dump();
  return static_cast<int>(e.exit_code());
}

int run_share(const families::Family& family, const FamilyJob& job, unsigned share, const fs::path& report,
              const ProgressPipe& progress) try {
  std::ofstream out(report);
  write_share(family, job, share, out, progress);
  return 0;
} catch (const Error& e) { return failed(report, e); } catch (const std::exception& e) {
  Diagnostic d;
  d.code = "bug";
  d.message = fmt::format("bug in Tessera: {}", e.what());
  return failed(report, Error(ExitCode::bug, d));
}

// The reports of all shares.
class Workers {
 public:
  Workers(const families::Family& family, const FamilyJob& job) {
    for (unsigned share = 0; share < job.jobs; ++share) {
      const pid_t child = fork();
      if (child < 0) break;
      if (child == 0) std::_Exit(run_share(family, job, share, report(share), progress_));
      children_.push_back(child);
      ended_.emplace_back(child);
    }
    wanted_ = job.jobs;
  }

  /// The facts of each member, in the order of the family. The error of the first share that has one is told.
  std::vector<Json> wait(std::size_t members, bool json, Progress& progress) {
    progress_.follow(progress);
    std::vector<int> statuses;
    for (pid_t child : children_) waitpid(child, &statuses.emplace_back(), 0);
    if (children_.size() < wanted_) throw InputError("family", "cannot start a process", "fewer with --jobs");
    for (unsigned share = 0; share < statuses.size(); ++share)
      if (statuses[share] != 0) tell(share, statuses[share], json);
    std::vector<Json> out(members);
    for (unsigned share = 0; share < children_.size(); ++share) {
      std::ifstream in(report(share));
      std::size_t i = share;
      for (std::string line; std::getline(in, line); i += children_.size()) out.at(i) = Json::parse(line);
    }
    return out;
  }

 private:
  [[noreturn]] void tell(unsigned share, int status, bool json) const {
    std::ifstream in(error_file(report(share)));
    if (!WIFEXITED(status) || !in) bug(fmt::format("a process of the family ended with status {}", status));
    const Json said = Json::parse(in);
    fmt::print(stderr, "{}\n", said.at("text").get<std::string>());
    if (json) fmt::print("{}\n", report::text_of({{"error", said.at("error")}}));
    throw ToldAlready{static_cast<ExitCode>(WEXITSTATUS(status))};
  }

  fs::path report(unsigned share) const { return folder_.path() / std::to_string(share); }

  ScratchFolder folder_;
  ProgressPipe progress_;
  std::vector<pid_t> children_;
  std::vector<EndedIfInterrupted> ended_;
  unsigned wanted_ = 0;
};

// ---- the command

void print_members(const families::Family& family, bool json) {
  Json names = Json::array();
  for (const families::Member& m : family.members) names.push_back(m.name);
  if (json) return fmt::print("{}\n", report::text_of({{"family", family.stem}, {"members", names}}));
  for (const families::Member& m : family.members) fmt::print("{}\n", m.name);
}

std::shared_ptr<Progress> progress_of(const FamilyJob& job, const families::Family& family) {
  if (job.progress) return job.progress;
  return std::make_shared<Progress>(fmt::format("family {}: proving", family.stem), family.members.size());
}

families::Family chosen(const FamilyJob& job) {
  families::Family family = maker(job.name)(request(job));
  keep_only(family, job.only);
  return family;
}

void run(const FamilyJob& job) {
  if (job.list) return print_members(chosen(job), job.json);
  const auto start = std::chrono::steady_clock::now();
  const Workshop workshop(job.compile.output);
  FamilyJob inside = job;
  inside.compile = workshop.options(job.compile);
  const Json manifest = write_family(inside);
  workshop.move();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (job.json) return fmt::print("{}\n", report::text_of(manifest));
  fmt::print("{}/{}.h: {} procedures, {} steps, {} obligations proved, {:.1f} s\n", job.compile.output,
             manifest.at("family").get<std::string>(), manifest.at("members").size(),
             manifest.at("steps").get<std::size_t>(), manifest.at("obligations").get<std::size_t>(), seconds);
}

}  // namespace

ir::Scalar data_type(const std::string& name) {
  const std::optional<ir::Scalar> type = ir::scalar_named(name);
  if (type && ir::is_data(*type)) return *type;
  throw InputError("family", fmt::format("'{}' is no type of data", name), "as f32 or f64");
}

families::Caches caches(const std::string& text) {
  if (text.empty()) return {};
  if (text == "host") return caches_of_host();
  std::smatch sizes;
  if (!std::regex_match(text, sizes, std::regex("([1-9][0-9]{0,6}),([1-9][0-9]{0,6})(?:,([0-9]{1,7}))?")))
    throw InputError("usage", fmt::format("--caches: '{}' is no list of two or three sizes", text),
                     "in KiB, as 48,1024,32768; 0 where there is no third; or host");
  constexpr std::int64_t usual_ratio = 32;  // of the third cache to the second, about what CPUs of servers have
  const std::int64_t first = std::stoll(sizes[1]), second = std::stoll(sizes[2]);
  const std::int64_t third = sizes[3].matched ? std::stoll(sizes[3]) : usual_ratio * second;
  return {first * 1024, second * 1024, third * 1024};
}

Json write_family(const FamilyJob& job) {
  const families::Family family = chosen(job);
  std::vector<OutputFile> around = entry_files(family, data_type(job.type));
  check_features_known(job.target);
  for (OutputFile& file : cpu_check_files(features_of_library(job.target))) around.push_back(std::move(file));
  write_files(job.compile.output,
              {{family.stem + ".tess", fmt::format("# {}\n{}", output_license_line, family.program)}});
  Workers workers(family, job);
  const std::vector<Json> members = workers.wait(family.members.size(), job.json, *progress_of(job, family));
  Json manifest = family_manifest(family, job.target, job.type, members, job.compile.output);
  std::vector<OutputFile> files = family_files(family, manifest, job.compile.test);
  files.insert(files.end(), around.begin(), around.end());
  write_files(job.compile.output, files);
  return manifest;
}

std::size_t member_count(const FamilyJob& job) { return chosen(job).members.size(); }

std::string why_no_family(const FamilyJob& job) try {
  chosen(job);
  return "";
} catch (const InputError& e) { return e.diagnostic().message; }

CLI::Option* add_edges_option(CLI::App& sub, std::string& edges) {
  return sub
      .add_option(
          "--edges", edges,
          "rows that no whole tile covers: two tiles of nearly equal height (even, the default), or one low tile "
          "behind the whole ones (last)")
      ->check(CLI::IsMember({"even", "last"}));
}

Command add_family(CLI::App& app) {
  auto job = std::make_shared<FamilyJob>();
  CLI::App* sub = app.add_subcommand("family", "schedule, prove and write a whole family of kernels");
  sub->add_option("NAME", job->name, "the family: " + known_families())->required();
  sub->add_option("--target", job->target, "hardware library: a shipped name, or the path of a folder")->required();
  sub->add_option("--dtype", job->type, "type of the data");
  sub->add_option("--tile", job->tiles, "only this tile, as 14x32 (rows by columns); may be repeated");
  sub->add_option("--variant", job->variants, "only this variant; may be repeated");
  sub->add_option(
      "--caches", job->caches,
      "sizes of the first, second and third cache in KiB, or host for this machine's (default: 32,512,16384)");
  sub->add_option("--workspace", job->workspace,
                  "a header that declares void *tessera_workspace_take(size_t bytes) and void "
                  "tessera_workspace_give(void *): where buffers come from (default: malloc at each call)");
  add_edges_option(*sub, job->edges);
  sub->add_option("--only", job->only, "only members whose names match this regular expression");
  sub->add_option("-j,--jobs", job->jobs, "processes")->check(CLI::Range(1, 256));
  sub->add_option("-o,--output", job->compile.output, "the folder to write to (made if missing)");
  sub->add_flag("--list", job->list, "print the names of the members, and write nothing");
  sub->add_flag("--validate", job->compile.validate,
                "compare each result with its specification, and put that on record");
  sub->add_flag("--test", job->compile.test, "write a test program for each too");
  add_json_option(*sub, job->json);
  add_solver_options(*sub, job->solver);
  return [job] { run(*job); };
}

}  // namespace tessera::driver
