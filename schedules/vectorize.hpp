// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/rewrite/primitives.hpp"

namespace tessera::schedules {

/// An instruction that adds the products of a few numbers to each lane: dst[l] += a[e] * b[depth * l + e] for e below
/// `depth`, with a in memory and b in a register.
struct DotProduct {
  Proc instruction;
  std::int64_t depth = 1;
  ir::MemoryRef of_b;
  std::vector<Proc> loads;       ///< of b
  std::vector<Proc> prefetches;  ///< of both operands
};

/// Registers that the C of an instruction takes besides its operands, as `scratch=` of its @instr says; nothing where
/// it says nothing.
std::optional<std::int64_t> stated_scratch(const Proc& instruction);

/// The vectors of one target: their memory, their lanes, and their instructions, in the order of trial.
struct VectorTarget {
  ir::MemoryRef memory;
  std::int64_t lanes = 0;
  std::vector<Proc> instructions;
  /// Computes the innermost loop of sums, which a scheme does not name.
  std::optional<DotProduct> dot = {};
  /// Numbers in a register of an operand that has others in each lane.
  std::int64_t numbers() const { return lanes * (dot ? dot->depth : 1); }
  /// The first instruction of this role ("prefetch"); null without one.
  const Proc* with_role(const std::string& role) const;
  /// The first prefetch of this role for elements of the type; null without one.
  const Proc* prefetch(const std::string& role, ir::Scalar type) const;
  /// Whether there is such an instruction, as "masked_store".
  bool has(const std::string& role) const { return with_role(role) != nullptr; }
};

/// The treatment of iterations beyond whole vectors.
enum class Leftover {
  none,    ///< there are none: the lanes divide the extent
  scalar,  ///< a loop of their own, as written
  masked   ///< one more vector, by masked instructions; a loop as written if it is a sum
};

/// Computes a loop in vectors: divides it by the lanes, gives each operand a vector register, splits the statements
/// until each matches one instruction, and replaces it. The loop holds assignments and reductions only (no inner loop).
/// A reduction into one place becomes `sums` independent vectors of partial sums, added up after the loop (which
/// reorders the sum), so that an addition need not wait for the one before it. Operands that depend on the loop are
/// loaded, others are broadcast unless an instruction takes a scalar. Throws SchedulingError "vectorize" with the first
/// statement without an instruction.
Proc vectorize(const Proc&, const Place& loop, const VectorTarget&, Leftover, std::int64_t sums = 1);

/// For a loop with at most as many iterations as lanes: the second half of vectorize, for loops that a schedule divided
/// itself.
Proc vectorize_lanes(const Proc&, const Cursor& loop, const VectorTarget&);

/// The number of vectors for this number of elements.
std::int64_t whole_vectors(std::int64_t elements, std::int64_t lanes);

/// The effect of a loop on the unused lanes after its last iteration. Arithmetic on whole vectors is faster than on
/// parts.
enum class TailContents {
  nothing,
  anything,  ///< it computes them too, if its operands are vectors
  zeros      ///< it writes zeros, so operands may be in memory if masked loads are single instructions
};

/// A loop with a literal extent in vectors, the last perhaps partial; that one comes after the others, which are then
/// unrolled. `tail`: its unused lanes.
Proc vectorize_registers(const Proc&, const Cursor& loop, const VectorTarget&, TailContents tail);

/// A loop with a literal extent, in vectors as far as the instructions allow: the remainder by masks if the library has
/// all required ones, else as written, like a loop without instructions.
Proc vectorize_as_possible(const Proc&, const Cursor& loop, const VectorTarget&);

}  // namespace tessera::schedules
