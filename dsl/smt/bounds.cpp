// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/bounds.hpp"

namespace tessera::smt {
namespace {

// Room for sums of thousands of products of a coefficient and a bound, see `limit`.
using Wide = __int128;
/// Bounds beyond this are not kept: they prove nothing about loops, and without them no sum below can overflow.
constexpr Wide limit = Wide{1} << 50;
constexpr int rounds = 6;

enum class Side { greatest, least };

/// The maximum or minimum of a sum over a box, if bounded.
struct Extreme {
  Wide sum = 0;
  int unbounded = 0;
};

/// The end of the interval where coefficient·x is extreme, and whether there is one.
bool end_of(const IntegerInterval& x, std::int64_t coefficient, Side side, std::int64_t& end) {
  const bool high = (coefficient > 0) == (side == Side::greatest);
  end = high ? x.hi : x.lo;
  return high ? x.has_hi() : x.has_lo();
}

Extreme extreme(const Constraint& c, const Box& box, Side side) {
  Extreme result{c.constant, 0};
  for (const auto& [column, coefficient] : c.terms) {
    std::int64_t end = 0;
    if (end_of(box[column], coefficient, side, end)) {
      result.sum += Wide{coefficient} * end;
    } else {
      ++result.unbounded;
    }
  }
  return result;
}

Wide floor_of(Wide a, Wide divisor) { return a / divisor - (a % divisor < 0 ? 1 : 0); }

struct Narrowing {
  Box& box;
  bool changed = false, empty = false;

  void at_least(int column, Wide bound) {
    IntegerInterval& x = box[column];
    if (bound < -limit || (x.has_lo() && bound <= x.lo)) return;
    // A bound that is too large is weakened to one that is kept: still true, only less sharp.
    x.lo = static_cast<std::int64_t>(bound > limit ? limit : bound);
    changed = true;
    empty = empty || x.empty();
  }

  void at_most(int column, Wide bound) {
    IntegerInterval& x = box[column];
    if (bound > limit || (x.has_hi() && bound >= x.hi)) return;
    x.hi = static_cast<std::int64_t>(bound < -limit ? -limit : bound);
    changed = true;
    empty = empty || x.empty();
  }

  /// From rest + coefficient·x >= 0 with the greatest rest.
  void from_greatest(const Constraint::Term& term, Wide rest) {
    if (term.coefficient > 0) {
      at_least(term.column, -floor_of(rest, term.coefficient));
    } else {
      at_most(term.column, floor_of(rest, -Wide{term.coefficient}));
    }
  }

  /// From rest + coefficient·x <= 0 with the least rest.
  void from_least(const Constraint::Term& term, Wide rest) {
    if (term.coefficient > 0) {
      at_most(term.column, floor_of(-rest, term.coefficient));
    } else {
      at_least(term.column, -floor_of(-rest, -Wide{term.coefficient}));
    }
  }

  void by(const Constraint& c, Side side) {
    const Extreme whole = extreme(c, box, side);
    if (whole.unbounded > 1) return;
    if (c.terms.empty() && (side == Side::greatest ? whole.sum < 0 : whole.sum > 0)) empty = true;
    for (const auto& term : c.terms) {
      std::int64_t end = 0;
      const bool bounded = end_of(box[term.column], term.coefficient, side, end);
      if (bounded && whole.unbounded > 0) continue;
      // Earlier terms may have been narrowed since `whole` was summed, but not this one: each column occurs once in a
      // constraint.
      const Wide rest = bounded ? whole.sum - Wide{term.coefficient} * end : whole.sum;
      side == Side::greatest ? from_greatest(term, rest) : from_least(term, rest);
      if (empty) return;
    }
  }
};

}  // namespace

bool narrow(Box& box, std::span<const Constraint> constraints) {
  Narrowing narrowing{box};
  for (int round = 0; round < rounds; ++round) {
    narrowing.changed = false;
    for (const Constraint& c : constraints) {
      narrowing.by(c, Side::greatest);
      if (c.equality && !narrowing.empty) narrowing.by(c, Side::least);
      if (narrowing.empty) return false;
    }
    if (!narrowing.changed) break;
  }
  return true;
}

bool surely_false(const Constraint& c, const Box& box) {
  const Extreme greatest = extreme(c, box, Side::greatest);
  if (greatest.unbounded == 0 && greatest.sum < 0) return true;
  if (!c.equality) return false;
  const Extreme least = extreme(c, box, Side::least);
  return least.unbounded == 0 && least.sum > 0;
}

bool surely_true(const Constraint& c, const Box& box) {
  const Extreme least = extreme(c, box, Side::least);
  if (least.unbounded > 0 || least.sum < 0) return false;
  if (!c.equality) return true;
  const Extreme greatest = extreme(c, box, Side::greatest);
  return greatest.unbounded == 0 && least.sum == 0 && greatest.sum == 0;
}

}  // namespace tessera::smt
