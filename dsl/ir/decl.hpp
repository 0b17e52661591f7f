// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"
#include "dsl/support/source.hpp"

namespace tessera::ir {

/// The C type of a register with elements of one type: `holds f32[16] as __m512`.
struct RegisterType {
  Scalar scalar;
  int lanes;
  std::string c_type;
};

/// How C allocates a tensor, and frees it at the end of the block: C templates with {count}, the number of elements (at
/// least 1), {type}, their C type, {bytes}, the product of the two, and {name}, the variable.
struct Allocator {
  std::string allocate;  ///< an expression: a pointer to unshared storage; null on failure
  std::string free;      ///< an expression; empty: nothing to do
};

enum class Storage { heap, stack, static_, registers };

/// A memory, as declared by `memory NAME:` in a hardware library, or one of the built-in DRAM kinds.
/// A register memory holds at least one type; its innermost dimension is the vector, the others are an array of
/// vectors.
/// An instruction of the library that a memory names.
struct NamedInstruction {
  std::string name;
  SrcLoc loc;
  std::string source_line;
};

struct MemoryDecl {
  std::string name;
  Storage storage = Storage::heap;
  std::vector<RegisterType> holds;
  std::optional<int> registers;             ///< number of vector registers of the machine; for warnings and counts
  bool constant_indices = false;            ///< `indices constant`: a variable register number is an error
  std::vector<std::string> headers;         ///< `header "immintrin.h"`
  std::vector<std::string> flags;           ///< `flags "-mavx512f"`: required compiler flags
  std::vector<std::string> gcc_optimize;    ///< `gcc_optimize "no-tree-pre"`: optimization options, for GCC only
  bool is_like_dram = false;                ///< `like DRAM`: its buffers may be passed as DRAM
  std::optional<Allocator> allocator = {};  ///< `allocate "…"` and `free "…"`: heap memories only
  /// `fill "my_load"`, `read "my_store"`: what moves data into a register and out of it where it is checked; else bytes
  /// are copied.
  std::vector<NamedInstruction> fill = {}, read = {};
  SrcLoc loc;

  bool is_register() const { return !holds.empty(); }
  const RegisterType* register_type(Scalar) const;
};
using MemoryRef = std::shared_ptr<const MemoryDecl>;

/// Whether a buffer in `actual` may be passed to a parameter in `formal`.
bool may_stand_for(const MemoryDecl& actual, const MemoryDecl& formal);

/// The built-in memories: DRAM (heap), DRAM_STACK, DRAM_STATIC.
const std::vector<MemoryRef>& builtin_memories();
MemoryRef dram();

/// `config NAME:` with `field: type` lines: machine state that instructions read and write, passed as a struct in C.
struct ConfigDecl {
  std::string name;
  std::vector<std::pair<std::string, Scalar>> fields;
  SrcLoc loc;

  std::optional<Scalar> field(const std::string& name) const;
};

/// The C side of an `@instr` procedure.
struct InstrInfo {
  std::string c_template;                    ///< names {arg}, {arg_data}, {arg_int}; `{{` is a brace
  std::vector<std::string> headers;          ///< C headers it needs
  std::vector<std::string> flags;            ///< compiler flags it needs
  std::string feature;                       ///< CPU features it needs, as the kernel names them: "avx2 fma", or ""
  std::map<std::string, std::string> facts;  ///< role, latency, throughput, source of the figures, …

  std::vector<std::string> features() const;  ///< the words of `feature`
};

}  // namespace tessera::ir
