#pragma once
#include "dsl/interp/arguments.hpp"

namespace tessera::interp {

/// What reading a number that was never written does.
enum class Uninitialised {
  error,  ///< throws InterpError (interp.uninitialised)
  zero,   ///< reads 0
};

/// Execute the procedure on its arguments. Callees run by their bodies, instructions too: the body is the
/// specification. Throws InterpError at the first access out of bounds, precondition that does not hold (of the
/// procedure or of a callee), shape that does not fit, or value that was never written; the arguments are then half
/// changed.
template <class Domain> void run(const ir::Procedure&, Arguments<Domain>&, Uninitialised = Uninitialised::error);

}  // namespace tessera::interp
