// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace tessera::mutate {

/// Emitted C with one fault.
struct CMutant {
  std::string kind;
  std::string place;  ///< "line 31: before  -->  after"
  std::string source;
};

/// A tensor or window among the arguments of the public function: its name, and the elements beside it, as C.
struct Operand {
  std::string name, before, following;
};

/// Every mutant of the bodies of the functions in the source, in the order of the text: integers off by one, operators
/// exchanged, statements dropped, the next element or row used, counters too narrow, loops a round too short or too
/// long; and, where the public function mentions an operand, reads beside it whose value is not used.
std::vector<CMutant> c_mutants(const std::string& source, const std::vector<Operand>&);

}  // namespace tessera::mutate
