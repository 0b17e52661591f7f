// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "codegen/storage_types.hpp"
#include "dsl/ir/stmt.hpp"

// i4 and ui4 in C: two elements of a tensor share a byte. A store writes the byte, its other element included.
namespace tessera::codegen {

/// The element of a tensor with this number, as a function of C of the pointer and the number.
StorageFunction packed_load(ir::Scalar);
/// Stores the lower four bits of an int32_t.
StorageFunction packed_store(ir::Scalar);

/// Refuses ("packed") a tensor whose last extent is not proved even, so that rows would begin within bytes, and a
/// parallel loop whose iterations might write one byte. A place that begins within a byte is refused where its
/// address is needed.
void check_packed(const ir::Procedure&);

}  // namespace tessera::codegen
