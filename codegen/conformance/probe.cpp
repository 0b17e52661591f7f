// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/probe.hpp"

#include "codegen/conformance/call.hpp"

namespace tessera::conformance {

ProbeAnswer probe(const std::string& statements, const ir::Procedure& instruction, const Machine& machine,
                  const std::vector<std::string>& header_folders) try {
  const auto subject = std::make_shared<ir::Procedure>(instruction);
  subject->args.clear();  // nothing is handed over; the memories are what brings headers and flags
  for (const ir::Arg& a : instruction.args) {
    if (!a.mem) continue;
    subject->instr->headers.insert(subject->instr->headers.end(), a.mem->headers.begin(), a.mem->headers.end());
    subject->instr->flags.insert(subject->instr->flags.end(), a.mem->flags.begin(), a.mem->flags.end());
  }
  SpecifiedCase run;
  run.call = Case{subject.get(), State{}, statements};
  run_instructions({subject}, machine, {run}, header_folders);
  return ProbeAnswer::survived;
} catch (const ProgramFailed&) { return ProbeAnswer::died; } catch (const std::runtime_error&) {
  return ProbeAnswer::not_compiled;
}

}  // namespace tessera::conformance
