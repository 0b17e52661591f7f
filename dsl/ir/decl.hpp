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

/// What one element of a register memory is in C: `holds f32[16] as __m512`.
struct RegisterType {
  Scalar scalar;
  int lanes;
  std::string c_type;
};

/// How C takes room for a tensor, and gives it back where the block of the allocation ends: C templates, in which
/// {count} is the number of elements (at least 1), {type} their C type, {bytes} the product of the two, {name} the
/// variable.
struct Allocator {
  std::string allocate;  ///< an expression: a pointer to room that nothing else uses; null when there is none
  std::string free;      ///< an expression; empty when nothing is to be done
};

enum class Storage { heap, stack, static_, registers };

/// A memory, as declared by `memory NAME:` in a hardware library, or one of the built-in DRAM kinds.
/// A register memory holds at least one type; its innermost dimension is the vector, the others are an array of
/// vectors.
struct MemoryDecl {
  std::string name;
  Storage storage = Storage::heap;
  std::vector<RegisterType> holds;
  std::optional<int> registers;           ///< how many vectors the machine has; for warnings and counts
  bool constant_indices = false;          ///< `indices constant`: a register number that is not a constant is an error
  std::vector<std::string> headers;       ///< `header "immintrin.h"`
  std::vector<std::string> flags;         ///< `flags "-mavx512f"`: compiler flags that the C needs
  std::vector<std::string> gcc_optimize;  ///< `gcc_optimize "no-tree-pre"`: how GCC, and it alone, optimises such C
  bool is_like_dram = false;              ///< `like DRAM`: its buffers may stand wherever those of DRAM may
  std::optional<Allocator> allocator = {};  ///< `allocate "…"` and `free "…"`: only a heap memory that is no register
  SrcLoc loc;

  bool is_register() const { return !holds.empty(); }
  const RegisterType* register_type(Scalar) const;
};
using MemoryRef = std::shared_ptr<const MemoryDecl>;

/// A buffer of the first memory may be given where a parameter is in the second.
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
