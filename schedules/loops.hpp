// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/rewrite/primitives.hpp"

// Loop transformations made of primitives. Each names its new loops `<name>o` (outer) and `<name>i` (inner).
namespace tessera::schedules {

/// for i: for j: s  -->  for io: for jo: for ii: for ji: s, tiles of the given sizes. The loops are a perfect nest in
/// this order. With Tail::cut the rims beside the tiles are nests of their own, with the loops in the same order.
Proc tile(const Proc&, const std::vector<std::string>& loops, const std::vector<std::int64_t>& sizes,
          Tail tail = Tail::perfect);

/// Moves the loop inwards, over all statements of its body: for i: {A; for k: B; C}  -->  for i: A; for k: for i: B;
/// for i: C, and so on down to the statements. Buffers of the body get a dimension for i, a literal number of
/// iterations.
Proc sink_loop(const Proc&, const Cursor& loop);

/// Sinks the loop below the loops of its body and unrolls it there. Its number of iterations is a literal.
Proc write_out(const Proc&, const Cursor& loop);

/// `factor` iterations of the loop run side by side in its inner loops: divides it, sinks the inner part below the
/// loops of its body and unrolls it there. For several independent accumulators, or several rows at a time. Also known
/// as interleaving, for a loop without loops inside.
Proc unroll_and_jam(const Proc&, const Place& loop, std::int64_t factor, Tail tail = Tail::cut);

/// Moves the statement out of enclosing loops that it does not depend on, as far as that is right, with its buffer's
/// allocation.
Proc hoist(const Proc&, const Cursor& statement);

/// Moves the nest after the loop (a bias, an activation on its results) into it, as deep as the loops of both are
/// equal: it then works on values in registers or caches, and can be staged with them.
Proc fuse_epilogue(const Proc&, const Place& loop);

/// Unrolls every loop of the scope with a literal number of iterations, innermost first.
Proc unroll_all(const Proc&, const Cursor& scope);

}  // namespace tessera::schedules
