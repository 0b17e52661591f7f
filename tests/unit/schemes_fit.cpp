// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/support/diagnostic.hpp"
#include "schemes/scheme.hpp"

using namespace tessera;
using namespace tessera::schemes;
using Catch::Matchers::Contains;

namespace {

const Extents product{{"i", 128}, {"j", 128}, {"k", 64}};

std::string loops(const std::string& scheme, const Extents& extents, std::int64_t lanes) {
  return structure(fit(parse(scheme), extents, lanes), extents);
}

std::string refusal(const std::string& scheme, const Extents& extents, std::int64_t lanes) {
  try {
    fit(parse(scheme), extents, lanes);
  } catch (const InputError& e) { return e.what(); }
  return "it fits";
}

}  // namespace

TEST_CASE("a scheme is read and written") {
  const char* const text = "R(j) Lseq(i, a, [(12, 6), (8, 7)]) T(64, k) U(a, i) U(2, j) V(j)";
  CHECK(schemes::text(parse(text)) == text);
  CHECK(schemes::text(parse("[R(j), Lseq(i,a,[(12,6);(8,7)]), T(64,k), U(a,i), U(2,j), V(j)]")) == text);
}

TEST_CASE("parallel loops are read, written and printed") {
  const char* const text = "R(k) par Lseq(i, a, [(12, 6), (8, 7)]) par T(8, j) U(a, i) U(2, j) V(j)";
  CHECK(schemes::text(parse(text)) == text);
  CHECK(loops("par T(8, j) par R(i) R(k) U(2, j) V(j)", product, 8) ==
        R"(parallel for (j = 0; j < 128; j += 16)
  parallel for (i = 0; i < 128; i += 1)
    for (k = 0; k < 64; k += 1)
      microkernel j = 16
)");
}

TEST_CASE("packing and asking ahead are read, written and printed") {
  const char* const text = "Prefetch(C) Prefetch(B, next) Prefetch(B, 0) R(j) Pack(B) R(i) R(k) U(2, j) V(j)";
  CHECK(schemes::text(parse(text)) == text);
  CHECK(loops(text, product, 8) == R"(for (j = 0; j < 128; j += 16)
  pack B
  for (i = 0; i < 128; i += 1)
    for (k = 0; k < 64; k += 1)
      microkernel j = 16
)");
}

TEST_CASE("what is no loop stands before one, once, and not among parallel ones") {
  CHECK_THAT(refusal("R(j) R(i) R(k) Pack(B)", product, 1), Contains("Pack(B): nothing stands after it"));
  CHECK_THAT(refusal("R(j) Pack(B) Pack(B) R(i) R(k)", product, 1), Contains("Pack(B) stands before Pack(B)"));
  CHECK_THAT(refusal("R(j) par Pack(B) R(i) R(k)", product, 1), Contains("par Pack(B): it is not a loop"));
  CHECK_THAT(refusal("par R(j) Pack(B) par R(i) R(k)", product, 1),
             Contains("par R(i) stands after Pack(B), which is not parallel"));
  CHECK_THAT(refusal("R(j) R(i) R(k) U(2, j) Prefetch(B, 1) V(j)", product, 8),
             Contains("unrolled loops are innermost"));
  CHECK_THAT(refusal("Prefetch(B, next) Prefetch(B, next) R(j) R(i) R(k)", product, 1),
             Contains("Prefetch(B, next) stands before Prefetch(B, next)"));
  CHECK_THROWS_WITH(parse("Prefetch(B, -1)"), Contains("next, or a number from 0"));
}

TEST_CASE("parallel loops that make no band are refused") {
  CHECK_THAT(refusal("par R(i) R(k) par R(j)", product, 8),
             Contains("par R(j) stands after R(k), which is not parallel") && Contains("no other loops in between"));
  CHECK_THAT(refusal("par R(j) par Lseq(i, a, [(12, 6), (8, 7)]) R(k) U(a, i)", product, 8),
             Contains("stands inside par R(j)") && Contains("the outermost of the parallel loops"));
  CHECK_THAT(refusal("R(i) R(k) R(j) par U(2, j) V(j)", product, 8),
             Contains("par U(2, j): a register tile is computed by one thread"));
  CHECK_THAT(refusal("R(i) R(k) R(j) par V(j)", product, 8), Contains("computed by one thread"));
}

TEST_CASE("text that is no scheme is refused where it stops being one") {
  CHECK_THROWS_WITH(parse("R(j) X(3, i)"), Contains("<scheme>:1:6") && Contains("error[scheme]"));
  CHECK_THROWS_WITH(parse("T(j)"), Contains("<scheme>:1:4: error[scheme]: expected") && Contains("R(j) Lseq("));
  CHECK_THROWS_WITH(parse("T(0, i)"), Contains("<scheme>:1:3"));
  CHECK_THROWS_WITH(parse("T(9999999999, i)"), Contains("<scheme>:1:"));
  CHECK_THROWS_WITH(parse("Lseq(i, a, [(12, 6)])"), Contains("<scheme>:1:20"));
  CHECK_THROWS_WITH(parse("[R(j)"), Contains("<scheme>:1:6"));
  CHECK_THROWS_WITH(parse(""), Contains("one of R, T, U, V, Lseq"));
}

