// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "fuzz/dice.hpp"

namespace tessera::fuzz {

/// A module for schedules of several procedures: instructions whose C implements their bodies, some on a field of the
/// machine; callees, dense and with windows, sometimes with contradicting asserts; and a last procedure that calls them
/// in sequential and parallel loops, or contains their bodies.
std::string random_procedures(Dice&);
/// All possible instructions of such a module.
std::string instructions_of_procedures();

}  // namespace tessera::fuzz
