// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "artifact/report/facts.hpp"
#include "validate/equivalent.hpp"

namespace tessera::report {

/// A validation, with the remarks on its schedule.
struct ValidationReport {
  validate::Validation result;
  std::vector<std::string> reassociated;  ///< steps that change the order of a floating-point sum, "3 reorder_loops"
  std::vector<std::string> unsafe;        ///< conditions that the schedule assumed
};

/// Some lines, each ended.
std::string to_text(const ValidationReport&);
Json to_json(const ValidationReport&);

}  // namespace tessera::report
