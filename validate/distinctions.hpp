// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::validate {

/// The properties of one control argument's value that a program can distinguish.
struct Distinctions {
  std::set<std::int64_t> moduli;  ///< divisors of quotients and remainders, factors in comparisons: above 1
  std::set<std::int64_t> edges;   ///< constants compared with it or its dependents
};

/// For each argument, by position, over the procedure and its callees: through loop counters, whose range depends on
/// arguments, and through the arguments of calls. Data arguments have none.
std::vector<Distinctions> distinctions(const ir::Procedure&);

}  // namespace tessera::validate
