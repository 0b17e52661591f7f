// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/rewrite/place.hpp"

// The nests that schemes are for.
namespace tessera::schemes {

/// What a nest does innermost: one sum, and perhaps statements before and after that set and use what is summed.
struct Body {
  std::vector<Cursor> before, following;
  Cursor sum;  ///< the loops of the sum, or the reduction alone
};

/// SchedulingError "scheme" for a nest that does something else.
Body body_of(const Cursor& nest);
std::vector<Cursor> loops_of_sum(const Cursor& nest);
/// The reduction.
Cursor statement_of(const Cursor& nest);
/// The if around the reduction, which says which terms the sum has; nothing where it has all.
std::optional<Cursor> guard_of(const Cursor& reduction);

/// The place that the reduction adds to depends on the loop around it.
bool is_written_along(const Cursor& loop, const Cursor& reduction);

/// So many statements further out.
Cursor outwards(Cursor, std::size_t levels);

/// SchedulingError "scheme" at this statement.
[[noreturn]] void refuse(const Cursor& at, const std::string& message, const std::string& hint);

}  // namespace tessera::schemes
