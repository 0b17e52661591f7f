// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::validate {

/// What programs can tell apart in the value of one control argument.
struct Distinctions {
  std::set<std::int64_t> moduli;  ///< divisors of quotients and remainders, factors in comparisons: above 1
  std::set<std::int64_t> edges;   ///< constants that it, or what depends on it, is compared with
};

/// One for each argument, by position, of all that the procedure and its callees do: through loop counters, whose range
/// depends on arguments, and through the arguments of calls. Data arguments have none.
std::vector<Distinctions> distinctions(const ir::Procedure&);

}  // namespace tessera::validate
