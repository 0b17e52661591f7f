// SPDX-License-Identifier: Apache-2.0
// Conversions and types for storage only: emitted C against the interpreter on numbers of the whole range.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "codegen/conformance/wide_data.hpp"
#include "codegen/storage_types.hpp"
#include "codegen_machine.hpp"
#include "dsl/interp/bits.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/ir/error_bound.hpp"

using namespace tessera;
using namespace tessera::testing;
using interp::Floats;
using ir::Scalar;

namespace {

State drawn(const ir::Procedure& p, std::size_t number) {
  State state = interp::random_arguments<Floats>(p, interp::control_values(p, {{"n", 64}}), number);
  conformance::draw_wide(p, number, 5, state);
  return state;
}

// Draws whose conversions have a meaning: integers that fit.
struct Runs {
  std::vector<Case> cases;
  std::vector<State> expected;
};

Runs runs_of(const ir::Procedure& p) {
  Runs out;
  for (std::size_t number = 0; number < 4 * conformance::wide_kinds; ++number) {
    const State state = drawn(p, number);
    State result = state;
    try {
      interp::run(p, result);
    } catch (const interp::InterpError&) { continue; }
    out.cases.push_back(call_of(p, state));
    out.expected.push_back(result);
  }
  return out;
}

void same(const std::string& text) {
  const syntax::Module m = syntax::parse_module(text, "test.tess");
  const ir::ProcRef p = m.procs.back();
  const Runs runs = runs_of(*p);
  REQUIRE(runs.cases.size() >= 4);
  for (const Machine& machine : native_machines()) {
    if (!machine.is_available()) {
      WARN("skipped: no " << machine.name);
      continue;
    }
    std::vector<State> found;
    try {
      found = run_on(machine, codegen::emit(std::vector<ir::ProcRef>{p}), "", runs.cases);
    } catch (const std::exception& e) {
      const bool lacks_f16 = std::string(e.what()).find("a compiler with _Float16 is needed") != std::string::npos;
      if (!lacks_f16) throw;
      WARN("skipped: " << machine.name << " has no _Float16");
      continue;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      INFO(machine.name << ", draw " << i << ":\n" << text);
      CHECK(difference(*p, runs.expected[i], found[i]) == "");
    }
  }
}

struct Value {
  std::string type, text;
};

// Each value, of x[i] and z[i] in the first type, in an array of its own: one program for all, since compiling takes
// longest.
void same(const std::string& from, const std::vector<Value>& values) {
  std::string arguments, body;
  for (std::size_t k = 0; k < values.size(); ++k) {
    arguments += fmt::format(", y{}: {}[n]", k, values[k].type);
    body += fmt::format("        y{}[i] = {}\n", k, values[k].text);
  }
  same(fmt::format("def f(n: size, x: {0}[n], z: {0}[n]{1}):\n    assert n % 2 == 0\n    for i in seq(0, n):\n{2}",
                   from, arguments, body));
}

}  // namespace

TEST_CASE("types for storage only are loaded and stored with the interpreter's rounding") {
  for (const std::string type : {"bf16", "f8e4m3", "f8e5m2", "f16"}) {
    same("f32", {{type, "x[i]"}});
    same(type, {{"f32", "x[i]"},
                {type, "x[i]"},
                {"f32", "x[i] * z[i]"},
                {type, "x[i] * z[i] + 0.1"},
                {type, "-max(x[i], z[i])"},
                {type, type + "(f32(x[i]) + f32(z[i]))"}});
    same(fmt::format("def f(n: size, x: f32[n], y: {}[n]):\n    for i in seq(0, n):\n        y[i] += x[i]\n", type));
  }
}

TEST_CASE("a product of two bf16 is the f32 product") {
  const syntax::Module m =
      syntax::parse_module("def f(a: bf16, b: bf16, c: f32, d: bf16):\n    c += a * b\n    d = a * b\n", "test.tess");
  const ir::Procedure& p = *m.procs.back();
  State state = interp::random_arguments<Floats>(p, interp::control_values(p, {}), 1);
  state.values[0].tensor.data[0] = state.values[1].tensor.data[0] = 1 + 0x1p-7;
  state.values[2].tensor.data[0] = 0;
  interp::run(p, state);
  CHECK(state.values[2].tensor.data[0] == (1 + 0x1p-7) * (1 + 0x1p-7));
  CHECK(state.values[3].tensor.data[0] == 1 + 0x1p-6);
}

