// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
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

/// Reads a text (design section 3 and 7). A definition may use those before it and those of the libraries.
/// Throws InputError with code "syntax", "name" or "type".
Module parse_module(std::string_view text, std::string_view file_name, std::span<const Module* const> libraries = {});

}  // namespace tessera::syntax
