// SPDX-License-Identifier: Apache-2.0
// The cases of linear_time: for every primitive places in a program, and the step.
#pragma once

#include <string>
#include <vector>

namespace tessera::bench {

/// In a place, a line `... S` stands for the statement S many times, with {k} an element (one of few, or its own), {w}
/// and {w4} a window of 4 elements (likewise), {x} a number below 1024. {n} is the number of elements.
struct Case {
  std::string primitive;
  std::string place;     ///< lines of the program; with `...` its length is inside of the place, else around it
  std::string schedule;  ///< the step
};

std::vector<Case> loop_cases();
std::vector<Case> buffer_cases();
std::vector<Case> other_cases();

/// A nest of two loops with one statement.
extern const char* const nest;

}  // namespace tessera::bench
