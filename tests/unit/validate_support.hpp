// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/module.hpp"
#include "validate/equivalent.hpp"

namespace tessera::testing {

inline ir::ProcRef parsed(const std::string& text) { return syntax::parse_module(text, "p.tess").procs.back(); }

inline validate::Validation validated(const std::string& before, const std::string& after,
                                      const validate::Options& options = {}) {
  return validate::equivalent(*parsed(before), *parsed(after), options);
}

/// A copy of an array.
inline const std::string copying_head = "def p(n: size, A: f32[n], B: f32[n]):\n";
inline const std::string copying = copying_head + "    for i in seq(0, n):\n        A[i] = B[i]\n";

/// The diagnostic of comparing the two, which must differ.
inline Diagnostic difference(const std::string& before, const std::string& after,
                             const validate::Options& options = {}) {
  try {
    validated(before, after, options);
  } catch (const CheckError& e) { return e.diagnostic(); }
  FAIL("taken for equal:\n" + before + after);
  return {};
}

/// A matrix product, and the same in tiles of 4 columns with tails, each tile of C in a buffer of its own.
inline const std::string product_head = "def p(m: size, n: size, k: size, A: f32[m, k], B: f32[k, n], C: f32[m, n]):\n";
inline const std::string product = product_head + R"(
    for i in seq(0, m):
        for j in seq(0, n):
            for l in seq(0, k):
                C[i, j] += A[i, l] * B[l, j]
)";
inline const std::string tiled = product_head + R"(
    for i in seq(0, m):
        for jo in seq(0, (n + 3) / 4):
            acc: f32[4]
            for jj in seq(0, 4):
                if 4 * jo + jj < n:
                    acc[jj] = C[i, 4 * jo + jj]
            for l in seq(0, k / 2):
                for ll in seq(0, 2):
                    for jj in seq(0, 4):
                        if 4 * jo + jj < n:
                            acc[jj] += A[i, 2 * l + ll] * B[2 * l + ll, 4 * jo + jj]
            if k % 2 == 1:
                for jj in seq(0, 4):
                    if 4 * jo + jj < n:
                        acc[jj] += A[i, k - 1] * B[k - 1, 4 * jo + jj]
            for jj in seq(0, 4):
                if 4 * jo + jj < n:
                    C[i, 4 * jo + jj] = acc[jj]
)";

/// A procedure that calls the one below twice, and so on: that at the bottom is called 2^levels times.
inline std::string calls_in_levels(int levels, const std::string& bottom) {
  std::string out = "def f0(n: size, A: f32[8]):\n" + bottom;
  for (int i = 1; i <= levels; ++i)
    out += fmt::format("def f{0}(n: size, A: f32[8]):\n    f{1}(n, A)\n    f{1}(n, A)\n", i, i - 1);
  return out;
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// What to replace in `tiled` by what, so that it is another program.
inline const std::vector<std::pair<const char*, const char*>> breakages{
    {"acc[jj] = C[i, 4 * jo + jj]", "acc[jj] = 0.0"},               // missing accumulation
    {"acc[jj] += A[i, 2 * l + ll]", "acc[jj] = A[i, 2 * l + ll]"},  // assigns for adds
    {"(n + 3) / 4", "n / 4"},                                       // lost tail of n
    {"(n + 3) / 4", "(n + 2) / 4"},                                 // lost at one residue only
    {"k % 2 == 1", "k % 2 == 1 and k < 5"},                         // lost tail of k, at large k only
    {"B[k - 1, 4 * jo + jj]", "B[0, 4 * jo + jj]"},                 // another row, the same at k = 1
    {"A[i, 2 * l + ll] * B[2 * l + ll", "A[i, 2 * l + ll] * B[2 * l"},
    {"seq(0, k / 2)", "seq(1, k / 2)"},                    // off-by-one start
    {"l in seq(0, k / 2)", "l in seq(0, k / 2 - k / 6)"},  // lost from k = 6 on
    {"acc: f32[4]\n            for jj in seq(0, 4)", "acc: f32[4]\n            for jj in seq(1, 4)"},
};

}  // namespace tessera::testing
