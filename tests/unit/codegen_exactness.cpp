// SPDX-License-Identifier: Apache-2.0
// When are results exact? What exactness says of a procedure, against what running it on small integers gives.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

#include "codegen/test_program/computed_types.hpp"
#include "codegen/test_program/exactness.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using Catch::Matchers::Contains;
using interp::Arguments, interp::Floats;

namespace {

ir::ProcRef last(const std::string& text) { return syntax::parse_module(text, "test.tess").procs.back(); }

codegen::Exactness exactness_of(const std::string& text) { return codegen::exactness(*last(text)); }

// All data of inputs from these values; signs at random where `is_signed`.
Arguments<Floats> filled(const ir::Procedure& p, const std::vector<double>& values, bool is_signed, unsigned seed) {
  Arguments<Floats> out = interp::random_arguments<Floats>(p, interp::control_values(p, {{"n", 5}}), seed);
  std::mt19937 random(seed);
  for (auto& argument : out.values)
    for (double& number : argument.tensor.data) {
      number = values[random() % values.size()];
      if (is_signed && random() % 2 == 0) number = -number;
    }
  return out;
}

const std::string head = "def p(n: size, x: f32[n], y: f32[n], s: f32):\n    for i in seq(0, n):\n        ";

}  // namespace

TEST_CASE("fractions of constants and of quotients by powers of two are counted") {
  CHECK(exactness_of(head + "s += x[i] * y[i]\n").fraction_bits == 0);
  CHECK(exactness_of(head + "s += x[i] * 0.25\n").fraction_bits == 2);
  CHECK(exactness_of(head + "s += (x[i] * 0.25) * (y[i] * 0.5)\n").fraction_bits == 3);
  CHECK(exactness_of(head + "s += x[i] / 8.0\n").fraction_bits == 3);
  CHECK(exactness_of(head + "s = max(x[i] * 0.5, y[i])\n").fraction_bits == 1);
  const codegen::Exactness quotient = exactness_of(head + "s += x[i] / y[i]\n");
  CHECK((quotient.fraction_bits == 2 && quotient.divides));
}

TEST_CASE("what rounds is not exact") {
  for (const char* rounding : {"s += x[i] * 0.1\n", "s += sqrt(x[i])\n", "s += x[i] / 3.0\n", "s = 0.5 * s\n",
                               "s = x[i] + y[i]\n        s = x[i] / s\n"}) {
    CAPTURE(rounding);
    CHECK(!exactness_of(head + rounding).fraction_bits);
  }
}

TEST_CASE("fractions are followed into calls and through windows") {
  const std::string callee = "def half(n: size, a: [f32][n]):\n    for i in seq(0, n):\n        a[i] = a[i] + 0.5\n";
  CHECK(exactness_of(callee + "def p(n: size, x: f32[n], s: f32):\n    w = x[0:n]\n    half(n, w[0:n])\n"
                              "    for i in seq(0, n):\n        s += x[i] * x[i]\n")
            .fraction_bits == 2);
}

TEST_CASE("values are multiples of the fraction, and stay below the bound") {
  const auto body = GENERATE("s += x[i] * y[i]\n", "s += x[i] - y[i]\n", "s = s - x[i] * 0.25\n", "s += x[i] / 0.25\n",
                             "s += x[i] / 4.0\n", "s += 0.125 * x[i] - y[i] * y[i]\n", "s = max(s, -x[i] * 0.5)\n",
                             "s += x[i] / y[i]\n", "s += relu(-(x[i] - y[i]))\n",
                             "t: f32\n        t = x[i] - y[i]\n        s += t * t\n",
                             "x[i] = x[i] * -3.0 + y[n - 1 - i]\n        s += select(x[i], y[i], x[i], 2.5)\n");
  CAPTURE(body);
  const ir::ProcRef p = last(head + body);
  const codegen::Exactness exact = codegen::exactness(*p);
  REQUIRE(exact.fraction_bits);
  const std::vector<double> values = exact.divides ? std::vector<double>{1, 2, 4} : std::vector<double>{1, 2, 3};
  const ir::Procedure bound = codegen::magnitude_bound(*p);
  Arguments<Floats> limits = filled(bound, {values.back()}, false, 1);
  interp::run(bound, limits);
  for (unsigned seed = 1; seed <= 200; ++seed) {
    Arguments<Floats> state = filled(*p, values, true, seed);
    interp::run(*p, state);
    for (std::size_t i = 0; i < state.values.size(); ++i)
      for (std::size_t j = 0; j < state.values[i].tensor.data.size(); ++j) {
        const double found = state.values[i].tensor.data[j], scaled = std::ldexp(found, *exact.fraction_bits);
        REQUIRE(scaled == std::trunc(scaled));
        REQUIRE(std::fabs(found) <= limits.values[i].tensor.data[j]);
      }
  }
}

