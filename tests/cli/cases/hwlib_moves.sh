# SPDX-License-Identifier: Apache-2.0
# A memory names the instructions by which the check fills its registers and reads them.

mkdir chip
cat >chip/chip.tess <<'E'
memory Tile:
    holds f32[4] as tile
    header "tile.h"
    fill "tile_load"
    read "tile_store"

@instr("{dst_data} = tile_of(&{src_data});", header="tile.h", role="load")
def tile_load(dst: [f32][4] @ Tile, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]

@instr("tile_to(&{dst_data}, {src_data});", header="tile.h", role="store")
def tile_store(dst: [f32][4] @ DRAM, src: [f32][4] @ Tile):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
E
cat >chip/tile.h <<'E'
typedef int tile;
static float tiles[64][4];
static int used_tiles;
static inline tile tile_of(const float *x) {
  tile t = used_tiles++ % 64;
  for (int k = 0; k < 4; k++) tiles[t][k] = x[k];
  return t;
}
static inline void tile_to(float *x, tile t) { for (int k = 0; k < 4; k++) x[k] = tiles[t][k]; }
E
run hwlib check ./chip --record
expect 0 "tile_load                    passed " "tile_store                   passed "
run hwlib check ./chip --only tile_load
expect 0 "tile_load                    passed "
sed -i 's/fill "tile_load"/fill "tile_lod"/' chip/chip.tess
run hwlib check ./chip
expect 2 "chip/chip.tess:4:10: error[memory]: fill \"tile_lod\" of Tile: the library has no such instruction" \
  '    fill "tile_lod"' "hint: did you mean \`tile_load\`?"
sed -i 's/fill "tile_lod"/fill "tile_store"/' chip/chip.tess
run hwlib check ./chip
expect 2 "chip/chip.tess:4:10: error[memory]: fill \"tile_store\" of Tile: it does not load into Tile" "hint: name a load of whole registers"
