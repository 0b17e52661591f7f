// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// The types of the arguments and buffers that the procedure, or a procedure that it calls, stores computed numbers in,
/// and those that expressions convert to. Not where a number is converted for a place that nothing reads, as a result
/// that is saturated: any number may be converted. Copies of inputs and of literals are not computed: a register of
/// bytes, say, whose products are summed in another type.
std::set<ir::Scalar> computed_types(const ir::Procedure&);
/// Also those of places that nothing reads: a number that differs by a rounding error may be stored as another one.
std::set<ir::Scalar> stored_types(const ir::Procedure&);

}  // namespace tessera::codegen
