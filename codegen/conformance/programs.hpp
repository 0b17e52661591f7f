// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "codegen/conformance/operand_memory.hpp"

namespace tessera::conformance {

/// A C compiler, as it says of itself.
struct Compiler {
  std::string says;                     ///< the first line of `--version`; empty where it has none
  std::string kind;                     ///< "gcc" or "clang", by what it defines; "" for another one
  std::string version;                  ///< "12.2.0"; "" where it is unknown
  Around around = Around::guard_pages;  ///< what its programs can have around operands
  std::string refusal;                  ///< why it makes no programs; "" where it does
};

/// Compilers and emulators, each asked once. All of a command's words are kept: `env CC=clang gcc`.
class Programs {
 public:
  const Compiler& compiler(const std::vector<std::string>& command);
  /// The first line that the command prints; "" where it fails or prints nothing.
  const std::string& first_line(const std::vector<std::string>& command);

 private:
  std::map<std::vector<std::string>, Compiler> compilers_;
  std::map<std::vector<std::string>, std::string> lines_;
};

}  // namespace tessera::conformance
