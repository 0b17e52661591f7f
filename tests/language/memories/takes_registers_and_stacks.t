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
def p(A: f32[8, 4]):
    t: f32[2, 4] @ Tile
    u: f32[4] @ DRAM_STACK
    for i in seq(0, 2):
        tile_load(t[i, 0:4], A[i, 0:4])
---- expect
def p(A: f32[8, 4] @ DRAM):
    t: f32[2, 4] @ Tile
    u: f32[4] @ DRAM_STACK
    for i in seq(0, 2):
        tile_load(t[i, 0:4], A[i, 0:4])