TEST_CASE("a bound that is the number's own is no statement, which compilers would warn about") {
  const std::string own = ir::print(codegen::magnitude_bound(*last(head + "x[i] = relu(x[i])\n"))),
                    another = ir::print(codegen::magnitude_bound(*last(head + "x[i] = relu(x[n - 1 - i])\n")));
  CHECK_THAT(own, !Contains("x[i] = x[i]"));
  CHECK_THAT(another, Contains("x[i] = x[n - 1 - i]"));
}

// What f32 makes of a sum in any order, against f64: all that the sums of one element meet.
TEST_CASE("an element is off by no more than its roundings allow") {
  const auto [body, backwards] = GENERATE(table<std::string, std::string>(
      {{"s += x[i] * 0.1\n", "s += x[n - 1 - i] * 0.1\n"},
       {"s += x[i] * y[i] / 3.0\n", "s += x[n - 1 - i] * (y[n - 1 - i] / 3.0)\n"},
       {"s = s * 1.1 - x[i]\n", "s = s * 1.1 - x[i]\n"},
       {"s += sqrt(x[i] * x[i] + 0.3)\n", "s += sqrt(x[n - 1 - i] * x[n - 1 - i] + 0.3)\n"},
       {"s += exp(x[i] * 1.7) * sin(y[i])\n", "s += sin(y[n - 1 - i]) * exp(x[n - 1 - i] * 1.7)\n"},
       {"y[i] = sigmoid(x[i] * 0.7)\n        s += y[i] * 0.001\n",
        "y[i] = sigmoid(0.7 * x[i])\n        s += 0.001 * y[i]\n"},
       {"s += x[i] / (1.3 + y[i] * y[i])\n", "s += x[n - 1 - i] / (y[n - 1 - i] * y[n - 1 - i] + 1.3)\n"},
       {"t: f32\n        t = 0.1 * x[i]\n        t = t * t\n        s = t * s + t\n",
        "t: f32\n        t = 0.1 * x[i]\n        s = t * t * s + t * t\n"}}));
  CAPTURE(body);
  const auto in_f64 = [](std::string text) {
    for (std::size_t at = 0; (at = text.find("f32", at)) != std::string::npos;) text.replace(at, 3, "f64");
    return text;
  };
  const ir::ProcRef narrow = last(head + body), other_order = last(head + backwards), wide = last(in_f64(head + body));
  const ir::Procedure bound = codegen::magnitude_bound(*narrow, 0), count = codegen::rounding_count(*narrow);
  Arguments<Floats> limits = filled(bound, {3}, false, 1), counts = filled(count, {0}, false, 1);
  interp::run(bound, limits);
  interp::run(count, counts);
  for (unsigned seed = 1; seed <= 200; ++seed) {
    Arguments<Floats> exact = filled(*wide, {1, 2, 3}, true, seed);
    interp::run(*wide, exact);
    for (const ir::ProcRef& p : {narrow, other_order}) {
      Arguments<Floats> state = filled(*p, {1, 2, 3}, true, seed);
      interp::run(*p, state);
      for (std::size_t i = 0; i < state.values.size(); ++i)
        for (std::size_t j = 0; j < state.values[i].tensor.data.size(); ++j) {
          const double off = std::fabs(state.values[i].tensor.data[j] - exact.values[i].tensor.data[j]);
          const double error = counts.values[i].tensor.data[j] * codegen::rounding_error(*narrow);
          REQUIRE(off <= error / (1 - error) * limits.values[i].tensor.data[j]);
        }
    }
  }
}

TEST_CASE("roundings are those of one element: of its constants, its operations, its sum and its store") {
  const auto counted = [](const std::string& body) {
    const ir::Procedure count = codegen::rounding_count(*last(head + body));
    Arguments<Floats> state = filled(count, {0}, false, 1);
    interp::run(count, state);
    return state.values[3].tensor.data[0];
  };
  CHECK(counted("pass\n") == 0);
  CHECK(counted("s = x[i]\n") == 1);
  CHECK(counted("s = x[i] * 0.1\n") == 3);
  CHECK(counted("s += x[i] * 0.1\n") == 7);  // five terms
  CHECK(counted("t: f32\n        t = x[i] * y[i]\n        s = t * t\n") == 6);
  CHECK(counted("s = sqrt(-x[i])\n") == 3);
}

