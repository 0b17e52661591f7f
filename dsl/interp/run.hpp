// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/interp/arguments.hpp"
#include "dsl/interp/coverage.hpp"

namespace tessera::interp {

/// What reading a number that was never written does.
enum class Uninitialised {
  error,      ///< computing with it throws InterpError (interp.uninitialised); a copy of it is not written either
  arbitrary,  ///< a new buffer holds random numbers, others in each
};

/// What a run has used, and how much it may use. Steps are iterations of loops, calls and statements that
/// store; eight elements of a new buffer count as one.
struct Fuel {
  std::uint64_t limit = UINT64_MAX;
  std::uint64_t steps = 0;
  std::uint64_t calls = 0;  ///< of what is no polynomial: externs, conversions, quotients
};
/// The fuel is used up; the run is cut off.
struct OutOfFuel {};

/// Execute the procedure on its arguments. Callees run by their bodies, instructions too: the body is the
/// specification. Throws InterpError at the first access out of bounds, precondition that does not hold (of the
/// procedure or of a callee), shape that does not fit, or use of a value that was never written; the arguments are then
/// half changed. Steps count against the fuel; where that is used up, OutOfFuel is thrown. The paths that
/// it takes are added to the coverage.
template <class Domain> void run(const ir::Procedure&, Arguments<Domain>&, Uninitialised = Uninitialised::error,
                                 Fuel* = nullptr, Coverage* = nullptr);

}  // namespace tessera::interp
