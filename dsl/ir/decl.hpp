// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"
#include "dsl/support/source.hpp"

namespace tessera::ir {

/// The C type of a register with elements of one type: `holds f32[16] as __m512`, or `f32[4, 4] as __vector_quad`. A
/// numbered one has none: `holds f32[16, 16]`.
struct RegisterType {
  Scalar scalar;
  int lanes;  ///< of the innermost dimension
  std::string c_type;
  std::vector<int> outer = {};  ///< the other dimensions, outermost first: 4 of `f32[4, 4]`

  std::size_t rank() const { return outer.size() + 1; }
  std::vector<int> shape() const;
  int elements() const;      ///< of the whole register
  std::string text() const;  ///< "f32[4, 4]"
};

/// C that a memory brings to the public functions that use it.
struct MachineState {
  std::string startup = {};               ///< `startup "C"`: statements, once per process, before all others
  std::string enter = {}, leave = {};     ///< `enter "C"`, `leave "C"`: statements around the body
  std::string attributes = {};            ///< `attributes "C"`: before the definition
  std::vector<std::string> sources = {};  ///< `link "shim.c"`: C files of the library's folder

  bool is_entered() const { return !enter.empty() || !leave.empty(); }
};

/// How C allocates a tensor, and frees it at the end of the block: C templates with {count}, the number of elements (at
/// least 1), {type}, their C type, {bytes}, the product of the two, and {name}, the variable.
struct Allocator {
  std::string allocate;  ///< an expression: a pointer to unshared storage; null on failure
  std::string free;      ///< an expression; empty: nothing to do
};

/// `lanes VL in (4, 8, 16) as "svcntw()"`: a number that the machine chooses. What is read with the declaration is read
/// for one of the lengths at a time.
struct Lanes {
  std::string symbol;                      ///< the number's name in libraries, programs and schedules
  std::vector<std::int64_t> lengths = {};  ///< that it may be, ascending
  std::string c_text = {};                 ///< the machine's number as an expression of C
  std::int64_t length = 0;                 ///< the one that this was read for

  /// Whether both declare the same, whatever they were read for.
  bool is_same_as(const Lanes& other) const {
    return symbol == other.symbol && lengths == other.lengths && c_text == other.c_text;
  }
};

enum class Storage { heap, stack, static_, registers };

/// An instruction of the library that a memory names.
struct NamedInstruction {
  std::string name;
  SrcLoc loc;
  std::string source_line;
};

/// A memory, as declared by `memory NAME:` in a hardware library, or one of the built-in DRAM kinds.
/// A register memory holds at least one type; the innermost dimensions of a buffer are the register, the others an
/// array of registers.
struct MemoryDecl {
  std::string name;
  Storage storage = Storage::heap;
  std::vector<RegisterType> holds;
  /// The registers of the machine; with `shares`, the most of these at once, which may be fewer than fit the budget.
  std::optional<int> registers;
  bool constant_indices = false;                  ///< `indices constant`: a variable register number is an error
  std::vector<std::string> headers;               ///< `header "immintrin.h"`
  std::vector<std::string> flags;                 ///< `flags "-mavx512f"`: required compiler flags
  std::vector<std::string> gcc_optimize;          ///< `gcc_optimize "no-tree-pre"`: optimization options, for GCC only
  bool is_like_dram = false;                      ///< `like DRAM`: its buffers may be passed as DRAM
  std::optional<int> align = {};                  ///< `align 64`: bytes that its allocations begin at a multiple of
  std::optional<Allocator> allocator = {};        ///< `allocate "…"` and `free "…"`: heap memories only
  std::shared_ptr<const MemoryDecl> shares = {};  ///< `shares OTHER`: the memory whose registers these are too
  bool has_variables = false;  ///< `variables`: each register of a buffer is a C variable, not an array's element
  bool is_numbered = false;    ///< `numbered`: registers are literal numbers in C, {x_reg}, and no variables
  std::string initial = {};    ///< `initial "C"`: a C value that such a variable may begin with
  /// `fill "my_load"`, `read "my_store"`: what moves data into a register and out of it where it is checked; else bytes
  /// are copied.
  std::vector<NamedInstruction> fill = {}, read = {};
  MachineState state = {};
  std::optional<Lanes> lanes = {};  ///< its own, or of an earlier memory, where its registers are made of them
  SrcLoc loc;

  bool is_register() const { return !holds.empty(); }
  /// Whether C names each register by itself, so that its number must be known: an array would have indices.
  bool has_no_arrays() const { return has_variables || is_numbered; }
  /// The memory that says how many registers there are: itself, or the one that it shares them with.
  const MemoryDecl& budget() const { return shares ? *shares : *this; }
  /// How many of these one register of the type takes: 4 vectors of 16 bytes for an accumulator of 64.
  std::int64_t taken_of_budget(Scalar) const;
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
