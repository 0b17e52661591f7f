// Tiles and blocks of the GEMM family. What is written from them is tested by tests/family.
#include <algorithm>
#include <catch2/catch.hpp>

#include "families/gemm/blocked.hpp"

using namespace tessera::families;
using namespace tessera::families::gemm;

TEST_CASE("the tiles are those whose sums, a row of B and an element of A fit the registers") {
  const std::vector<Tile> all = tiles_that_fit(16, false);
  auto has = [&](std::int64_t rows, std::int64_t vectors) {
    return std::find(all.begin(), all.end(), Tile{rows, vectors, false}) != all.end();
  };
  CHECK(has(6, 2));  // 12 + 2 + 1
  CHECK_FALSE(has(7, 2));
  CHECK(has(14, 1));
  CHECK_FALSE(has(15, 1));
  CHECK(has(1, 7));
  CHECK_FALSE(has(1, 8));
  CHECK(tiles_that_fit(16, true).size() == 2 * all.size());
  CHECK(tiles_that_fit(2, true).empty());
}

TEST_CASE("the default tile is two vectors wide and as high as the registers allow") {
  CHECK(default_tile(32) == Tile{14, 2, false});
  CHECK(default_tile(16) == Tile{6, 2, false});
}

TEST_CASE("a panel of B is half as large again as the first cache, a block of A has a quarter of the second") {
  const Blocking b = blocking({48 * 1024, 1024 * 1024}, {14, 2, false}, Edges::even, 16, 4);
  CHECK(b.depth % 8 == 0);
  CHECK(b.depth * 32 * 4 <= 72 * 1024);
  CHECK((b.depth + 8) * 32 * 4 > 72 * 1024);
  CHECK(b.rows % 14 == 0);
  CHECK(b.rows * b.depth * 4 <= 256 * 1024);
  CHECK((b.rows + 14) * b.depth * 4 > 256 * 1024);
  CHECK(b.near * b.depth * 4 <= 1024 * 1024);
  CHECK((b.near + 1) * b.depth * 4 > 1024 * 1024);
}

TEST_CASE("caches that hold nothing still give blocks") {
  const Blocking b = blocking({1, 1}, {14, 2, false}, Edges::even, 16, 4);
  CHECK(b.depth == 8);
  CHECK(b.rows == 14);
}