TEST_CASE("conversions to integers fit, saturate or wrap, as the interpreter says") {
  for (const char* from : {"f32", "f64", "bf16", "i4", "ui4", "i8", "i16", "i32", "i64", "ui8", "ui32", "ui64"}) {
    std::vector<Value> values;
    for (const std::string to : {"i4", "ui4", "i8", "ui8", "i16", "ui16", "i32", "ui32"}) {
      values.push_back({to, "sat_" + to + "(x[i])"});
      if (!ir::is_float(*ir::scalar_named(from))) values.push_back({to, "wrap_" + to + "(x[i])"});
    }
    same(from, values);
  }
  same("f32", {{"i32", "i32(x[i] * 0.001)"}});
  same("i8", {{"i32", "i32(x[i]) * i32(z[i])"}});
  same("i32", {{"f32", "f32(x[i])"}});
  same("ui8", {{"i8", "sat_i8(round_even(f32(x[i]) * 0.25) + floor(f32(z[i])))"}});
}

TEST_CASE("operands of two types are multiplied where each is converted") {
  same(R"(
def f(n: size, a: ui8[n], b: i8[n], c: i32[n]):
    for i in seq(0, n):
        c[i] += i32(a[i]) * i32(b[i])
)");
}

TEST_CASE("shifts round down, also those of negative numbers") {
  for (const std::string type : {"i8", "ui8", "i16", "i32", "ui32", "i64"})
    same(type,
         {{type, "shift_right(x[i], 3)"}, {type, "bit_and(x[i], 15)"}, {"i64", "shift_left(bit_and(x[i], 7), 2)"}});
}

TEST_CASE("the bits of a number are those that C loads") {
  for (const Scalar type : {Scalar::bf16, Scalar::f16, Scalar::f8e4m3, Scalar::f8e5m2}) {
    const int bits = 8 * ir::byte_size(type);
    const ir::FloatFormat f = ir::float_format(type);
    for (std::uint32_t b = 0; b < 1u << bits; ++b) {
      const std::uint32_t magnitude = b & ((1u << (bits - 1)) - 1), exponent = magnitude >> (f.digits - 1);
      const std::uint32_t fraction = magnitude & ((1u << (f.digits - 1)) - 1), last = (1u << (bits - f.digits)) - 1;
      const bool is_special = f.has_infinity ? exponent == last : magnitude == (1u << (bits - 1)) - 1;
      if (is_special) continue;
      double value = std::ldexp(exponent ? fraction + (1u << (f.digits - 1)) : fraction,
                                f.lowest - f.digits + 1 + (exponent ? static_cast<int>(exponent) - 1 : 0));
      if (b >> (bits - 1)) value = -value;
      REQUIRE(interp::bits_of(value, type) == b);
      REQUIRE(interp::value_of_bits(b, type) == value);
      REQUIRE(interp::Floats::convert(value, Scalar::f64, type) == value);
    }
    CHECK(std::isnan(Floats::convert(NAN, Scalar::f64, type)));
  }
  CHECK(Floats::convert(464, Scalar::f32, Scalar::f8e4m3) == 448);
  CHECK(std::isnan(Floats::convert(465, Scalar::f32, Scalar::f8e4m3)));
  CHECK(Floats::convert(61439, Scalar::f32, Scalar::f8e5m2) == 57344);
  CHECK(std::isinf(Floats::convert(61440, Scalar::f32, Scalar::f8e5m2)));
}

