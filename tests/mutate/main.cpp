// SPDX-License-Identifier: Apache-2.0
// mutate: plants faults in scheduled programs, in instructions' specifications and in emitted C, and expects that they
// are noticed: by translation validation, by the conformance test against the real instruction, by the kernel's test
// program.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <random>
#include <regex>
#include <sstream>

#include "api/hardware_library.hpp"
#include "api/load.hpp"
#include "artifact/host_target.hpp"
#include "c_mutants.hpp"
#include "codegen/c_names.hpp"
#include "codegen/conformance/call.hpp"
#include "codegen/conformance/lengths.hpp"
#include "codegen/conformance/places.hpp"
#include "codegen/emit.hpp"
#include "codegen/test_program/control_text.hpp"
#include "codegen/test_program/test_program.hpp"
#include "codegen_machine.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "ir_mutants.hpp"
#include "subjects.hpp"
#include "validate/equivalent.hpp"

namespace {

namespace fs = std::filesystem;
using namespace tessera;
using namespace tessera::mutate;

struct Options {
  std::vector<std::string> kinds{"schedule", "instruction", "c"}, libraries = api::shipped_libraries();
  std::size_t count = 0;
  unsigned seed = 1;
  int jobs = 2;
  double at_least = 98;
  std::string csv, explained = std::string(TESSERA_SOURCE_DIR) + "/tests/mutate/survivors.txt";
};

enum class Outcome { killed, survived, no_mutant };

/// A fault that can be tried.
struct Fault {
  std::string kind, subject, change, place;
  std::function<Outcome(const fs::path& scratch)> attempt;
  std::string name() const { return fmt::format("{} | {} | {} | {}", kind, subject, change, place); }
};

int shell(const std::string& command) {
  int status = std::system((command + " >/dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

std::string trimmed(const std::string& s) { return std::regex_replace(s, std::regex(" +"), " "); }

// ---- faults of schedules

// Outputs differ: not only that an access is out of bounds, or that a lane without a value takes part in a sum that
// nobody stores, of which the proof for all sizes says nothing.
bool outputs_differ(const Diagnostic& d) {
  return d.code == "equivalence" && d.message.find("before it is written") == std::string::npos;
}

// The runs alone notice, or not; what they tell apart must not be proved equal for all sizes, or the fault counts as
// survived.
Outcome validated(const ir::Procedure& reference, const ir::Procedure& mutant) {
  validate::Options options;
  options.fuel = 1'000'000;
  options.prove = false;
  try {
    validate::equivalent(reference, mutant, options);
    return Outcome::survived;
  } catch (const Error& e) {
    if (!outputs_differ(e.diagnostic())) return Outcome::killed;
    const validate::AllSizes all = validate::compare_for_all_sizes(reference, mutant);
    return all.verdict == validate::AllSizes::Verdict::proved ? Outcome::survived : Outcome::killed;
  }
}

void add_schedule_faults(const std::vector<Subject>& subjects, std::vector<Fault>& out) {
  for (const Subject& s : subjects) {
    auto reference = std::make_shared<const ir::Procedure>(script::reference(s.scheduled));
    for (IrMutant& m : ir_mutants(s.scheduled.ir()))
      out.push_back({"schedule", s.name, m.kind, trimmed(m.place),
                     [reference, proc = std::move(m.proc)](const fs::path&) { return validated(*reference, proc); }});
  }
}

// ---- faults of instructions

/// The instructions of a library and what the real ones do.
struct Silicon {
  script::Library library;
  std::vector<ir::ProcRef> instructions;
  std::vector<conformance::SpecifiedCase> cases;
  std::vector<conformance::State> found;
};

std::vector<ir::ProcRef> instructions_of(const syntax::Module& m) {
  std::vector<ir::ProcRef> out;
  for (const ir::ProcRef& p : m.procs)
    if (p->instr) out.push_back(p);
  return out;
}

// For the first of the numbers of lanes, where the machines choose theirs.
conformance::Machines machines_of(const std::string& target, const script::Library& library) {
  conformance::Machines out = api::library_machines(target);
  for (const ir::MemoryRef& m : library.module.memories)
    if (m->lanes) return conformance::of_length(out, m->lanes->lengths.front());
  return out;
}

std::shared_ptr<const Silicon> measure(const std::string& target) {
  auto out = std::make_shared<Silicon>();
  out->library = api::load_library(target);
  out->instructions = instructions_of(api::own_definitions(out->library));
  const conformance::Companions companions{{}, conformance::moves_among(instructions_of(out->library.module))};
  std::vector<std::string> folders;
  for (const fs::path& folder : api::library_folders(target)) folders.push_back(fs::absolute(folder).string());
  const conformance::Machines machines = machines_of(target, out->library);
  std::optional<conformance::Machine>
      machine;  // the same for all: a library runs natively or nowhere but in its emulator
  conformance::PlaceFinder finder(machines, folders);  // asks each compiler and emulator once
  for (const ir::ProcRef& p : out->instructions) {
    const conformance::Places places = finder.places_for({p});
    if (places.machines.empty()) return nullptr;
    machine = places.machines.front();
    for (conformance::SpecifiedCase& c : conformance::specified_cases(*p, 1, companions).cases)
      out->cases.push_back(std::move(c));
  }
  out->found =
      conformance::run_instructions(instructions_of(out->library.module), machine.value(), out->cases, folders);
  return out;
}

// The mutated specification on the data that the real instruction ran on.
Outcome conforms(const Silicon& silicon, const ir::Procedure& original, const ir::Procedure& mutant) {
  for (std::size_t i = 0; i < silicon.cases.size(); ++i) {
    if (silicon.cases[i].call.proc != &original) continue;
    const conformance::State& before = silicon.cases[i].call.state;
    conformance::State state = before;
    try {
      interp::run(mutant, state);
      const conformance::AllowedNumbers allowed = conformance::allowed_numbers(mutant, before);
      if (!conformance::difference(mutant, state, allowed, silicon.found[i]).empty()) return Outcome::killed;
    } catch (const interp::InterpError&) { return Outcome::killed; }
  }
  return Outcome::survived;
}

void add_instruction_faults(const std::vector<std::string>& libraries, std::vector<Fault>& out) {
  for (const std::string& target : libraries) {
    std::shared_ptr<const Silicon> silicon = measure(target);
    if (!silicon) {
      fmt::print("skipped: this machine cannot run the instructions of {}\n", target);
      continue;
    }
    for (const ir::ProcRef& p : silicon->instructions)
      for (IrMutant& m : ir_mutants(*p))
        out.push_back(
            {"instruction", target + " " + p->name, m.kind, trimmed(m.place),
             [silicon, p, proc = std::move(m.proc)](const fs::path&) { return conforms(*silicon, *p, proc); }});
  }
}

// ---- faults of emitted C

/// A kernel's C, and its test program compiled once.
struct Compiled {
  fs::path folder;
  std::string flags, source;
  std::vector<std::string> features;  ///< that a CPU needs to run it
  int seconds = 600;  ///< what one run of the test may take: far more than without a fault, on a machine however busy
};

std::shared_ptr<Compiled> compile(const Subject& s, const fs::path& folder) {
  codegen::Options options;
  options.stem = "kernel";
  options.allow_spills = true;
  const std::vector<ir::ProcRef> procs{s.scheduled.ref()};
  const codegen::Emitted c = codegen::emit(procs, options);
  auto out = std::make_shared<Compiled>();
  out->folder = folder;
  for (const std::string& f : c.flags) out->flags += " " + f;
  out->source = c.source, out->features = c.features;
  write_files(folder,
              {{"kernel.h", c.header},
               {"kernel_test.c", codegen::test_program(script::reference(s.scheduled), s.scheduled.ir(), options)}});
  if (shell(fmt::format("cd {} && gcc -std=c11 -O1 {} -c kernel_test.c -o test.o", folder.string(), out->flags)) != 0)
    throw std::runtime_error("the test program of " + s.name + " does not compile");
  return out;
}

// As a maintainer would run it, then with sanitizers, as tests/kernels/run.sh does. Nothing is optimised, so that no
// read of the fault is left out.
Outcome tested(const Compiled& kernel, const std::string& source, const fs::path& scratch) {
  fs::path c = scratch / "kernel.c", program = scratch / "program";
  std::ofstream(c) << source;
  for (const auto& [options, work] :
       {std::pair{"", "1e9"}, {"-fsanitize=address,undefined -fno-sanitize-recover=all", "1e8"}}) {
    std::string build = fmt::format("gcc -std=c11 -O0 -w {} {} -I{} {} {}/test.o -lm -o {}", options, kernel.flags,
                                    kernel.folder.string(), c.string(), kernel.folder.string(), program.string());
    if (shell(build) != 0) return Outcome::no_mutant;
    if (shell(fmt::format("timeout {} {} {}", kernel.seconds, program.string(), work)) != 0) return Outcome::killed;
  }
  return Outcome::survived;
}

// The operands of the kernel. Dense windows end where the last of their elements does; the test runs those too.
std::vector<Operand> operands_of(const ir::Procedure& kernel) {
  const codegen::CNames names(kernel, {});
  const codegen::ControlText extent{
      "test", [&](ir::Sym s) { return names.of(s); },
      [](ir::Sym, int) -> std::string { throw std::runtime_error("a stride as extent"); }};
  std::vector<Operand> out;
  for (const ir::Arg& a : kernel.args) {
    if (a.type.shape.empty()) continue;
    const std::string name = names.of(a.name), data = name + (a.type.is_window ? ".data" : "");
    std::string following = "1";
    for (std::size_t d = 0; d < a.type.shape.size(); ++d) {
      const std::string n = extent.of(a.type.shape[d]);
      following = a.type.is_window ? fmt::format("{} + ({} - 1) * {}.strides[{}]", following, n, name, d)
                                   : fmt::format("{} * {}", following, n);
    }
    out.push_back({name, data + "[-1]", data + "[" + following + "]"});
  }
  return out;
}

void add_c_faults(const std::vector<Subject>& subjects, const fs::path& scratch, std::vector<Fault>& out) {
  for (const Subject& s : subjects) {
    std::shared_ptr<Compiled> kernel = compile(s, scratch / std::to_string(out.size()));
    if (const std::string lacks = artifact::missing_feature(s.target, kernel->features); !lacks.empty()) {
      fmt::print("skipped: {} for {}, as this CPU has no {}\n", s.name, s.target, lacks);
      continue;
    }
    const auto start = std::chrono::steady_clock::now();
    if (tested(*kernel, kernel->source, scratch) != Outcome::survived)
      throw std::runtime_error("the kernel " + s.name + " fails its test without a fault");
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    kernel->seconds = 30 + static_cast<int>(10 * spent.count());
    for (CMutant& m : c_mutants(kernel->source, operands_of(s.scheduled.ir())))
      out.push_back(
          {"c", s.name, m.kind, trimmed(m.place),
           [kernel, source = std::move(m.source)](const fs::path& own) { return tested(*kernel, source, own); }});
  }
}

// ---- trying them

std::vector<Fault> sampled(std::vector<Fault> faults, const Options& options) {
  if (options.count == 0 || faults.size() <= options.count) return faults;
  std::mt19937 random(options.seed);
  std::shuffle(faults.begin(), faults.end(), random);
  faults.resize(options.count);
  return faults;
}

char attempt(const Fault& fault, const fs::path& scratch) {
  try {
    Outcome o = fault.attempt(scratch);
    return o == Outcome::killed ? 'k' : o == Outcome::survived ? 's' : 'n';
  } catch (const std::exception&) { return 'k'; }  // stopped as a bug of the program that is tested: noticed
}

// One process per job, since a fault may end it; each writes a letter per fault.
std::string outcomes(const std::vector<Fault>& faults, const Options& options, const fs::path& scratch) {
  std::vector<pid_t> children;
  for (int job = 0; job < options.jobs; ++job) {
    pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start a process");
    if (child > 0) {
      children.push_back(child);
      continue;
    }
    fs::path own = scratch / fmt::format("job{}", job);
    fs::create_directories(own);
    std::ofstream out(own / "outcomes");
    for (std::size_t i = static_cast<std::size_t>(job); i < faults.size(); i += static_cast<std::size_t>(options.jobs))
      out << attempt(faults[i], own) << std::flush;
    std::_Exit(0);
  }
  std::string all(faults.size(), 'k');  // what ended the process was noticed
  for (pid_t child : children) waitpid(child, nullptr, 0);
  for (int job = 0; job < options.jobs; ++job) {
    std::ifstream in(scratch / fmt::format("job{}", job) / "outcomes");
    std::size_t i = static_cast<std::size_t>(job);
    for (char c; in.get(c); i += static_cast<std::size_t>(options.jobs)) all[i] = c;
    if (i < faults.size()) throw std::runtime_error("trying this fault ended the process: " + faults[i].name());
  }
  return all;
}

/// A survivor that is known, as "KIND | SUBJECT | CHANGE | PLACE  # reason"; each part a regular expression.
struct Explanation {
  std::regex fault;
  std::string reason;
};

std::vector<Explanation> read_explanations(const std::string& path) {
  std::istringstream lines(read_file(path));
  std::vector<Explanation> out;
  for (std::string line; std::getline(lines, line);) {
    std::size_t reason = line.find("  # ");
    if (line.empty() || line[0] == '#') continue;
    if (reason == std::string::npos) throw std::runtime_error(path + ": a survivor without a reason: " + line);
    out.push_back({std::regex(line.substr(0, reason)), line.substr(reason + 4)});
  }
  return out;
}

struct Report {
  std::size_t tried = 0, killed = 0, explained = 0;
  std::vector<std::string> unexplained;
  double rate() const { return tried ? 100.0 * static_cast<double>(killed) / static_cast<double>(tried) : 0; }
};

Report judge(const std::vector<Fault>& faults, const std::string& all, const std::vector<Explanation>& known) {
  Report out;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    out.tried += all[i] != 'n';
    out.killed += all[i] == 'k';
    if (all[i] != 's') continue;
    bool is_known = std::any_of(known.begin(), known.end(),
                                [&](const Explanation& e) { return std::regex_match(faults[i].name(), e.fault); });
    out.explained += is_known;
    if (!is_known) out.unexplained.push_back(faults[i].name());
  }
  return out;
}

void print(const std::string& kind, const Report& r) {
  for (const std::string& name : r.unexplained) fmt::print("SURVIVED {}\n", name);
  fmt::print("{}: {} of {} faults noticed ({:.2f} %), {} survivors explained, {} not\n", kind, r.killed, r.tried,
             r.rate(), r.explained, r.unexplained.size());
  std::fflush(stdout);
}

int run(const Options& options, const fs::path& scratch) {
  std::vector<Explanation> known = read_explanations(options.explained);
  std::vector<Subject> subjects = read_subjects(std::string(TESSERA_SOURCE_DIR) + "/tests/mutate/subjects.txt");
  std::string csv = "kind,faults,noticed,percent,survivors_explained,survivors_not_explained\n";
  bool good = true;
  for (const std::string& kind : options.kinds) {
    std::vector<Fault> faults;
    if (kind == "schedule") add_schedule_faults(subjects, faults);
    if (kind == "instruction") add_instruction_faults(options.libraries, faults);
    if (kind == "c") add_c_faults(subjects, scratch, faults);
    const std::size_t all = faults.size();
    faults = sampled(std::move(faults), options);
    fmt::print("{}: trying {} of {} faults\n", kind, faults.size(), all);
    std::fflush(stdout);
    Report r = judge(faults, outcomes(faults, options, scratch), known);
    print(kind, r);
    csv += fmt::format("{},{},{},{:.2f},{},{}\n", kind, r.tried, r.killed, r.rate(), r.explained, r.unexplained.size());
    good = good && r.unexplained.empty() && r.tried > 0 && r.rate() >= options.at_least;
  }
  if (!options.csv.empty()) std::ofstream(options.csv) << csv;
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"plant faults and see whether they are noticed"};
  Options options;
  app.add_option("--kind", options.kinds, "schedule, instruction or c; may be repeated")
      ->check(CLI::IsMember({"schedule", "instruction", "c"}));
  app.add_option("--library", options.libraries, "instructions of this one; may be repeated (default: of all shipped)");
  app.add_option("--count", options.count, "most faults of each kind, a sample; 0 for all");
  app.add_option("--seed", options.seed, "of the sample");
  app.add_option("--jobs", options.jobs, "processes")->check(CLI::Range(1, 64));
  app.add_option("--at-least", options.at_least, "percent of the faults that must be noticed");
  app.add_option("--csv", options.csv, "write the counts to this file");
  CLI11_PARSE(app, argc, argv);
  fs::path scratch = fs::temp_directory_path() / fmt::format("tessera_mutate_{}", getpid());
  int status = 2;
  try {
    fs::create_directories(scratch);
    status = run(options, scratch);
  } catch (const std::exception& e) { fmt::print(stderr, "mutate: {}\n", e.what()); }
  fs::remove_all(scratch);
  return status;
}