// "Efficient convolution optimisation by composing micro-kernels", section 3.2.
TEST_CASE("the product of the paper has the loops printed there") {
  CHECK(loops("R(j) Lseq(i, a, [(12, 6), (8, 7)]) T(64, k) U(a, i) U(2, j) V(j)", product, 8) ==
        R"(for (j = 0; j < 128; j += 16)
  for (i = 0; i < 72; i += 6)
    for (k = 0; k < 64; k += 1)
      microkernel i = 6, j = 16
  for (i = 72; i < 128; i += 7)
    for (k = 0; k < 64; k += 1)
      microkernel i = 7, j = 16
)");
}

// The same, sections 4.3 and 6: Yolo9000-13 and Yolo9000-4 with 16 lanes.
TEST_CASE("the convolutions of the paper have their loops") {
  const Extents layer_13{{"k", 512}, {"c", 256}, {"w", 34}, {"h", 34}, {"s", 3}, {"r", 3}};
  CHECK(
      loops(
          "T(16, k) T(1, h) Lseq(h, b, [(2, 11), (1, 12)]) T(17, w) T(1, h) T(1, h) T(3, s) T(3, r) T(2, w) T(256, c) "
          "U(b, h) U(2, k) V(k)",
          layer_13, 16) == R"(for (k = 0; k < 512; k += 32)
  for (h = 0; h < 22; h += 11)
    for (w = 0; w < 34; w += 2)
      for (s = 0; s < 3; s += 1)
        for (r = 0; r < 3; r += 1)
          for (w' = 0; w' < 2; w' += 1)
            for (c = 0; c < 256; c += 1)
              microkernel k = 32, h = 11
  for (w = 0; w < 34; w += 2)
    for (s = 0; s < 3; s += 1)
      for (r = 0; r < 3; r += 1)
        for (w' = 0; w' < 2; w' += 1)
          for (c = 0; c < 256; c += 1)
            microkernel k = 32, h = 12
)");
  const Extents layer_4{{"k", 128}, {"c", 64}, {"w", 136}, {"h", 136}, {"s", 3}, {"r", 3}};
  CHECK(loops("Lseq(h, a, [(1, 12), (4, 14)]) T(136, w) T(8, k) T(2, h) T(3, r) T(64, c) U(3, s) U(a, h) V(k)", layer_4,
              16) == R"(for (w = 0; w < 136; w += 1)
  for (k = 0; k < 128; k += 16)
    for (h = 0; h < 24; h += 12)
      for (r = 0; r < 3; r += 1)
        for (c = 0; c < 64; c += 1)
          microkernel k = 16, h = 12, s = 3
for (h = 24; h < 136; h += 28)
  for (w = 0; w < 136; w += 1)
    for (k = 0; k < 128; k += 16)
      for (h' = 0; h' < 28; h' += 14)
        for (r = 0; r < 3; r += 1)
          for (c = 0; c < 64; c += 1)
            microkernel k = 16, h = 14, s = 3
)");
}

TEST_CASE("sequences within sequences, of more than two parts, on two dimensions") {
  const Extents image{{"w", 9}, {"h", 10}, {"k", 16}};
  CHECK(loops("Lseq(w, a, [(1, 2), (1, 3), (1, 4)]) Lseq(h, b, [(1, 6), (2, 2)]) U(a, w) U(b, h) V(k)", image, 16) ==
        R"(microkernel w = 2, h = 6, k = 16
for (h = 6; h < 10; h += 2)
  microkernel w = 2, h = 2, k = 16
microkernel w = 3, h = 6, k = 16
for (h = 6; h < 10; h += 2)
  microkernel w = 3, h = 2, k = 16
microkernel w = 4, h = 6, k = 16
for (h = 6; h < 10; h += 2)
  microkernel w = 4, h = 2, k = 16
)");
}

TEST_CASE("register tiles are written as in the papers' tables") {
  const auto tiles = [](const char* scheme) { return register_tiles(parse(scheme), 16); };
  CHECK(tiles("T(4, k) Lseq(q, a, [(22, 5), (2, 1)]) T(64, c) U(3, s) U(a, q) U(2, k) V(k)") ==
        "11[3S5Q2K] + [3S1Q2K]");
  CHECK(tiles("Prefetch(O) T(8, k) R(p) R(c) U(14, q) U(2, k) V(k)") == "[14Q2K]");
  CHECK(tiles("Lseq(k, (u, v), [(2, 2, 16), (1, 1, 13)]) Lseq(q, a, [(1, 5), (3, 4)]) R(c) U(a, q) U(u, k) V(v, k)") ==
        "2[5Q2K] + 6[4Q2K] + [5Q1K] + 3[4Q1K]");
  CHECK(tiles("Lseq(k, (u, v), [(3, 2, 16), (1, 1, 31)]) R(c) U(5, q) U(u, k) V(v, k)") == "[5Q2K]");
  CHECK(tiles("Lseq(q, a, [(2, 5), (2, 5)]) R(k) R(c) U(a, q)") == "[5Q]");
  CHECK(tiles("R(q) R(k)") == "[]");
}

TEST_CASE("what does not cover the nest is refused with the nearest that does") {
  CHECK_THAT(refusal("R(i) R(j) R(k) U(6, i) V(j)", product, 8),
             Contains("R(i): steps of 6 do not divide i = 128") &&
                 Contains("steps of 6 and 7 do: 128 = 19 x 6 + 2 x 7, by Lseq(i, …)"));
  CHECK_THAT(refusal("R(i) R(j) R(k) U(9, i) V(j)", product, 8), Contains("steps of 8 do: 128 = 16 x 8"));
  CHECK_THAT(refusal("R(i) R(j) T(60, k) V(j)", product, 8),
             Contains("the scheme covers 60 of k = 64") && Contains("T(64, k) in the place of T(60, k)"));
  CHECK_THAT(
      refusal("Lseq(i, a, [(12, 6), (9, 7)]) R(j) R(k) U(a, i) V(j)", product, 8),
      Contains("the scheme covers 135 of i = 128") && Contains("Lseq(i, a, [(12, 6), (8, 7)]) covers it exactly"));
  CHECK_THAT(refusal("Lseq(i, a, [(12, 6), (9, 12)]) R(j) R(k) U(a, i) V(j)", product, 8),
             Contains("no numbers of these two sizes do"));
  CHECK_THAT(refusal("R(i) R(j) V(j)", product, 8), Contains("the scheme leaves out k = 64"));
  CHECK_THAT(refusal("R(i) R(k) U(4, j) V(j)", product, 8),
             Contains("covers 32 of j = 128") && Contains("R(j) in front"));
}

TEST_CASE("lanes of several vectors are a number that whole vectors do not have") {
  const Tiling t = fit(parse("R(i) R(k) V(31, j)"), {{"i", 3}, {"j", 31}, {"k", 2}}, 16);
  CHECK(t.inner.front().inner.front().times == 31);
  CHECK_THAT(refusal("R(i) R(k) T(4, j) V(32, j)", product, 8),
             Contains("V(32, j): a vector has 8 lanes") && Contains("U(4, j) V(j)"));
}

TEST_CASE("specifiers out of place are refused") {
  CHECK_THAT(refusal("R(i) R(j) R(k) R(l)", product, 8), Contains("R(l): there is no loop l") && Contains("i, j, k"));
  CHECK_THAT(refusal("R(i) R(k) R(j) V(j) V(i)", product, 8), Contains("V(j) stands before V(i)") && Contains("one V"));
  CHECK_THAT(refusal("R(i) V(j) R(k)", product, 8), Contains("vectors are innermost") && Contains("put it last"));
  CHECK_THAT(refusal("T(2, i) R(i) R(j) R(k)", product, 8), Contains("R(i) stands after another specifier of i"));
  CHECK_THAT(refusal("R(i) R(j) U(2, i) R(k)", product, 8), Contains("unrolled loops are innermost"));
  CHECK_THAT(refusal("R(i) R(j) R(k) U(a, i)", product, 8), Contains("U(a, i): a has no value"));
  CHECK_THAT(refusal("R(j) R(k) U(2, i) Lseq(i, a, [(1, 2), (1, 3)])", product, 8), Contains("innermost"));
  CHECK_THAT(refusal("R(j) R(k) Lseq(i, a, [(1, 2), (1, 3)])", product, 8), Contains("nothing stands after it"));
  CHECK_THAT(refusal("Lseq(i, a, [(1, 2), (1, 3)]) R(k) U(a, j)", product, 8),
             Contains("its parts cover 2 and 3 of j"));
  CHECK_THAT(refusal("Lseq(i, a, [(1, 2), (1, 3)]) Lseq(j, a, [(1, 2), (1, 3)]) R(k)", product, 8),
             Contains("a is a parameter already"));
}

TEST_CASE("numbers that no machine counts are refused") {
  CHECK_THAT(refusal("T(999999999, i) T(999999999, i) T(999999999, i) R(j) R(k)", product, 8),
             Contains("covers more of i than 64 bits can count"));
  std::string deep;
  for (int d = 0; d < 14; ++d) deep += "Lseq(i, a" + std::to_string(d) + ", [(1, 1), (1, 1)]) ";
  CHECK_THAT(refusal(deep + "R(j) R(k)", product, 8), Contains("more than 10000 loops"));
}
