// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/stmt.hpp"

// Addresses of first elements, in bytes: what allocations guarantee and procedures assert of them.
namespace tessera::ir {

/// Alignments are powers of two from 1 to this, a page.
constexpr int largest_alignment = 4096;
bool is_alignment(std::int64_t bytes);

/// What the first element of each allocation in the memory is at a multiple of, in C: as its `align` says; else 64, a
/// line of the cache and the widest vector; but nothing is known (1) of memory with an `allocate` of its own, and
/// registers have no address.
int guaranteed_alignment(const MemoryDecl&);

/// What the procedure asserts of the tensor: the largest of its `assert aligned(A, n)`; 1 without any.
int asserted_alignment(const Procedure&, Sym tensor);
bool asserts_alignment(const Procedure&);

}  // namespace tessera::ir
