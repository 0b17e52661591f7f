// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::syntax {

/// The definitions of one `.tess` text, in order. Look-ups give null for an unknown name.
struct Module {
  std::vector<ir::ProcRef> procs;
  std::vector<ir::MemoryRef> memories;
  std::vector<ir::ConfigRef> configs;

  ir::ProcRef proc(std::string_view name) const;
  ir::MemoryRef memory(std::string_view name) const;
  ir::ConfigRef config(std::string_view name) const;
};

/// What an `extends` line says.
struct Extends {
  std::string base;  ///< the name of a shipped library, or the path of a folder, as it is written
  SrcLoc loc;
  std::string source_line;
};

/// The `extends` lines at the top of a text. Throws InputError with code "syntax".
std::vector<Extends> extends_of(std::string_view text, std::string_view file_name);

/// Reads a text. A definition may use those before it and those of the libraries.
/// Throws InputError with code "syntax", "name" or "type"; for an `extends` line too, which is for libraries.
Module parse_module(std::string_view text, std::string_view file_name, std::span<const Module* const> libraries = {});

/// What to do about a memory that is not known; "" when there is nothing to say.
using MemoryHint = std::function<std::string(const std::string& memory)>;
/// The same for a file of a hardware library. Its `extends` lines, at the top, are the caller's: what they name is
/// among `libraries`.
Module parse_library_file(std::string_view text, std::string_view file_name, std::span<const Module* const> libraries,
                          const MemoryHint&);

}  // namespace tessera::syntax
