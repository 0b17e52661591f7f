// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "codegen/conformance/check.hpp"

// Libraries with a number of lanes that the machine chooses: each length is checked on the machines of that length.
namespace tessera::conformance {

/// The machines of this number of lanes.
Machines of_length(Machines, std::int64_t length);

/// The findings of one length, in the order of the library, with its number of lanes.
struct FindingsOfLength {
  std::string lanes;  ///< "VL = 4"
  std::vector<Finding> findings;
};
/// One finding per instruction: what failed for one length has failed. Each length was checked until one has failed.
std::vector<Finding> joined(std::vector<FindingsOfLength>);

}  // namespace tessera::conformance
