// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "codegen/conformance/machines_file.hpp"
#include "codegen/conformance/probe.hpp"
#include "codegen/conformance/programs.hpp"

// Where instructions are run, and where not and why.
namespace tessera::conformance {

/// A machine on which an instruction was to be run, and why it was not.
struct NotRun {
  std::string machine, why;
};

/// Where an instruction can be run here, and why it cannot elsewhere.
struct Places {
  std::vector<Machine> machines;    ///< with what their compilers and emulators say of their versions
  std::vector<NotRun> not_run;      ///< the others that the library has
  std::vector<std::string> probed;  ///< features of this CPU that a probe has shown
  std::string why_none;             ///< empty when there are machines
};

/// Asks the CPU, and each compiler and emulator once.
class PlaceFinder {
 public:
  /// The machines are referred to. Probes look for headers in these folders.
  explicit PlaceFinder(const Machines& machines, std::vector<std::string> header_folders = {})
      : machines_(machines), header_folders_(std::move(header_folders)) {}
  /// For instructions that are called together, such as one and those that set the machine's state for it.
  Places places_for(const std::vector<ir::ProcRef>& together);

 private:
  std::string why_not_here(const ir::Procedure&, std::vector<std::string>& probed);
  ProbeAnswer answer_to_probe(const std::string& feature, const ir::Procedure&);
  std::string why_not_on(const ir::Procedure&, Machine&);
  std::string why_not_compiled(const ir::Procedure&, Machine&);
  std::string why_known_wrong(const ir::Procedure&, const Machine&) const;

  const Machines& machines_;
  std::vector<std::string> header_folders_;
  std::map<std::pair<std::string, std::vector<std::string>>, ProbeAnswer> answers_;  ///< by feature and flags
  Programs programs_;
};

/// For one instruction.
Places places_for(const ir::Procedure& instruction, const Machines&);

}  // namespace tessera::conformance
