// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "dsl/ir/expr.hpp"

namespace tessera::interp {

using Random = std::mt19937_64;

// A domain defines the numbers of data. Each has
//   literal(v, type)          the number v as an operand of that type
//   convert(a, from, to)      stored to, or read into, a place of type `to`
//   arithmetic(op, a, b, type), negate(a, type)
//   call(function, arguments, type)   a function of externs.def, or a conversion that saturates or wraps
//   random(source, type)      a number for an input
//   text(a)                   for messages
// All throw InterpError where the domain has no exact answer. R counts as f32.

/// Machine numbers: every result is rounded to the type that its expression is computed as, as in C without
/// contraction. Integer types must not overflow (C would wrap); narrow integers are computed as int, as in C.
struct Floats {
  using Number = double;
  static Number literal(double value, ir::Scalar type);
  static Number convert(Number, ir::Scalar from, ir::Scalar to);
  static Number arithmetic(ir::BinOp, Number, Number, ir::Scalar type);
  static Number negate(Number, ir::Scalar type);
  static Number call(const std::string& function, const std::vector<Number>&, ir::Scalar type);
  static Number random(Random&, ir::Scalar type);  ///< a small integer: sums and products of few are exact
  static std::string text(Number);
};

/// Machine integers with wrap-around, as in C. A floating-point number is known until an operation rounds, which may
/// depend on the order of a sum; a 64-bit integer while a double holds it. Unknown values equal everything.
struct Wrapping {
  struct Number {
    double value = 0;
    bool is_known = true;
    friend bool operator==(Number a, Number b) { return !a.is_known || !b.is_known || a.value == b.value; }
  };
  static Number literal(double value, ir::Scalar type);
  static Number convert(Number, ir::Scalar from, ir::Scalar to);
  static Number arithmetic(ir::BinOp, Number, Number, ir::Scalar type);
  static Number negate(Number, ir::Scalar type);
  static Number call(const std::string& function, const std::vector<Number>&, ir::Scalar type);
  static Number random(Random&, ir::Scalar type);
  static std::string text(Number);
};

/// Exact 64-bit integers; fractions (1/2), irrational results (sqrt) and overflow are errors.
struct Integers {
  using Number = std::int64_t;
  static Number literal(double value, ir::Scalar type);
  static Number convert(Number, ir::Scalar from, ir::Scalar to);
  static Number arithmetic(ir::BinOp, Number, Number, ir::Scalar type);
  static Number negate(Number, ir::Scalar type);
  static Number call(const std::string& function, const std::vector<Number>&, ir::Scalar type);
  static Number random(Random&, ir::Scalar type);
  static std::string text(Number);
};

/// The prime field of 2^61 - 1 elements. Polynomials that agree at a random point are equal, except with probability
/// below degree / 2^61. Functions that are not polynomials (externs, float to integer conversion, division of integers)
/// are random oracles: equal arguments give equal results, everything else is unrelated. A number also carries upper
/// bounds, saturating, of its degrees as a quotient of two polynomials of the random inputs. The result of an oracle
/// counts as an input, of a degree above those of the arguments.
struct Field {
  struct Number {
    std::uint64_t value = 0;  ///< below the modulus
    std::uint32_t numerator = 0, denominator = 0;
    friend bool operator==(Number a, Number b) { return a.value == b.value; }
  };
  static constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;
  static Number literal(double value, ir::Scalar type);
  static Number convert(Number, ir::Scalar from, ir::Scalar to);
  static Number arithmetic(ir::BinOp, Number, Number, ir::Scalar type);
  static Number negate(Number, ir::Scalar type);
  static Number call(const std::string& function, const std::vector<Number>&, ir::Scalar type);
  static Number random(Random&, ir::Scalar type);
  static std::string text(Number);
};

}  // namespace tessera::interp