TEST_CASE("two numbers of four bits share a byte") {
  for (const std::string type : {"i4", "ui4"}) {
    same(type, {{"i32", "i32(x[i]) * i32(z[i])"},
                {"f32", "f32(x[i]) * 0.5"},
                {type, "x[i]"},
                {type, "max(x[i], z[i])"},
                {type, "wrap_" + type + "(i32(x[i]) + i32(z[i]))"},
                {type, "wrap_" + type + "(shift_right(x[i], 1))"}});
    // A local of the type, a buffer of constant size and one on the heap, and a row from an odd place, element by
    // element.
    same(fmt::format(R"(
def f(n: size, a: {0}[n, 6], b: {0}[n, 6], c: i8[n]):
    for i in seq(0, n):
        t: {0}
        t = a[i, 1]
        row: {0}[4]
        for j in seq(0, 4):
            row[j] = a[i, j + 1]
        for j in seq(0, 3):
            b[i, j + 2] = row[j + 1]
        b[i, 0] = t
        c[i] = i8(row[3])
    all: {0}[n, 2]
    for i in seq(0, n):
        all[i, 1] = a[i, 5]
    for i in seq(0, n):
        b[i, 5] = all[i, 1]
)",
                     type));
    // Windows that begin at whole bytes; one of an odd number, whose last byte has another owner.
    same(fmt::format(R"(
def put(k: size, from: [{0}][k], to: [{0}][k]):
    for j in seq(0, k):
        to[j] = from[j]
def f(n: size, a: {0}[n, 12], b: {0}[n, 12]):
    for i in seq(0, n):
        put(3, a[i, 2:5], b[i, 6:9])
        put(4, a[i, 4:8], b[i, 0:4])
        w = b[i, 10:12]
        w[1] = a[i, 2 * (i % 2) + 1]
)",
                     type));
  }
}

TEST_CASE("a sum of four bits wraps as its place does") {
  const std::string text =
      "def f(a: i4[2], t: i4, s: i4):\n    s = a[0]\n    s += a[1]\n    s += -1\n    a[1] += 1\n    t = s\n";
  same(text);
  const syntax::Module m = syntax::parse_module(text, "test.tess");
  const std::string c = codegen::emit(std::vector<ir::ProcRef>{m.procs.back()}).source;
  CHECK(c.find("*s = tessera_wrap_i4_of_i32(") != std::string::npos);
}

TEST_CASE("parallel loops write bytes of their own") {
  same(R"(
def f(n: size, a: ui4[4, n, 2], b: ui4[4, n, 2]):
    for i in par(0, 4):
        for k in par(0, n):
            own: ui4[2]
            own[0] = a[i, k, 1]
            b[i, k, 0] = own[0]
            b[i, k, 1] = a[i, k, 0]
)");
}

namespace {

void refused_as_packed(const std::string& text, const std::string& message) {
  const syntax::Module m = syntax::parse_module(text, "test.tess");
  INFO(text);
  CHECK_THROWS_WITH(codegen::emit(std::vector<ir::ProcRef>{m.procs.back()}),
                    Catch::Contains("error[packed]") && Catch::Contains(message));
}

}  // namespace

TEST_CASE("an odd last extent of numbers of four bits is refused") {
  const std::string unknown = "holds two i4 in a byte, and its last extent, n, is not known to be even";
  refused_as_packed("def f(n: size, a: i4[n]):\n    a[0] = 1\n", unknown);
  refused_as_packed("def f(n: size, a: i4[n]):\n    assert n % 3 == 0\n    a[0] = 1\n", unknown);
  refused_as_packed("def f(n: size, a: i4[n]):\n    assert n % 4 == 1\n    a[0] = 1\n", unknown);
  refused_as_packed("def f(n: size, a: i4[2, n]):\n    a[0, 0] = 1\n", "assert n % 2 == 0");
  refused_as_packed("def f(a: i4[2, 5]):\n    a[0, 0] = 1\n", "pad it by one");
  refused_as_packed("def f(n: size, x: i8):\n    b: ui4[n]\n    b[0] = 1\n    x = i8(b[0])\n", "holds two ui4");
  // Even by what is known of other sizes; the extent before the last is any.
  same("def f(n: size, a: i4[3, 3 * n]):\n    assert n % 2 == 0\n    a[2, 0] = a[1, 0]\n");
  same("def f(n: size, a: i4[3, n + n % 2]):\n    a[2, 0] = a[1, 0]\n");
}

