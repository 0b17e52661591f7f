// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/rewrite/place.hpp"
#include "schemes/scheme.hpp"

namespace tessera::schemes {

/// SchedulingError "scheme" at the sum where `Prefetch(A, …)` in front of `t` would prefetch nothing: no tile has
/// vectors of A that serve several sums, or no block of A is read again. `array`: what is read of A here, a copy where
/// it was packed. `as_written`: the scheme, where a guard tells tiles of it apart and `t` is of another.
void check_prefetch_reaches(const Tiling& t, const std::string& array, const Cursor& sum, const Tiling* as_written);

}  // namespace tessera::schemes
