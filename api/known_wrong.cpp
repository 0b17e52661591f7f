// SPDX-License-Identifier: Apache-2.0
#include "api/known_wrong.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/conformance/machine_names.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::api {
namespace {

using Names = std::vector<std::string>;

[[noreturn]] void no_such(const conformance::Machines& machines, const char* what, const std::string& name,
                          const Names& known) {
  const std::string near = syntax::nearest(name, known);
  throw InputError("machines", fmt::format("{}: known_wrong: there is no {} '{}'", machines.file.string(), what, name),
                   near.empty() ? syntax::known_names(known) : near);
}

void add_new(const std::string& name, Names& out) {
  if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
}

// Their own names, and those of the programs in their commands.
Names names_of_machines(const conformance::Machines& machines) {
  Names out;
  for (const auto* all : {&machines.native, &machines.emulated, &machines.modelled})
    for (const conformance::Machine& m : *all) {
      add_new(m.name, out);
      for (const std::string& program : conformance::programs_of(m.runner)) add_new(program, out);
      for (const std::string& program : conformance::programs_of(m.compiler)) add_new(program, out);
    }
  return out;
}

Names names_of_instructions(const script::Library& library) {
  Names out;
  for (const ir::ProcRef& p : library.module.procs)
    if (p->instr) out.push_back(p->name);
  return out;
}

}  // namespace

void check_known_wrong(const script::Library& library, const conformance::Machines& machines) {
  const Names known_machines = names_of_machines(machines), known_instructions = names_of_instructions(library);
  for (const conformance::KnownWrong& fault : machines.known_wrong) {
    if (std::find(known_machines.begin(), known_machines.end(), fault.machine) == known_machines.end())
      no_such(machines, "machine", fault.machine, known_machines);
    for (const std::string& pattern : fault.instructions) {
      const conformance::KnownWrong one{"", "", {pattern}, "", ""};
      if (std::none_of(known_instructions.begin(), known_instructions.end(),
                       [&](const std::string& name) { return one.names(name); }))
        no_such(machines, "instruction", pattern, known_instructions);
    }
  }
}

}  // namespace tessera::api
