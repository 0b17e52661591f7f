memory Tile:
    holds f32[4] as tile4
    registers 8
    indices constant
    header "tiles.h"
@instr("tile_load({dst}, &{src_data});")
def tile_load(dst: [f32][4] @ Tile, src: [f32][4] @ DRAM):
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
def p(A: f32[4, 4]):
    t: f32[4] @ Tile
    tile_load(t[0:4], A[0:4, 0])
---- expect error assert
stride(src, 0) == 1 holds at the call of tile_load
