// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tessera::testing {

/// What the comment at the top of dsl/rewrite/primitives/<name>.cpp says:
///   name — summary.
///     a drawn rule, indented; sentences about it
///   Args:    name: meaning.  name: meaning.        (may be missing)
///   Shape:   R1 text.  R2 text.                    (may be missing)
///   Safety:  S1 text.                              (may be missing)
///   Forward: what cursors do.
///   Example: name_of_a_test                        (may be missing: then the shortest)
/// Entries of a section are apart by two spaces or a new line.
struct PrimitiveSource {
  std::vector<std::string> rule;  ///< lines, drawn ones with their indentation
  std::map<std::string, std::string> args;
  std::map<std::string, std::string> conditions;
  std::string remark;  ///< of the safety section, without an id
  std::string forward;
  std::string example;
};

/// Throws InputError when the comment has another form.
PrimitiveSource read_primitive_source(const std::filesystem::path&);

/// The declarations of the primitive in primitives.hpp, with their comments.
std::string cpp_declarations(const std::string& header, const std::string& primitive);

}  // namespace tessera::testing
