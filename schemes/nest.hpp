// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/rewrite/place.hpp"

// The nests for schemes.
namespace tessera::schemes {

/// The innermost part of a nest: one sum, and perhaps statements before and after it that set and use the result.
struct Body {
  std::vector<Cursor> before, following;
  Cursor sum;  ///< the loops of the sum, or the reduction alone
};

/// SchedulingError "scheme" for another nest.
Body body_of(const Cursor& nest);
std::vector<Cursor> loops_of_sum(const Cursor& nest);
/// The reduction.
Cursor statement_of(const Cursor& nest);
/// The if around the reduction, which selects the terms of the sum; nothing where it has all.
std::optional<Cursor> guard_of(const Cursor& reduction);

/// The allocation of the sum in front of it, where it is a variable of each iteration of the nest.
std::optional<Cursor> own_sum(const Cursor& nest);

/// Whether the reduction's place depends on the loop: by an index, or as the sum is allocated inside.
bool is_written_along(const Cursor& loop, const Cursor& reduction);

/// The statement `levels` further out.
Cursor outwards(Cursor, std::size_t levels);

/// SchedulingError "scheme" at this statement.
[[noreturn]] void refuse(const Cursor& at, const std::string& message, const std::string& hint);

}  // namespace tessera::schemes
