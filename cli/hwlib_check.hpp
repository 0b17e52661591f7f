// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tessera::cli {

/// The arguments of `tessera hwlib check`.
struct LibraryCheck {
  std::string library;
  std::string only;  ///< an instruction by name; empty: all
  std::vector<std::string>
      compilers;           ///< commands, in place of those that the library names for this CPU; empty: these
  std::uint64_t seed = 1;  ///< of the operands
  bool record = false;     ///< writes conformance.json when none is wrong
  bool needs = false;      ///< shows what generators ask of the library
  std::vector<std::string> schedules;  ///< files, of which the same is shown
  bool json = false;
};

/// `tessera hwlib check`: runs instructions and compares them with their bodies. Throws AlreadyReported{refused} for a
/// wrong one, AlreadyReported{undecided} where none could be run.
void check_library(const LibraryCheck&);

}  // namespace tessera::cli
