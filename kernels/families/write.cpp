// SPDX-License-Identifier: Apache-2.0
#include "kernels/families/write.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>

#include "api/already_reported.hpp"
#include "api/arguments.hpp"
#include "api/vectors.hpp"
#include "artifact/cpu_check.hpp"
#include "artifact/host_target.hpp"
#include "artifact/report/facts.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/forked_process.hpp"
#include "dsl/support/license.hpp"
#include "dsl/support/process.hpp"
#include "kernels/families/entries.hpp"
#include "kernels/families/files.hpp"
#include "kernels/families/progress_pipe.hpp"
#include "kernels/families/registry.hpp"

namespace tessera::kernels {

std::string known_families() {
  std::vector<std::string> names;
  for (const auto& [known, make] : kernels::families()) names.push_back(known);
  return fmt::format("{}", fmt::join(names, ", "));
}

namespace {

namespace fs = std::filesystem;
using report::Json;

// ---- the request

const kernels::Maker& maker(const std::string& name) {
  const auto found = kernels::families().find(name);
  if (found != kernels::families().end()) return found->second;
  throw InputError("family", fmt::format("there is no family '{}'", name), "there is " + known_families());
}

std::string text_of_types(const FamilyJob& job) { return job.types.empty() ? job.type : job.types; }

// A sum has the last type.
ir::Scalar type_of(const FamilyJob& job) {
  return job.types.empty() ? api::data_type(job.type) : api::product_types(job.types)[2];
}

// None for a product of several types: its registers may have rows and columns.
schedules::VectorTarget vectors_of(const script::Library& library, const FamilyJob& job, const ContextRef& context) {
  return job.types.empty() ? api::vectors(library, type_of(job), context) : schedules::VectorTarget{};
}

// Of one number of lanes: "sve_lanes8".
std::string target_word(const script::Library& library, const FamilyJob& job) {
  return script::library_word(library.name) + (job.lanes ? fmt::format("_lanes{}", *job.lanes) : "");
}

// `length`: for which a number of lanes that the machine chooses is read; empty: for the first.
kernels::Request request(const FamilyJob& job, std::optional<std::int64_t> length) {
  const ir::Scalar type = type_of(job);
  const script::Library library = api::load_library(job.target, {}, length);
  const ContextRef context = api::make_context(job.solver);
  if (!job.types.empty() || job.lanes) api::check_fixed_lanes(library, "family --types", job.lanes);
  return {type,
          target_word(library, job),
          vectors_of(library, job, context),
          job.tiles,
          job.variants,
          api::caches(job.caches),
          job.workspace,
          job.edges == "last" ? kernels::Edges::last : kernels::Edges::even,
          job.types.empty() ? std::vector<ir::Scalar>{} : api::product_types(job.types),
          api::instructions(library, context),
          api::chooses_lanes(library) && !job.lanes};
}

void keep_only(kernels::Family& family, const std::string& pattern) try {
  if (pattern.empty()) return;
  const std::regex wanted(pattern);
  std::erase_if(family.members, [&](const kernels::Member& m) { return !std::regex_search(m.name, wanted); });
  if (family.members.empty())
    throw InputError("family", fmt::format("no member's name holds '{}'", pattern), "--list shows them");
} catch (const std::regex_error& e) {
  throw InputError("usage", fmt::format("--only: '{}' is not a regular expression: {}", pattern, e.what()));
}

// ---- one process per job: each writes its share, a line per member, or the error that ended it

MadeMember outcome(const api::Loaded& made, const artifact::Compiled& compiled) {
  const codegen::Emitted& c = compiled.c;
  const script::ProofCount proofs = script::count_proofs(made.scheduled);
  return {script::count_steps(made.scheduled),
          proofs.affine + proofs.z3 + proofs.memo,
          script::trace_hash(made.scheduled),
          c.flags,
          c.link_flags,
          c.features,
          compiled.own.headers,
          compiled.own.sources};
}

api::Loaded scheduled(const kernels::Member& m, const FamilyJob& job, api::Loaded loaded) {
  const script::Library& library = loaded.inputs.libraries.back();
  const schedules::VectorTarget target = vectors_of(library, job, loaded.context);
  kernels::Program program;
  program.instructions = api::instructions(library, loaded.context);
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

kernels::Family family_for(const FamilyJob& job, std::optional<std::int64_t> length) {
  kernels::Family family = maker(job.name)(request(job, length));
  keep_only(family, job.only);
  return family;
}

// The C of a family asks for the lanes of its type by one formula.
void check_proportional(const kernels::MachineLanes& a, const kernels::MachineLanes& b) {
  const ir::Lanes &of_a = *a.memory->lanes, &of_b = *b.memory->lanes;
  if (a.lanes * of_b.length == b.lanes * of_a.length) return;
  throw InputError("lanes",
                   fmt::format("a register of {} has {} lanes where {} is {}, and {} where it is {}", a.memory->name,
                               a.lanes, of_a.symbol, of_a.length, b.lanes, of_b.length),
                   fmt::format("a family counts in vectors: hold {}, or a multiple or a part of it", of_a.symbol));
}

// The same family for each number of lanes that the machine may choose, the first one first: equal names and program,
// different tiles.
std::vector<kernels::Family> of_all_lengths(const kernels::Family& family, const FamilyJob& job) {
  std::vector<kernels::Family> out{family};
  if (!family.lanes || !family.lanes->in_vectors) return out;
  const ir::Lanes& machine = *family.lanes->memory->lanes;
  for (const std::int64_t length : machine.lengths)
    if (length != machine.length) out.push_back(family_for(job, length));
  for (const kernels::Family& other : out) check_proportional(*family.lanes, *other.lanes);
  return out;
}

api::Loaded scheduled_of_length(const kernels::Member& m, const FamilyJob& job, const api::Job& input) try {
  return scheduled(m, job, api::load_unscheduled(input));
} catch (const Error& e) {
  if (input.length) api::rethrow_about_length(e, *script::lanes_of(api::load_libraries(input).inputs));
  throw;
}

// Each member in a context of its own: versions and cached proofs of one program would slow the next ones down.
api::Loaded scheduled_for_all(const std::vector<kernels::Family>& families, std::size_t member, const FamilyJob& job,
                              api::Job input) {
  api::Loaded out = scheduled_of_length(families.front().members.at(member), job, input);
  for (std::size_t k = 1; k < families.size(); ++k) {
    input.length = families[k].lanes->memory->lanes->length;
    out.other_lengths.push_back(scheduled_of_length(families[k].members.at(member), job, input));
  }
  return out;
}

void write_share(const kernels::Family& family, const FamilyJob& job, unsigned share, std::ostream& report,
                 const ProgressPipe& progress) {
  const std::vector<kernels::Family> families = of_all_lengths(family, job);
  api::Job input;
  input.file = (fs::path(job.compile.output) / (family.stem + ".tess")).string();
  input.libraries = {job.target};
  input.solver = job.solver;
  input.length = job.lanes;
  artifact::CompileOptions options = job.compile;
  options.output = (fs::path(job.compile.output) / "kernels").string();
  if (!job.compile.home.empty()) options.home = (fs::path(job.compile.home) / "kernels").string();
  options.quiet = true;
  constexpr int one_line = -1;
  for (std::size_t i = share; i < family.members.size(); i += job.jobs) {
    const api::Loaded made = scheduled_for_all(families, i, job, input);
    options.allow_spills = job.compile.allow_spills || family.members[i].may_spill;
    const artifact::Compiled compiled = artifact::write_compiled(made, options);
    report << report::text_of(to_json(outcome(made, compiled)), one_line) << std::endl;
    progress.tell();
  }
}

fs::path error_file(const fs::path& report) { return report.string() + ".error"; }

// The parent reports the error that ends a share.
int failed(const fs::path& report, const Error& e) {
  std::ofstream(error_file(report)) << Json{
      {"text", e.diagnostic().render()},
      {"error", report::error_facts(e)}}.dump();
  return static_cast<int>(e.exit_code());
}

int run_share(const kernels::Family& family, const FamilyJob& job, unsigned share, const fs::path& report,
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
  Workers(const kernels::Family& family, const FamilyJob& job) {
    for (unsigned share = 0; share < job.jobs; ++share) {
      auto child = ForkedProcess::start([&] { return run_share(family, job, share, report(share), progress_); });
      if (!child) break;
      ended_.emplace_back(child->id());
      children_.push_back(*std::move(child));
    }
    wanted_ = job.jobs;
  }

  /// The results of the members, in the order of the family. Reports the error of the first share with one.
  std::vector<MadeMember> wait(std::size_t members, bool json, Progress& progress) {
    progress_.follow(progress);
    std::vector<ProcessEnd> ends;
    for (ForkedProcess& child : children_) ends.push_back(child.wait());
    if (children_.size() < wanted_) throw InputError("family", "cannot start a process", "fewer with --jobs");
    for (unsigned share = 0; share < ends.size(); ++share)
      if (ends[share].status() != 0) tell(share, ends[share], json);
    std::vector<MadeMember> out(members);
    for (unsigned share = 0; share < children_.size(); ++share) {
      std::ifstream in(report(share));
      std::size_t i = share;
      for (std::string line; std::getline(in, line); i += children_.size()) out.at(i) = made_member(Json::parse(line));
      if (i < members) bug("a process of the family does not tell of " + std::to_string(i));
    }
    return out;
  }

 private:
  [[noreturn]] void tell(unsigned share, const ProcessEnd& end, bool json) const {
    std::ifstream in(error_file(report(share)));
    if (end.signal != 0 || !in) bug(fmt::format("a process of the family ended with status {}", end.status()));
    const Json said = Json::parse(in);
    fmt::print(stderr, "{}\n", said.at("text").get<std::string>());
    if (json) fmt::print("{}\n", report::text_of({{"error", said.at("error")}}));
    throw api::AlreadyReported{static_cast<ExitCode>(end.code)};
  }

  fs::path report(unsigned share) const { return folder_.path() / std::to_string(share); }

  ScratchFolder folder_;
  ProgressPipe progress_;
  std::vector<ForkedProcess> children_;
  std::vector<EndedIfInterrupted> ended_;
  unsigned wanted_ = 0;
};

std::shared_ptr<Progress> progress_of(const FamilyJob& job, const kernels::Family& family) {
  if (job.progress) return job.progress;
  return std::make_shared<Progress>(fmt::format("family {}: proving", family.stem), family.members.size());
}

}  // namespace

kernels::Family family_of(const FamilyJob& job) { return family_for(job, job.lanes); }

FamilyManifest write_family(const FamilyJob& job) {
  const kernels::Family family = family_of(job);
  std::vector<OutputFile> around = entry_files(family, type_of(job));
  artifact::check_features_known(job.target);
  for (OutputFile& file : artifact::cpu_check_files(artifact::features_of_library(job.target)))
    around.push_back(std::move(file));
  write_files(job.compile.output,
              {{family.stem + ".tess", fmt::format("# {}\n{}", output_license_line, family.program)}});
  Workers workers(family, job);
  const std::vector<MadeMember> made = workers.wait(family.members.size(), job.json, *progress_of(job, family));
  FamilyManifest manifest = family_manifest(family, job.target, text_of_types(job), made);
  std::vector<OutputFile> files = family_files(family, manifest, job.compile.test);
  files.insert(files.end(), around.begin(), around.end());
  write_files(job.compile.output, files);
  return manifest;
}

std::string why_no_family(const FamilyJob& job) try {
  family_of(job);
  return "";
} catch (const InputError& e) { return e.diagnostic().message; }

}  // namespace tessera::kernels
