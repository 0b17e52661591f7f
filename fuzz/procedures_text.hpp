// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "fuzz/dice.hpp"

namespace tessera::fuzz {

/// A module for schedules of several procedures: instructions whose C does what their bodies say, some on a field that
/// they keep in the machine; callees, dense and with windows, with asserts that now and then contradict each other; and
/// a last procedure that calls them in sequential and parallel loops, or has their bodies written out.
std::string random_procedures(Dice&);
/// All instructions that such a module may have.
std::string instructions_of_procedures();

}  // namespace tessera::fuzz