TEST_CASE("an instruction's error bound counts as so many roundings, relative or in units in the last place") {
  const auto counted = [](const std::string& facts, const char* type = "f32") {
    const ir::Procedure count = codegen::rounding_count(
        *last(fmt::format("@instr(\"{{dst}} = {{src}};\"{0})\ndef near(dst: {1}, src: {1}):\n    dst = src * src\n"
                          "def p(x: {1}, y: {1}):\n    near(y, x)\n",
                          facts, type)));
    Arguments<Floats> state = filled(count, {0}, false, 1);
    interp::run(count, state);
    return state.values[1].tensor.data[0];
  };
  CHECK(counted("") == 2);
  CHECK(counted(", ulp=3") == 2 + 6);
  CHECK(counted(", error=\"2^-14\"") == 2 + 1024);
  CHECK(counted(", error=\"2^-14\"", "f64") == 2 + 0x1p39);
  CHECK(counted(", error=\"2^-30\"") == 2 + 1);
}

TEST_CASE("the narrowest type that is written says what is exact") {
  CHECK(codegen::max_exact(*last("def p(x: f32, y: f64):\n    y += x\n")) == std::ldexp(1.0, 53) - 1);
  CHECK(codegen::max_exact(*last("def p(x: f32, y: f64):\n    x = x + 1.0\n    y += 1.0\n")) ==
        std::ldexp(1.0, 24) - 1);
  CHECK(codegen::max_exact(*last("def p(x: f16, y: f64):\n    t: f16\n    t = x * x\n    y = t\n")) == 2047);
  CHECK(codegen::max_exact(*last("def p(x: i8, y: i8):\n    y = x + 1.0\n")) == 127);
  CHECK(codegen::max_exact(*last("def p(x: f32, y: f32):\n    y = f32(bf16(x))\n")) == 255);
  CHECK(codegen::rounding_error(*last("def p(y: f32):\n    y = 1.0\n")) == std::ldexp(1.0, -24));
  CHECK(codegen::rounding_error(*last("def p(x: f16, y: i8):\n    y = x * 0.1\n")) == std::ldexp(1.0, -11));
}

TEST_CASE("a copy of an input has no computed numbers, a copy of a sum has") {
  const char* const copy = "def copy(a: [i8][4], b: [i8][4]):\n    for i in seq(0, 4):\n        b[i] = a[i]\n";
  const std::string
      of_input =
          "def p(x: i8[4], y: i32[4]):\n    t: i8[4]\n    copy(x[0:4], t[0:4])\n    for i in seq(0, 4):\n"
          "        y[i] += i32(t[i])\n",
      of_sum =
          "def p(x: i8[4], y: i32[4]):\n    s: i8[4]\n    t: i8[4]\n    for i in seq(0, 4):\n"
          "        s[i] = x[i] + x[i]\n    copy(s[0:4], t[0:4])\n    for i in seq(0, 4):\n        y[i] += i32(t[i])\n";
  using Types = std::set<ir::Scalar>;
  CHECK(codegen::computed_types(*last(copy + of_input)) == Types{ir::Scalar::i32});
  CHECK(codegen::computed_types(*last(copy + of_sum)) == Types{ir::Scalar::i8, ir::Scalar::i32});
  CHECK(codegen::computed_types(*last("def p(y: f32):\n    y = 0.5\n")).empty());
  CHECK(codegen::computed_types(*last("def p(y: bf16):\n    y = 257.0\n")) == Types{ir::Scalar::bf16});
}

TEST_CASE("what is rounded to a narrow result counts as rounded there, operands that are only read do not") {
  CHECK(codegen::rounding_error(*last("def p(x: f32, z: bf16):\n    z = f32(x * 0.1)\n")) == std::ldexp(1.0, -8));
  CHECK(codegen::rounding_error(*last("def p(x: bf16, z: f32):\n    z = f32(x) * 0.1\n")) == std::ldexp(1.0, -24));
}

TEST_CASE("a result that is saturated or rounded limits no sum, unless it is read") {
  using Types = std::set<ir::Scalar>;
  const auto types = [](const std::string& body) {
    return codegen::computed_types(*last("def p(x: i32[4], y: i8, z: bf16, w: i32, s: f32):\n" + body));
  };
  CHECK(types("    w += x[0]\n    y = sat_i8(w)\n") == Types{ir::Scalar::i32});
  CHECK(types("    y = sat_i8(x[0] + x[1])\n") == Types{ir::Scalar::i32});
  CHECK(types("    s += f32(x[0])\n    z = s\n") == Types{ir::Scalar::f32});
  CHECK(types("    w += x[0]\n    y = w\n") == Types{ir::Scalar::i8, ir::Scalar::i32});  // it has to fit
  CHECK(types("    w += x[0]\n    y = sat_i8(w)\n    s += f32(y)\n") ==
        Types{ir::Scalar::i8, ir::Scalar::i32, ir::Scalar::f32});
}
