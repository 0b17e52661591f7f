// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/places.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/conformance/machine_names.hpp"
#include "codegen/conformance/version.hpp"

namespace tessera::conformance {
namespace {

std::string version_or_unknown(const std::string& version) { return version.empty() ? "of unknown version" : version; }

bool is_one_of(const std::string& word, const std::vector<std::string>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// What a known fault is about: the emulator, or the compiler. Its line of its version; nothing where it is neither.
std::optional<std::string> said_by_accused(const KnownWrong& fault, const Machine& m) {
  if (fault.machine == m.name) return m.is_native() ? m.compiler_says : m.emulator_says;
  if (is_one_of(fault.machine, programs_of(m.runner))) return m.emulator_says;
  if (is_one_of(fault.machine, programs_of(m.compiler))) return m.compiler_says;
  return std::nullopt;
}

// "" for a version that is not at fault. One that is not known may be.
std::string why_at_fault(const KnownWrong& fault, const std::string& said) {
  const std::string version = version_in(said);
  const std::string source = fault.source.empty() ? "" : fmt::format(" ({})", fault.source);
  if (fault.version.empty()) return fmt::format("it is known to be wrong: {}{}", fault.why, source);
  if (version.empty())
    return fmt::format("it is known to be wrong in version {}, and this one does not say its version: {}{}",
                       fault.version, fault.why, source);
  if (!is_among(version, fault.version)) return "";
  return fmt::format("it is known to be wrong in version {}: {}{}", version, fault.why, source);
}

// One reason for all, or one for each machine.
std::string in_words(const std::vector<NotRun>& all) {
  const bool are_same = std::all_of(all.begin(), all.end(), [&](const NotRun& n) { return n.why == all.front().why; });
  if (are_same) return all.front().why;
  std::string out;
  for (const NotRun& n : all) out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", n.machine, n.why);
  return out;
}

void add_all(const std::vector<Machine>& machines, const std::string& why, std::vector<NotRun>& out) {
  for (const Machine& m : machines) out.push_back({m.name, why});
}

}  // namespace

ProbeAnswer PlaceFinder::answer_to_probe(const std::string& feature, const ir::Procedure& p) {
  const auto [at, is_new] = answers_.try_emplace({feature, p.instr->flags}, ProbeAnswer::not_compiled);
  for (Machine m : machines_.native) {
    if (!is_new || at->second != ProbeAnswer::not_compiled) break;
    if (!m.is_available() || !why_not_compiled(p, m).empty()) continue;
    at->second = probe(machines_.probes.at(feature), p, m, header_folders_);
  }
  return at->second;
}

// "" when the CPU has all that the instruction needs.
std::string PlaceFinder::why_not_here(const ir::Procedure& p, std::vector<std::string>& probed) {
  for (const std::string& feature : p.instr->features()) {
    const std::string why = conformance::why_not_here(feature, machines_);
    if (why.empty()) continue;
    if (machines_.probes.count(feature) == 0) return why;
    const ProbeAnswer answer = answer_to_probe(feature, p);
    if (answer == ProbeAnswer::not_compiled) return fmt::format("no compiler here takes the probe of {}", feature);
    if (answer == ProbeAnswer::died) return fmt::format("this CPU has no {}, as its probe shows", feature);
    probed.push_back(feature);
  }
  return "";
}

std::string PlaceFinder::why_not_compiled(const ir::Procedure& p, Machine& m) {
  const Compiler& compiler = programs_.compiler(m.compile_command());
  if (!compiler.refusal.empty()) return fmt::format("{} does not compile: {}", m.compiler.front(), compiler.refusal);
  m.compiler_says = compiler.says;
  m.around = compiler.around;
  const auto too_old = [&](const std::string& wanted, const char* who) {
    return fmt::format("{} is {}, and {} wants {}", m.compiler.front(), version_or_unknown(compiler.version), who,
                       wanted);
  };
  if (!m.at_least.empty() && !is_among(compiler.version, ">=" + m.at_least))
    return too_old(">=" + m.at_least, machines_file_name);
  const auto compilers = p.instr->facts.find("compiler");
  if (compilers == p.instr->facts.end() || !m.model.empty()) return "";
  const std::string wanted = wanted_of(compiler.kind, compilers->second);
  return wanted.empty() || is_among(compiler.version, wanted) ? "" : too_old(compiler.kind + wanted, "it");
}

std::string PlaceFinder::why_known_wrong(const ir::Procedure& p, const Machine& m) const {
  for (const KnownWrong& fault : machines_.known_wrong) {
    if (!fault.names(p.name)) continue;
    const std::optional<std::string> said = said_by_accused(fault, m);
    if (!said) continue;
    if (std::string why = why_at_fault(fault, *said); !why.empty()) return why;
  }
  return "";
}

std::string PlaceFinder::why_not_on(const ir::Procedure& p, Machine& m) {
  if (const std::string missing = m.missing_program(); !missing.empty()) return fmt::format("there is no {}", missing);
  for (const std::string& feature : m.features)
    if (std::string why = conformance::why_not_here(feature, machines_); !why.empty()) return why;
  if (std::string why = why_not_compiled(p, m); !why.empty()) return why;
  if (!m.runner.empty()) {
    std::vector<std::string> command = m.version_command;
    if (command.empty()) {
      command = m.run_command();
      command.emplace_back("--version");
    }
    m.emulator_says = programs_.first_line(command);
  }
  return why_known_wrong(p, m);
}

namespace {

// The first reason of one of them.
template <class Why> std::string first_reason(const std::vector<ir::ProcRef>& instructions, const Why& why) {
  for (const ir::ProcRef& p : instructions)
    if (std::string found = why(*p); !found.empty()) return found;
  return "";
}

}  // namespace

Places PlaceFinder::places_for(const std::vector<ir::ProcRef>& together) {
  Places out;
  const std::string why = first_reason(together, [&](const ir::Procedure& p) { return why_not_here(p, out.probed); });
  const bool runs_here = why.empty();
  if (!runs_here) out.probed.clear();
  const auto try_all = [&](const std::vector<Machine>& machines) {
    for (Machine m : machines) {
      const std::string why_not = first_reason(together, [&](const ir::Procedure& p) { return why_not_on(p, m); });
      if (!why_not.empty()) out.not_run.push_back({m.name, why_not});
      else out.machines.push_back(std::move(m));
    }
  };
  try_all(runs_here ? machines_.native : machines_.emulated);
  if (out.machines.empty() && !runs_here) try_all(machines_.modelled);
  if (out.machines.empty()) {
    if (!runs_here) out.why_none = why + ", ";
    if (out.not_run.empty())
      out.why_none +=
          fmt::format("and the library's {} names no {}", machines_file_name, runs_here ? "compiler" : "emulator");
    else out.why_none += in_words(out.not_run);
  }
  if (runs_here) add_all(machines_.emulated, "this CPU has its features", out.not_run);
  return out;
}

Places places_for(const ir::Procedure& p, const Machines& machines) {
  return PlaceFinder(machines).places_for({std::make_shared<const ir::Procedure>(p)});
}

}  // namespace tessera::conformance
