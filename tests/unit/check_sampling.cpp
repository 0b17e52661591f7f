#include <catch2/catch.hpp>

#include "dsl/check/sampling.hpp"
#include "dsl/check/scope.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;

namespace {

ir::ProcRef parsed(const std::string& text) { return syntax::parse_module(text, "p.tess").procs.back(); }

std::string sampled(const std::string& before, const std::string& after) {
  return check::sample(*parsed(before), *parsed(after));
}

/// The diagnostic of comparing the two, which must differ.
Diagnostic difference(const std::string& before, const std::string& after) {
  try {
    std::string done = sampled(before, after);
    FAIL(done);
  } catch (const CheckError& e) { return e.diagnostic(); }
  return {};
}

const std::string head = "def p(n: size, A: f32[n], B: f32[n]):\n";

}  // namespace

TEST_CASE("equal programs agree on samples") {
  CHECK(sampled(head + "    for i in seq(0, n):\n        A[i] += B[i] * 2.0\n",
                head + "    for i in seq(0, n):\n        A[i] += B[i] + B[i]\n") ==
        "samples: 9 choices of sizes agree in every output over the field of 2^61 - 1 elements");
}

TEST_CASE("a difference at one size only is found") {
  Diagnostic d = difference(head + "    for i in seq(0, n):\n        A[i] = B[i]\n",
                            head + "    for i in seq(0, n):\n        if i < 16:\n            A[i] = B[i]\n");
  CHECK(d.code == "sampling");
  CHECK(d.counterexample == "n = 17");
}

TEST_CASE("sizes that only the preconditions name are tried") {
  std::string many =
      "def p(a: size, b: size, c: size, d: size, e: size, n: size, A: f32[n]):\n    assert n % 37 == 0\n";
  CHECK_THAT(sampled(many + "    A[0] = 1.0\n", many + "    A[0] = 1.0\n"), Catch::StartsWith("samples: 64 choices"));
  CHECK(difference(many + "    A[36] = 1.0\n", many + "    A[35] = 1.0\n").code == "sampling");
}

TEST_CASE("preconditions on strides do not keep a program from being run") {
  std::string window = "def p(n: size, A: [f32][n]):\n    assert stride(A, 0) == 1\n";
  CHECK_THAT(sampled(window + "    A[0] = 1.0\n", window + "    A[0] = 1.0\n"),
             Catch::StartsWith("samples: 9 choices"));
  CHECK(difference(window + "    A[0] = 1.0\n", window + "    A[0] = 2.0\n").code == "sampling");
}

TEST_CASE("indices may be negative") {
  std::string index = "def p(k: index, x: f32):\n";
  CHECK(difference(index + "    x = 0.0\n", index + "    if k < 0:\n        x = 1.0\n    else:\n        x = 0.0\n")
            .code == "sampling");
}

TEST_CASE("what cannot be run is not said to agree") {
  std::string large = "def p(n: size, x: f32):\n    assert n >= 1000000\n    for i in seq(0, n):\n        x += 1.0\n";
  CHECK_THAT(sampled(large, large), Catch::StartsWith("samples: none run"));
  std::string blocks =
      "def p(n: size, x: f32):\n    assert n % 1000 == 0\n    for i in seq(0, n / 10):\n        for j in seq(0, 10000 "
      "* (n / 1000)):\n            x += 1.0\n";
  CHECK_THAT(sampled(blocks, blocks), Catch::StartsWith("samples: none run (2 too large"));
}

TEST_CASE("a use out of scope is a bug in Tessera that names the step") {
  ir::Sym x = ir::Sym::fresh("x");
  ir::Procedure p;
  p.body = {ir::Assign{x, {}, ir::float_lit(0), ir::Scalar::f32}};
  auto failure = [&]() -> std::string {
    try {
      check::well_formed(p, "some_step");
    } catch (const Error& e) {
      CHECK(e.exit_code() == ExitCode::bug);
      return e.diagnostic().message;
    }
    return "";
  };
  CHECK(failure() == "bug in Tessera: some_step left x used out of its scope");
  ir::Stmt alloc = ir::Alloc{x, {ir::Scalar::f32, {}, false}, ir::dram()};
  p.body.insert(p.body.begin(), alloc);
  CHECK(failure() == "");
  p.body.push_back(alloc);
  CHECK(failure() == "bug in Tessera: some_step declared x twice");
  p.body = {ir::For{ir::Sym::fresh("i"), ir::int_lit(0), ir::int_lit(1), {alloc}, ir::LoopMode::seq}, p.body[1]};
  CHECK(failure() == "bug in Tessera: some_step left x used out of its scope");
}
