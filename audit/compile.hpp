// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "audit/loop.hpp"
#include "codegen/conformance/machine.hpp"

namespace tessera::audit {

/// C to compile and to look at.
struct AuditJob {
  std::filesystem::path source;                  ///< the C file
  std::vector<std::string> flags;                ///< after those of the compiler's command
  std::vector<std::filesystem::path> folders;    ///< of headers
  std::vector<std::filesystem::path> own_rules;  ///< folders of hardware libraries
  std::string function;                          ///< the only one to look at; empty: all
};

/// What became of one compiler.
enum class Outcome {
  audited,
  no_loop,  ///< no loop multiplies and adds
  refused,  ///< the compiler does not take the C
  not_run   ///< it is missing, or its machine code cannot be read
};

struct Audit {
  conformance::Machine compiler;
  Outcome outcome = Outcome::not_run;
  std::string why;                   ///< of one that is not audited
  std::string target, version;       ///< as the compiler says; empty: not asked
  std::vector<std::string> command;  ///< without the files
  std::optional<HottestLoop> loop;

  bool has_defect() const { return loop && loop->counts.has_defect(); }
};

/// Compiles to assembly text and reads its hottest loop. Throws InputError for a table or a library's rules of another
/// form, and for a function that is not there.
Audit audited(const conformance::Machine&, const AuditJob&, const std::vector<Table>&);

/// The compilers of a library: native ones, then those of its emulators. Where the library has emulators and this CPU
/// lacks one of the features, the code is for another machine, and native ones are left out. Each command once.
std::vector<conformance::Machine> compilers_of(const std::vector<conformance::Machine>& native,
                                               const std::vector<conformance::Machine>& emulated, bool is_for_this_cpu);

}  // namespace tessera::audit
