// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/rewrite/primitives.hpp"

namespace tessera::schedules {

/// The vectors of one target: where they live, how many lanes they have, and the instructions on them, which are tried
/// in this order.
struct VectorTarget {
  ir::MemoryRef memory;
  std::int64_t lanes = 0;
  std::vector<Proc> instructions;
  /// The first instruction of this role ("prefetch"); null when there is none.
  const Proc* with_role(const std::string& role) const;
  /// Whether there are masks, say ("masked_store").
  bool has(const std::string& role) const { return with_role(role) != nullptr; }
};

/// What becomes of the iterations that fill no whole vector.
enum class Leftover {
  none,    ///< there are none: the lanes divide the extent
  scalar,  ///< a loop of their own, as written
  masked   ///< one more vector, by instructions on the first n lanes; a loop as written where the loop is a sum
};

/// Computes a loop in vectors: divides it by the lanes, gives each operand a vector register, takes the statements
/// apart until each is what one instruction does, and replaces it. The loop holds assignments and reductions only (no
/// loop inside). A reduction into one place becomes `sums` vectors of sums, side by side so that an addition need not
/// wait for the one before it, and added up after the loop (which changes the order of the sum). Operands that depend
/// on the loop are loaded, others are broadcast unless an instruction takes a scalar.
/// Throws SchedulingError "vectorize" naming the statement that no instruction computes.
Proc vectorize(const Proc&, const Place& loop, const VectorTarget&, Leftover, std::int64_t sums = 1);

/// The loop has as many iterations as there are lanes, or fewer: the second half of vectorize, for loops that a
/// schedule has divided itself.
Proc vectorize_lanes(const Proc&, const Cursor& loop, const VectorTarget&);

/// How many vectors so many elements need.
std::int64_t whole_vectors(std::int64_t elements, std::int64_t lanes);

/// What a loop does in the lanes after its last iteration, where nobody looks. Arithmetic on whole vectors is faster
/// than on parts of them.
enum class TailContents {
  nothing,
  anything,  ///< it runs on, if what it reads lies in vectors
  zeros      ///< it writes zeros, and so may read what lies in memory, where such loads are single instructions
};

/// A loop with a literal extent in vectors, of which the last may be used in part; that one stands after the others,
/// which are then unrolled. `after`: in what is left of it.
Proc vectorize_registers(const Proc&, const Cursor& loop, const VectorTarget&, TailContents tail);

/// A loop with a literal extent, in vectors as far as the instructions go: what fills none by masks where the library
/// has all that it takes, else as written, like a loop that no instructions compute.
Proc vectorize_as_possible(const Proc&, const Cursor& loop, const VectorTarget&);

}  // namespace tessera::schedules
