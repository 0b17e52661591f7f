// SPDX-License-Identifier: Apache-2.0
// Tiles and blocks of the GEMM family. What is written from them is tested by tests/family.
#include <algorithm>
#include <catch2/catch.hpp>

#include "kernels/gemm/batch.hpp"
#include "kernels/gemm/blocked.hpp"

using namespace tessera::kernels;
using namespace tessera::kernels::gemm;

TEST_CASE("the tiles are those whose sums, a row of B and an element of A fit the registers") {
  const std::vector<Tile> all = tiles_that_fit(16);
  auto has = [&](std::int64_t rows, std::int64_t vectors) {
    return std::find(all.begin(), all.end(), Tile{rows, vectors, false}) != all.end();
  };
  CHECK(has(6, 2));  // 12 + 2 + 1
  CHECK_FALSE(has(7, 2));
  CHECK(has(14, 1));
  CHECK_FALSE(has(15, 1));
  CHECK(has(1, 7));
  CHECK_FALSE(has(1, 8));
  const auto partial = std::count_if(all.begin(), all.end(), [](const Tile& t) { return t.is_partial; });
  CHECK(2 * static_cast<std::size_t>(partial) == all.size());
  CHECK(tiles_that_fit(2).empty());
}

TEST_CASE("the default tile is two vectors wide and as high as the registers allow") {
  CHECK(default_tile(32) == Tile{14, 2, false});
  CHECK(default_tile(16) == Tile{6, 2, false});
}

TEST_CASE("a panel of B is half as large again as L1, a block of A has a quarter of L2") {
  const Blocking b = blocking({48 * 1024, 1024 * 1024, 32 * 1024 * 1024}, {14, 2, false}, Edges::even, 16, 4);
  CHECK(b.depth % 8 == 0);
  CHECK(b.depth * 32 * 4 <= 72 * 1024);
  CHECK((b.depth + 8) * 32 * 4 > 72 * 1024);
  CHECK(b.rows % 14 == 0);
  CHECK(b.rows * b.depth * 4 <= 256 * 1024);
  CHECK((b.rows + 14) * b.depth * 4 > 256 * 1024);
  CHECK(b.near * b.depth * 4 <= 1024 * 1024);
  CHECK((b.near + 1) * b.depth * 4 > 1024 * 1024);
  CHECK(b.columns % 32 == 0);
  CHECK(b.columns * b.depth * 4 <= 4 * 1024 * 1024);
  CHECK((b.columns + 32) * b.depth * 4 > 4 * 1024 * 1024);
}

TEST_CASE("where there is no L3, what is packed of B has half of L2") {
  const Blocking b = blocking({48 * 1024, 1024 * 1024, 0}, {14, 2, false}, Edges::even, 16, 4);
  CHECK(b.columns % 32 == 0);
  CHECK(b.columns * b.depth * 4 <= 512 * 1024);
  CHECK((b.columns + 32) * b.depth * 4 > 512 * 1024);
}

TEST_CASE("caches that hold nothing still give blocks") {
  const Blocking b = blocking({1, 1, 1}, {14, 2, false}, Edges::even, 16, 4);
  CHECK(b.depth == 8);
  CHECK(b.rows == 14);
  CHECK(b.columns == 32);
}

TEST_CASE("the sum of a batch as written: C is set once, in front of both sums") {
  CHECK(batch_specification(Update::set, {}, tessera::ir::Scalar::f64) ==
        "def gemm_batch_set(M: size, N: size, batch: index, K: index, A: [f64][batch, M, K], B: [f64][batch, K, N], "
        "C: [f64][M, N]):\n"
        "    assert batch >= 0\n"
        "    assert K >= 0\n"
        "    assert stride(A, 2) == 1\n"
        "    assert stride(B, 2) == 1\n"
        "    assert stride(C, 1) == 1\n"
        "    for i in seq(0, M):\n"
        "        for j in seq(0, N):\n"
        "            C[i, j] = 0.0\n"
        "            for pair in seq(0, batch):\n"
        "                for k in seq(0, K):\n"
        "                    C[i, j] += A[pair, i, k] * B[pair, k, j]\n");
  CHECK(specification(batch_variant(Update::add), tessera::ir::Scalar::f32) ==
        batch_specification(Update::add, {}, tessera::ir::Scalar::f32));
}

TEST_CASE("a batch's program has a panel for each width that a target's vectors cover") {
  auto panels = [](const BatchProduct& product) {
    const std::string program = batch_program(product, 4, tessera::ir::Scalar::f32);
    std::vector<std::string> out;
    for (std::size_t at = 0; (at = program.find("_panel_", at)) != std::string::npos; at += 7)
      out.push_back(program.substr(at + 7, program.find('(', at) - at - 7));
    return out;
  };
  CHECK(panels({Update::add, {3, 2}}) == std::vector<std::string>{"2", "1p", "2p"});
  CHECK(panels({Update::set, {3, 1}}) == std::vector<std::string>{"1", "1p"});
}
