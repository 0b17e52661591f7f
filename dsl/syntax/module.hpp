// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

/// An `extends` line.
struct Extends {
  std::string base;  ///< the name of a shipped library, or the path of a folder, as it is written
  SrcLoc loc;
  std::string source_line;
};

/// The `extends` lines at the top of a text. Throws InputError with code "syntax".
std::vector<Extends> extends_of(std::string_view text, std::string_view file_name);

/// Parses a text. A definition may use earlier ones and those of the libraries. Throws InputError with code "syntax",
/// "name" or "type"; also for an `extends` line, which is for libraries only.
/// `length`: for which a declared number of lanes is read; empty: for the first of its lengths.
Module parse_module(std::string_view text, std::string_view file_name, std::span<const Module* const> libraries = {},
                    std::optional<std::int64_t> length = {});

/// A text as a syntax tree: read once, it is given its meaning for each number of lanes.
class ParsedText;
using ParsedTextRef = std::shared_ptr<const ParsedText>;
/// Throws InputError with code "syntax".
ParsedTextRef parse_text(std::string_view text, std::string_view file_name);

/// The hint for an unknown memory; "" without one.
using MemoryHint = std::function<std::string(const std::string& memory)>;
/// What parse_module gives, for a file of a hardware library. The caller resolves its `extends` lines, at the top, and
/// adds their modules to `libraries`.
Module library_module(const ParsedText&, std::span<const Module* const> libraries, const MemoryHint&,
                      std::optional<std::int64_t> length = {});

}  // namespace tessera::syntax
