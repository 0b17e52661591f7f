// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/interp/arguments.hpp"
#include "dsl/interp/coverage.hpp"

namespace tessera::interp {

/// The effect of reading an unwritten number.
enum class Uninitialised {
  error,      ///< arithmetic throws InterpError (interp.uninitialised); a copy is unwritten too
  arbitrary,  ///< new buffers hold random numbers, different in each
};

/// The step counter of a run and its limit. Steps are iterations of loops, calls and stores; eight elements of a new
/// buffer count as one.
struct Fuel {
  std::uint64_t limit = UINT64_MAX;
  std::uint64_t steps = 0;
  std::uint64_t calls = 0;  ///< of functions that are not polynomials: externs, conversions, quotients
};
/// The fuel is used up; the run is cut off.
struct OutOfFuel {};

/// Runs the procedure on its arguments. Callees run by their bodies, instructions too: the body is the specification.
/// Throws InterpError at the first access out of bounds, false precondition (of the procedure or a callee), wrong
/// shape, or use of an unwritten value; the arguments are then partly changed. Throws OutOfFuel at the limit. Taken
/// paths are added to the coverage.
template <class Domain> void run(const ir::Procedure&, Arguments<Domain>&, Uninitialised = Uninitialised::error,
                                 Fuel* = nullptr, Coverage* = nullptr);

}  // namespace tessera::interp
