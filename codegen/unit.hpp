// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "codegen/emit.hpp"

namespace tessera::codegen {

/// A window struct: `struct tessera_win_2f32 { float *data; int64_t strides[2]; }`, with a c for const data.
struct WindowStruct {
  int rank;
  ir::Scalar type;
  bool is_const;
  auto operator<=>(const WindowStruct&) const = default;
  std::string name() const;
  std::string definition() const;
};

/// The state shared by the functions of one C file, and the requirements found while writing them.
struct Unit {
  const Options& options;
  std::map<const ir::Procedure*, std::string> functions = {};  ///< C name of every procedure; looked up only
  std::set<std::string> taken = {};                            ///< names that local variables must not hide
  std::map<std::string, std::string> helpers = {};             ///< name → definition, only those in use
  std::set<std::string> headers = {}, flags = {}, gcc_optimize = {}, link_flags = {}, features = {}, sources = {};
  std::set<WindowStruct> windows = {};
  std::vector<std::string> warnings = {};
  bool has_buffers = false;  ///< some variable has no initial value
  bool computes_f16 = false;
  const ir::Lanes* lanes = nullptr;  ///< of the memories in use; null without such a number
  std::vector<std::int64_t> array_sizes = {};

  /// The size in C of an array that this length needs `count` elements of.
  std::int64_t array_size(std::int64_t count);

  std::string context_struct() const;
  void warn(std::string text);
  void need(const ir::MemoryDecl&);
  void need(const ir::InstrInfo&);
};

}  // namespace tessera::codegen