TEST_CASE("a part that begins within a byte is refused") {
  const std::string callee = "def g(w: [i4][2]):\n    w[0] = w[1]\n", begins = "this part of a begins at its element ";
  refused_as_packed(callee + "def f(a: i4[8]):\n    g(a[3:5])\n", begins + "3, which is not known to be even");
  refused_as_packed(callee + "def f(a: i4[8]):\n    for i in seq(0, 6):\n        g(a[i:i + 2])\n", begins + "i");
  refused_as_packed(callee + "def f(n: size, a: [i4][n, 8]):\n    g(a[n - 1, 2:4])\n", "stride(a, 0) % 2 == 0");
  refused_as_packed("def f(a: i4[8]):\n    w = a[1:4]\n    w[0] = w[1]\n", begins + "1");
  refused_as_packed("def g(x: i4):\n    x = 1\ndef f(a: i4[8]):\n    g(a[2])\n",
                    "argument x is one element of a, and two i4 share a byte: it has no address of its own");
  refused_as_packed("@instr(\"{x_data} = 1;\")\ndef g(x: i4 @ DRAM):\n    x = 1\ndef f(a: i4[8]):\n    g(a[2])\n",
                    "has no address of its own");
  same(callee +
       "def f(n: size, a: [i4][n, 8]):\n    assert stride(a, 0) % 4 == 0\n    assert stride(a, 1) == 1\n"
       "    g(a[n - 1, 2:4])\n");
}

TEST_CASE("parallel loops that may write one byte are refused") {
  const auto refused = [](const std::string& arguments, const std::string& body) {
    refused_as_packed("def g(w: [i4][2]):\n    w[0] = w[1]\ndef f(n: size, a: " + arguments + "):\n" + body,
                      "iterations of the parallel loop i may write the same byte of a: two i4 share one");
  };
  refused("i4[8]", "    for i in par(0, 8):\n        a[i] = 1\n");
  refused("i4[8]", "    for i in par(0, 8):\n        a[i] += 1\n");
  refused("i4[8]", "    for i in par(0, 4):\n        w = a[2 * i:2 * i + 2]\n        w[0] = 1\n");
  refused("i4[8]", "    for i in par(0, 4):\n        g(a[2 * i:2 * i + 2])\n");
  refused("i4[4, 8]", "    for k in seq(0, 4):\n        for i in par(0, 8):\n            a[k, i] = 1\n");
  // Another iteration reads the other number of the byte.
  refused("i4[4, 2]", "    for i in par(0, 4):\n        a[i, 0] = a[3 - i, 1]\n");
  // Rows of which nobody knows that they begin at bytes.
  refused("[i4][n, 2]", "    assert stride(a, 1) == 1\n    for i in par(0, n):\n        a[i, 0] = 1\n");
  refused("[i4][n, 2]", "    assert stride(a, 0) % 2 == 0\n    for i in par(0, n):\n        a[i, 0] = 1\n");
}

TEST_CASE("registers hold no numbers of four bits") {
  CHECK_THROWS_WITH(syntax::parse_module("memory M:\n    holds i4[32] as v16\n", "test.tess"),
                    Catch::Contains("a register cannot hold i4, which is for storage in memory"));
}

TEST_CASE("comparisons of data give bits, and bits select") {
  for (const std::string type : {"f32", "f64", "bf16", "i4", "ui8", "i32", "ui64"})
    same(type, {{"bit", "x[i] < z[i]"},
                {"bit", "x[i] > z[i]"},
                {"bit", "x[i] <= z[i]"},
                {"bit", "x[i] >= z[i]"},
                {"bit", "x[i] == z[i]"},
                {"bit", "x[i] < 2"},
                {"bit", "bit_and(wrap_bit(shift_right(i32(select(x[i], z[i], x[i], z[i])), 1)), 1)"}});
  same(R"(
def f(n: size, a: f32[n], b: i32[n], m: bit[n], k: bit[n], y: f32[n], z: i8[n]):
    for i in seq(0, n):
        both: bit
        m[i] = a[i] <= 1.0
        both = min(m[i], k[i])
        y[i] = select(both, a[i], 0.0)
        b[i] += select(k[i], 3, b[i])
        k[i] = select(m[i], both, 1)
        z[i] = i8(m[i]) - i8(both)
)");
}

TEST_CASE("a bit wraps to 0 or 1 where it is stored") {
  same("def f(m: bit[2], k: bit):\n    k = m[0] + m[1]\n    k += -1\n    m[1] += 1\n");
  CHECK_THROWS_WITH(codegen::emit(std::vector<ir::ProcRef>{
                        syntax::parse_module("def f(m: bit):\n    m = 2\n", "test.tess").procs.back()}),
                    Catch::Contains("2 does not fit bit"));
}
