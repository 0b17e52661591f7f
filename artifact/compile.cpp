// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "api/own_files.hpp"
#include "artifact/approximations.hpp"
#include "artifact/bench_program.hpp"
#include "artifact/bench_run.hpp"
#include "artifact/bench_table.hpp"
#include "artifact/c_compiler.hpp"
#include "artifact/compile.hpp"
#include "artifact/evidence.hpp"
#include "artifact/lengths.hpp"
#include "artifact/report/arguments.hpp"
#include "artifact/report/facts.hpp"
#include "artifact/report/solver_log.hpp"
#include "artifact/whereabouts.hpp"
#include "codegen/emit.hpp"
#include "codegen/test_program/test_program.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/license.hpp"
#include "dsl/support/version.hpp"

namespace tessera::artifact {
namespace {

// Procedures that are called and are no instructions: the microkernels that the schedule made.
std::set<std::string> microkernels(const ir::Procedure& p) {
  std::set<std::string> out;
  for (const ir::ProcRef& called : ir::all_called(p.body))
    if (!called->instr) out.insert(called->name);
  return out;
}

std::string tested(const std::optional<validate::Validation>& validation) {
  if (!validation) return "not run";
  if (validation->tested.choices == 0) return "no sizes were run, for they take too long or cannot be";
  return fmt::format("equal in {} choices of sizes, {} random points over the field of 2^61 - 1 elements",
                     validation->tested.choices, validation->tested.points);
}

// "3-7, 9" of "3 fission", "4 fuse", …: a long schedule has hundreds, which the evidence lists by name.
std::string in_ranges(const std::vector<std::string>& steps) {
  std::vector<std::pair<unsigned long, unsigned long>> ranges;
  for (const std::string& step : steps) {
    const unsigned long number = std::strtoul(step.c_str(), nullptr, 10);
    if (!ranges.empty() && ranges.back().second + 1 == number) ranges.back().second = number;
    else ranges.emplace_back(number, number);
  }
  std::vector<std::string> out;
  for (const auto& [first, last] : ranges)
    out.push_back(first == last ? std::to_string(first) : fmt::format("{}-{}", first, last));
  return fmt::format("{}", fmt::join(out, ", "));
}

std::size_t all_proofs(const Proc& p) {
  const script::ProofCount proofs = script::count_proofs(p);
  return proofs.affine + proofs.z3 + proofs.memo;
}

// Of each length, where there are several.
std::string steps_and_proofs(const api::Loaded& loaded) {
  // Deciders depend on earlier queries; the C must not.
  std::string out;
  for (const api::Loaded* one : all_lengths(loaded)) {
    const Proc& p = one->scheduled;
    if (!loaded.other_lengths.empty()) out += fmt::format("Where {}: ", length_text(*one));
    out += fmt::format("{} steps, trace {}\n", script::count_steps(p), script::trace_hash(p));
    out += fmt::format("{} obligations proved\n", all_proofs(p));
  }
  return out;
}

std::string banner(const api::Loaded& loaded, const Compiled& made) {
  const Proc& p = loaded.scheduled;
  std::string out = steps_and_proofs(loaded);
  out +=
      "Proved for all sizes that satisfy the preconditions: accesses in bounds, preconditions of all calls,\n"
      "arguments of calls apart. Assumed: arguments do not overlap";
  if (ir::has_window_argument(p.ir())) out += ", nor do elements of a window";
  out += "; arithmetic is that of the reals.\n";
  std::vector<std::string> order = script::reassociating_steps(p), unsafe = script::unsafe_conditions(p);
  if (!order.empty()) out += fmt::format("Sums may be reassociated by steps: {}\n", in_ranges(order));
  if (std::vector<std::string> rounded = approximations(p.ir()); !rounded.empty())
    out += fmt::format("Assumed too: {} of its body\n", fmt::join(rounded, ", "));
  if (std::set<std::string> fields = script::changed_fields(p); !fields.empty())
    out += fmt::format("Equal to the procedure as written but for the values left in: {}\n", fmt::join(fields, ", "));
  if (!unsafe.empty()) out += fmt::format("UNSAFE: assumed, not proved: {}\n", fmt::join(unsafe, ", "));
  out += fmt::format("Tested against the reference: {}\n", tested(made.validation));
  out += fmt::format("All of it, and on what it rests: {}.evidence.json; `tessera verify` establishes it again\n",
                     made.stem);
  out.pop_back();  // the emitter ends the last line
  return out;
}

// The same bytes in any folder and after any earlier queries: no times, no cached answers.
nlohmann::ordered_json manifest(const api::Loaded& loaded, const Compiled& made) {
  const Proc& p = loaded.scheduled;
  const codegen::Emitted& c = made.c;
  script::ProofCount proofs = script::count_proofs(p);
  nlohmann::ordered_json out{{"version", 1},
                             {"name", p.name()},
                             {"made_by", version()},
                             {"license", output_license},
                             {"function", c.interfaces.back().c_name},
                             {"arguments", report::arguments_facts(c.interfaces.back())},
                             {"steps", script::count_steps(p)},
                             {"microkernels", std::max<std::size_t>(1, microkernels(p.ir()).size())},
                             {"proofs", {{"affine", proofs.affine}, {"z3", proofs.z3 + proofs.memo}}},
                             {"flags", c.flags},
                             {"link_flags", c.link_flags},
                             {"features", c.features},
                             {"headers", made.own.headers},
                             {"sources", made.own.sources},
                             {"warnings", c.warnings},
                             {"unsafe", script::unsafe_conditions(p)},
                             {"reassociates", script::reassociating_steps(p)},
                             {"approximates", approximations(p.ir())},
                             {"modulo", script::changed_fields(p)},
                             {"hash", script::trace_hash(p)}};
  if (!loaded.other_lengths.empty()) out["lanes"] = lengths_on_record(loaded);
  return out;
}

// For printing, with more facts.
nlohmann::ordered_json with_times(nlohmann::ordered_json facts, const Proc& p) {
  script::ProofCount proofs = script::count_proofs(p);
  facts["proofs"] = {{"affine", proofs.affine},
                     {"z3", proofs.z3},
                     {"memo", proofs.memo},
                     {"disk_memo", proofs.disk},
                     {"seconds", proofs.seconds}};
  return facts;
}

// Of the procedure as written, which is equal and shorter: the result uses its arguments in the same directions.
std::vector<analysis::Direction> directions(const Proc& p) {
  if (!script::unsafe_conditions(p).empty()) return analysis::cautious_directions(p.ir());
  const ir::Procedure written = script::reference(p);
  if (written.args.size() != p.ir().args.size()) return analysis::cautious_directions(p.ir());
  return analysis::directions(written);
}

void count(Deciders& to, const smt::Answer& answer) { ++(answer.decider == smt::Decider::affine ? to.affine : to.z3); }

// Checks the result; counts its deciders.
Deciders check_result(const api::Loaded& loaded) {
  smt::Solver& solver = loaded.context->solver;
  auto decided = std::make_shared<Deciders>();
  solver.on_answer([decided](const smt::Query&, const smt::Answer& answer) {
    if (answer.status == smt::Status::proved) count(*decided, answer);
  });
  check::check_reachable(loaded.scheduled.ir(), solver);
  return *decided;
}

Deciders of_steps(const Proc& p) {
  Deciders out;
  for (const VersionRef& v : script::steps_of(p))
    for (const Proof& proof : v->step.proofs) count(out, proof.answer);
  return out;
}

}  // namespace

validate::Validation validated(const Proc& p) {
  validate::Options options;
  options.modulo = script::changed_fields(p);
  return validate::equivalent(script::reference(p), p.ir(), options);
}

std::optional<Error> nothing_compared(const validate::Validation& validation, const std::string& hint) {
  if (validation.has_compared()) return std::nullopt;
  Diagnostic d;
  d.code = "equivalence";
  d.message = "undecided: nothing was compared, for no sizes were run and equality for all sizes is not proved";
  d.hint = hint;
  return Error(ExitCode::undecided, d);
}

namespace {

// All that is known of the result, without its C.
Compiled established(const api::Loaded& loaded, const CompileOptions& job) {
  const Proc& p = loaded.scheduled;
  Compiled out;
  out.stem = job.stem.empty() ? p.name() : job.stem;
  out.steps = of_steps(p);
  out.result = check_result(loaded);
  if (!job.validate) return out;
  out.validation = validated(p);
  if (const std::optional<Error> nothing =
          nothing_compared(*out.validation,
                           "`tessera verify --work N` allows larger runs; without --validate the C is written, and its "
                           "evidence says that nothing was compared"))
    throw *nothing;
  return out;
}

Compiled established_of_length(const api::Loaded& loaded, const CompileOptions& job) try {
  return established(loaded, job);
} catch (const Error& e) {
  if (const ir::Lanes* lanes = script::lanes_of(loaded.inputs)) api::rethrow_about_length(e, *lanes);
  throw;
}

codegen::Options options_of(const api::Loaded& loaded, const CompileOptions& job, const Compiled& made) {
  codegen::Options out;
  out.stem = made.stem;
  out.prefix = job.prefix;
  out.banner = banner(loaded, made);
  for (const api::Loaded* one : all_lengths(loaded)) {
    const Proc& p = one->scheduled;
    out.directions[p.ref().get()] = directions(p);
  }
  out.allow_spills = job.allow_spills;
  for (const auto& [name, file] : api::own_headers(loaded.inputs)) out.own_headers.insert(name);
  return out;
}

codegen::Emitted emitted(const api::Loaded& loaded, const codegen::Options& options) {
  std::vector<ir::ProcRef> procs{loaded.scheduled.ref()};
  return codegen::emit(procs, options);
}

}  // namespace

Compiled compile(const api::Loaded& loaded, const CompileOptions& job) {
  Compiled out = established_of_length(loaded, job);
  for (const api::Loaded& other : loaded.other_lengths) out.other_lengths.push_back(established_of_length(other, job));
  out.options = options_of(loaded, job, out);
  out.c =
      loaded.other_lengths.empty() ? emitted(loaded, out.options) : emitted_for_lengths(loaded, out.options, emitted);
  out.own = files_of_libraries(loaded.inputs, out.c);
  return out;
}

namespace {

// A trace is of one length.
void add_traces(const api::Loaded& loaded, const std::string& stem, const Whereabouts& here,
                std::vector<OutputFile>& files) {
  for (const api::Loaded* one : all_lengths(loaded)) {
    const std::string name =
        loaded.other_lengths.empty() ? stem + ".sched" : fmt::format("{}.{}.sched", stem, length_name(*one));
    files.push_back({name, script::trace_file(one->scheduled, one->inputs, here.program, here.libraries)});
  }
}

// A test program is of one length, too.
void add_tests(const api::Loaded& loaded, const Compiled& made, std::vector<OutputFile>& files) {
  const bool has_lengths = !loaded.other_lengths.empty();
  codegen::Options options = made.options;
  if (has_lengths)
    for (const api::Loaded* one : all_lengths(loaded)) options.lengths.push_back(length_of(*one));
  for (const api::Loaded* one : all_lengths(loaded)) {
    const Proc& p = one->scheduled;
    const std::string name = has_lengths ? codegen::test_name(made.stem, *script::lanes_of(one->inputs)) : made.stem;
    files.push_back({name + "_test.c", codegen::test_program(script::reference(p), p.ir(), options)});
  }
}

// The program is written from the procedure of one length.
void refuse_bench_of_lengths(const api::Loaded& loaded, const CompileOptions& job) {
  if (loaded.other_lengths.empty() || !job.bench) return;
  throw InputError("usage", fmt::format("--bench is not for a kernel of several lengths ({})", lengths_text(loaded)),
                   "compile without it, and time the function in a program of your own");
}

}  // namespace

CompiledFiles compiled_files(const api::Loaded& loaded, const CompileOptions& job) {
  refuse_bench_of_lengths(loaded, job);
  CompiledFiles out{compile(loaded, job), {}};
  const Compiled& made = out.made;
  const std::string& stem = made.stem;
  const codegen::Emitted& c = made.c;
  const Whereabouts here = seen_from(job, loaded.inputs);
  std::vector<OutputFile>& files = out.files;
  files = {{stem + ".c", c.source},
           {stem + ".h", c.header},
           {stem + ".json", report::text_of(manifest(loaded, made)) + "\n"},
           {stem + ".evidence.json", evidence_text(loaded, job, made)}};
  add_traces(loaded, stem, here, files);
  if (job.test) add_tests(loaded, made, files);
  if (job.bench) files.push_back({stem + "_bench.c", bench_program_text(loaded, made, *job.bench)});
  add_files_of_libraries(made.own, stem, files);
  for (const std::string& compiler : job.compilers)
    check_compiles(compiler, stem, c.flags, files, api::header_folders(loaded.inputs));
  return out;
}

static void refuse_to_overwrite_inputs(const CompileOptions& job, const std::vector<OutputFile>& files) {
  for (const std::string& input : job.inputs)
    for (const OutputFile& f : files) {
      const std::filesystem::path written = std::filesystem::path(job.output) / f.name;
      std::error_code missing;
      if (std::filesystem::equivalent(written, input, missing))
        throw InputError("output", fmt::format("{} would be overwritten: it is read", written.string()),
                         "choose another folder with -o, or another name with --stem");
    }
}

Compiled write_compiled(const api::Loaded& loaded, const CompileOptions& job) {
  const Proc& p = loaded.scheduled;
  auto [made, files] = compiled_files(loaded, job);
  refuse_to_overwrite_inputs(job, files);
  write_files(job.output, files);
  for (const std::string& w : made.c.warnings) fmt::print(stderr, "warning: {}\n", w);
  if (job.quiet) return std::move(made);
  if (job.json) {
    nlohmann::ordered_json shown = with_times(manifest(loaded, made), p);
    if (job.bench) shown["bench"] = to_json(run_bench(loaded, made, job.output, job.compilers));
    report::add_statistics(shown, loaded.solver);
    fmt::print("{}\n", report::text_of(shown));
  } else {
    fmt::print("{}/{}.c: {} steps, {} obligations proved{}\n", job.output, made.stem, script::count_steps(p),
               all_proofs(p),
               loaded.other_lengths.empty() ? "" : fmt::format(", for each of {}", lengths_text(loaded)));
    std::fflush(stdout);  // timing takes a while
    if (job.bench) fmt::print("{}", bench_table(run_bench(loaded, made, job.output, job.compilers)));
  }
  return std::move(made);
}

}  // namespace tessera::artifact
