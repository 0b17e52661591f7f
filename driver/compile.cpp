#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "codegen/emit.hpp"
#include "driver/c_compiler.hpp"
#include "driver/commands.hpp"
#include "driver/compile.hpp"
#include "driver/report/facts.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"

namespace tessera::driver {
namespace {

struct CompileJob : Job, CompileOptions {};

// Procedures that are called and are no instructions: the microkernels that the schedule made.
void collect_callees(const ir::Block& block, std::set<std::string>& names) {
  ir::for_each_stmt(block, [&](const ir::Stmt& s) {
    const auto* call = s.as<ir::Call>();
    if (call && !call->callee->instr && names.insert(call->callee->name).second)
      collect_callees(call->callee->body, names);
  });
}

std::string banner(const Proc& p) {
  // How each was decided depends on what else was asked; the C must not.
  script::ProofCount proofs = script::count_proofs(p);
  std::string out = fmt::format("{} steps, trace {}\n", script::count_steps(p), script::trace_hash(p));
  out += fmt::format("{} obligations proved\n", proofs.affine + proofs.z3 + proofs.memo);
  out +=
      "Proved for all sizes that satisfy the preconditions: accesses in bounds, preconditions of all calls,\n"
      "arguments of calls apart. Assumed: arguments do not overlap; arithmetic is that of the reals.\n";
  std::vector<std::string> order = script::reassociating_steps(p), unsafe = script::unsafe_conditions(p);
  if (!order.empty()) out += fmt::format("Sums may be reassociated by steps: {}\n", fmt::join(order, ", "));
  if (std::set<std::string> fields = script::changed_fields(p); !fields.empty())
    out += fmt::format("Equal to the procedure as written but for the values left in: {}\n", fmt::join(fields, ", "));
  if (!unsafe.empty()) out += fmt::format("UNSAFE: taken as given, not proved: {}\n", fmt::join(unsafe, ", "));
  out.pop_back();  // the emitter ends the last line
  return out;
}

nlohmann::ordered_json manifest(const Proc& p, const codegen::Emitted& c) {
  script::ProofCount proofs = script::count_proofs(p);
  std::set<std::string> callees;
  collect_callees(p.ir().body, callees);
  return {
      {"version", 1},
      {"name", p.name()},
      {"steps", script::count_steps(p)},
      {"microkernels", std::max<std::size_t>(1, callees.size())},
      {"proofs", {{"affine", proofs.affine}, {"z3", proofs.z3}, {"memo", proofs.memo}, {"seconds", proofs.seconds}}},
      {"flags", c.flags},
      {"link_flags", c.link_flags},
      {"features", c.features},
      {"warnings", c.warnings},
      {"unsafe", script::unsafe_conditions(p)},
      {"reassociates", script::reassociating_steps(p)},
      {"modulo", script::changed_fields(p)},
      {"hash", script::trace_hash(p)}};
}

}  // namespace

void write_compiled(const Loaded& loaded, const CompileOptions& job) {
  const Proc& p = loaded.scheduled;
  check::check_reachable(p.ir(), loaded.context->solver);
  codegen::Options options;
  options.stem = job.stem.empty() ? p.name() : job.stem;
  options.prefix = job.prefix;
  options.banner = banner(p);
  std::vector<ir::ProcRef> procs{p.ref()};
  codegen::Emitted c = codegen::emit(procs, options);
  nlohmann::ordered_json facts = manifest(p, c);
  std::vector<OutputFile> files{{options.stem + ".c", c.source},
                                {options.stem + ".h", c.header},
                                {options.stem + ".json", report::text_of(facts) + "\n"},
                                {options.stem + ".sched", script::trace_file(p, loaded.inputs)},
                                {options.stem + ".trace.json", script::trace_json(p, loaded.inputs)}};
  for (const std::string& compiler : job.compilers) check_compiles(compiler, options.stem, c.flags, files);
  write_files(job.output, files);
  for (const std::string& w : c.warnings) fmt::print(stderr, "warning: {}\n", w);
  if (job.quiet) return;
  if (job.json) fmt::print("{}\n", report::text_of(facts));
  else
    fmt::print(
        "{}/{}.c: {} steps, {} obligations proved\n", job.output, options.stem, script::count_steps(p),
        facts["proofs"]["affine"].get<int>() + facts["proofs"]["z3"].get<int>() + facts["proofs"]["memo"].get<int>());
}

namespace {

bool has_only(const std::string& word, const char* more) {
  return std::all_of(word.begin(), word.end(), [more](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || (c && std::strchr(more, c));
  });
}

std::string wrong_stem(const std::string& word) {
  bool good = !word.empty() && word[0] != '.' && word[0] != '-' && has_only(word, "_-.");
  return good ? "" : fmt::format("'{}' is no file name of letters, digits, _ - and .", word);
}

std::string wrong_prefix(const std::string& word) {
  bool good = !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0])) && has_only(word, "_");
  return good ? "" : fmt::format("'{}' is no start of a name in C", word);
}

}  // namespace

void add_compile_options(CLI::App& sub, CompileOptions& job) {
  sub.add_option("-o,--output", job.output, "the folder to write to (made if missing)");
  sub.add_option("--stem", job.stem, "name of the files (default: the procedure's)")->check(wrong_stem);
  sub.add_option("--prefix", job.prefix, "put before the names of public functions")->check(wrong_prefix);
  sub.add_option("--cc", job.compilers,
                 "compile the C with this compiler first, and write nothing if it fails; may be repeated");
}

Command add_compile(CLI::App& app) {
  auto job = std::make_shared<CompileJob>();
  CLI::App* sub = app.add_subcommand("compile", "schedule, prove, and write C, header, trace and manifest");
  add_job_options(*sub, *job, false);
  add_compile_options(*sub, *job);
  add_json_option(*sub, job->json);
  return [job] { write_compiled(load(*job), *job); };
}

}  // namespace tessera::driver
