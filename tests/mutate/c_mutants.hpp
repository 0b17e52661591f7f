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

/// Every mutant of the bodies of the functions in the source, in the order of the text: integers off by one, operators
/// exchanged, statements dropped, the next element or row used, counters too narrow, loops a round too short or too
/// long, and reads of the round behind the last one whose value is not used.
std::vector<CMutant> c_mutants(const std::string& source);

}  // namespace tessera::mutate
