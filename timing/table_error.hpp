// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "timing/csv.hpp"

namespace tessera::timing {

/// Throws InputError with this code, at the place in the table.
[[noreturn]] void refuse_table(const TableError&, const std::string& code, const std::string& rule,
                               const std::string& hint);

}  // namespace tessera::timing
