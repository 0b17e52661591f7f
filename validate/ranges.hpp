// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "dsl/ir/stmt.hpp"
#include "dsl/support/integer_interval.hpp"

namespace tessera::validate {

/// By name of a control argument; both ends are set.
using Ranges = std::map<std::string, IntegerInterval>;

/// "n=1..40,m=8": ranges, or single values. Throws InputError (code "sizes") for anything else, and for empty ranges.
Ranges parse_ranges(const std::string&);
/// Throws InputError (code "sizes") when a range names no control argument of the procedure.
void check_ranges(const Ranges&, const ir::Procedure&);

}  // namespace tessera::validate
