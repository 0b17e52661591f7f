// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "fuzz/dice.hpp"

namespace tessera::fuzz {

/// The text of a module whose last procedure is worth scheduling: loops with constant, symbolic, triangular and divided
/// bounds, branches, buffers at all levels, windows, calls, configurations, mixed types. Accesses are in bounds by
/// construction; races of parallel loops and aliases at calls are left to the checks.
std::string random_program(Dice&);

}  // namespace tessera::fuzz
