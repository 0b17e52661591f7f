// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"
#include "dsl/support/files.hpp"

namespace tessera::cli {

/// A library as the files of templates/hwlib describe it.
struct LibraryPlan {
  std::string name;
  ir::Scalar type = ir::Scalar::f32;
  std::int64_t lanes = 0, registers = 0;
  std::string flags, feature;          ///< empty: none
  std::vector<std::string> compilers;  ///< empty: gcc and clang
  std::string runner;
  std::vector<std::string> roles;
  std::string like;  ///< the library that the roles are from
};

/// The roles that there is an instruction in plain C for.
std::vector<std::string> template_roles();
/// Files of the library, with an instruction for each role that has one; the others are named in a comment.
std::vector<OutputFile> library_files(const LibraryPlan&);

}  // namespace tessera::cli
