// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "dsl/interp/domain.hpp"

namespace tessera::interp {

/// Where an instruction rounds.
enum class Rounding {
  separate,    ///< after every operation
  fused,       ///< not between a product and the sum that it is a term of
  contracted,  ///< of products that are terms of sums, any or none
  any,         ///< after any of the operations, and where a number is stored
  either       ///< after every operation, to either of the two neighbouring numbers
};
constexpr std::size_t roundings = 5;

/// What an instruction does with numbers below the smallest normal one.
enum class Denormals {
  kept,
  flushed  ///< operands and results may be 0 instead
};

/// Every number from lo to hi.
struct Bounds {
  double lo = 0, hi = 0;
  bool is_point() const { return lo == hi; }
};

/// All numbers that a machine may compute where its specification leaves the rounding open: for each Rounding the
/// bounds of the result. Integers are those of Floats.
template <Denormals D> struct Enclosure {
  struct Track {
    Bounds rounded;
    Bounds exact;  ///< before the last rounding
  };
  struct Number {
    std::array<Track, roundings> tracks = {};
    bool is_product = false;  ///< of floating-point numbers: `exact` may be a term of a sum
    bool may_be_nan = false;  ///< nothing is known then
    /// Of a sum: the number of its terms, and the sum of their magnitudes. Another order of the terms differs by no
    /// more than that, times the number, times half a unit in the last place of 1.
    double terms = 1, magnitude = 0;
    const Bounds& bounds(Rounding r) const { return tracks[static_cast<std::size_t>(r)].rounded; }
  };
  static Number point(double);
  static Number literal(double value, ir::Scalar type);
  static Number convert(const Number&, ir::Scalar from, ir::Scalar to);
  static Number arithmetic(ir::BinOp, const Number&, const Number&, ir::Scalar type);
  static Number negate(const Number&, ir::Scalar type);
  static Number call(const std::string& function, const std::vector<Number>&, ir::Scalar type);
  static Number random(Random&, ir::Scalar type);
  static std::string text(const Number&);
};

}  // namespace tessera::interp
