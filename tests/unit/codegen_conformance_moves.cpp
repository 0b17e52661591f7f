// SPDX-License-Identifier: Apache-2.0
// Memories that name the instructions by which the check fills their registers and reads them.
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"
#include "tests/unit/codegen_conformance_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

namespace {

constexpr const char* fill_and_read = "    fill \"load\"\n    read \"store\"\n";

// Registers that are numbers of a table: their bytes say nothing.
constexpr const char* tile_header = R"(#include <stdlib.h>
typedef struct { int number; } tile;
static float tiles[64][4];
static int used_tiles, loads, stores;
static inline void load_tile(tile *t, const float *x) {
  loads++, t->number = used_tiles++ % 64;
  for (int k = 0; k < 4; k++) tiles[t->number][k] = x[k];
}
static inline void store_tile(float *x, const tile *t) {
  stores++;
  for (int k = 0; k < 4; k++) x[k] = tiles[t->number][k];
}
)";

constexpr const char* tile_instructions = R"(
@instr("load_tile(&{dst_data}, &{src_data});", header="tile.h")
def load(dst: [f32][4] @ Tile, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]

@instr("store_tile({dst}, &{src_data});", header="tile.h")
def store(dst: [f32][4] @ DRAM, src: [f32][4] @ Tile):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]

@instr("for (int k = 0; k < 4; k++) tiles[{dst_data}.number][k] += tiles[{a_data}.number][k];", header="tile.h")
def add(dst: [f32][4] @ Tile, a: [f32][4] @ Tile):
    for i in seq(0, 4):
        dst[i] += a[i]

@instr("for (int r = 0; r < 2; r++) for (int k = 0; k < 4; k++) tiles[(&{dst_data})[r].number][k] += 1;", header="tile.h")
def next(dst: [f32][2, 4] @ Tile):
    assert stride(dst, 0) == 4
    for r in seq(0, 2):
        for i in seq(0, 4):
            dst[r, i] += 1.0
)";

std::vector<Finding> tiles_checked(const std::string& moves, const std::string& more = tile_instructions) {
  const ScratchFolder folder;
  write_files(folder.path(), {{"tile.h", tile_header}});
  const syntax::Module m = read("memory Tile:\n    holds f32[4] as tile\n    header \"tile.h\"\n" + moves + more);
  return check({m.procs, {folder.path().string()}, 1, m.procs}, one_compiler());
}

void refuses_moves(const std::string& moves, const std::string& message, const std::string& more = tile_instructions,
                   const std::string& line = "4") {
  try {
    tiles_checked(moves, more);
    FAIL("accepted: " << moves);
  } catch (const InputError& e) {
    const std::string text = e.diagnostic().render();
    CHECK_THAT(text, Contains(message));
    CHECK_THAT(text, Contains("vendor.tess:" + line + ":"));
    CHECK_FALSE(e.diagnostic().hint.empty());
  }
}

}  // namespace

TEST_CASE("a memory's own instructions fill its registers and read them") {
  if (!has_compiler()) return;
  for (const Finding& f : tiles_checked(fill_and_read)) {
    INFO(f.instruction->name);
    CHECK(f.why == "");
    CHECK(f.verdict == Verdict::passed);
  }
  CHECK(tiles_checked("").at(2).verdict == Verdict::failed);  // as bytes, a tile has no numbers
}

TEST_CASE("what is wrong with an instruction is noticed through those that fill and read its registers") {
  if (!has_compiler()) return;
  std::string wrong = tile_instructions;
  wrong.replace(wrong.find("[k] += tiles[{a"), 15, "[k] -= tiles[{a");
  CHECK(tiles_checked(fill_and_read, wrong).at(2).verdict == Verdict::failed);
  CHECK(tiles_checked(fill_and_read, wrong).at(3).verdict == Verdict::passed);
}

TEST_CASE("what is named to fill a memory or to read it is a plain copy of one register, or an error at its place") {
  refuses_moves("    fill \"lod\"\n", "fill \"lod\" of Tile: the library has no such instruction");
  refuses_moves("    fill \"store\"\n", "fill \"store\" of Tile: it does not load into Tile");
  refuses_moves("    read \"load\"\n", "read \"load\" of Tile: it does not store from Tile");
  refuses_moves("    fill \"add\"\n", "fill \"add\" of Tile: it does not load into Tile");
  refuses_moves("    fill \"next\"\n", "it takes other arguments than a register and a place in memory");
  const auto with_body = [](const std::string& body, const std::string& extent = "4") {
    return fmt::format(
        "\n@instr(\"(void){{dst}}; (void){{src}};\")\ndef load(dst: [f32][4] @ Tile, src: [f32][{}] @ DRAM):\n"
        "    for i in seq(0, 4):\n        {}\n",
        extent, body);
  };
  const std::string not_plain = "its body is not dst[i] = src[i] for each lane, and nothing else";
  for (const char* body :
       {"dst[i] = src[3 - i]", "dst[i] = src[0]", "dst[i] += src[i]", "dst[i] = -src[i]", "dst[i] = 1.0"})
    refuses_moves("    fill \"load\"\n", not_plain, with_body(body));
  refuses_moves("    fill \"load\"\n", "it does not load into Tile", with_body("pass"));
  refuses_moves("    fill \"load\"\n", "it does not move 4 numbers of one type, a whole register",
                with_body("dst[i] = src[i]", "5"));
}

TEST_CASE("registers of many bytes are filled by a plain copy too, and by nothing else") {
  const auto checked = [](const std::string& more) {
    const syntax::Module m = read(
        "memory Wide:\n    holds i8[256] as \"__attribute__((vector_size(256))) signed char\"\n"
        "    fill \"load\"\n"
        "@instr(\"memcpy(&{dst_data}, &{src_data}, 256);\", header=\"string.h\")\n"
        "def load(dst: [i8][256] @ Wide, src: [i8][256] @ DRAM):\n"
        "    assert stride(src, 0) == 1\n"
        "    for i in seq(0, 256):\n        dst[i] = src[i]\n" +
        more);
    return check({m.procs, {}, 1, m.procs}, one_compiler());
  };
  if (has_compiler()) CHECK(checked("").at(0).verdict == Verdict::passed);
  // lanes 251 apart: more than one way to number them is needed to tell them apart by bytes
  CHECK_THROWS_WITH(checked("    dst[0] = src[251]\n"), Contains("its body is not dst[i] = src[i] for each lane"));
}

TEST_CASE("two loads of one type cannot both fill a memory") {
  refuses_moves("    fill \"load\"\n    fill \"again\"\n", "load moves f32 too", std::string(tile_instructions) + R"(
@instr("load_tile(&{dst_data}, {src});", header="tile.h")
def again(dst: [f32][4] @ Tile, src: [f32][4] @ DRAM):
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
)",
                "5");
}
