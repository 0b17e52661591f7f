# SPDX-License-Identifier: Apache-2.0
# A register memory whose numbers must be constants: a loop counter is refused, the unrolled program is not.

mkdir tiles
cat >tiles/tiles.tess <<'T'
memory Tile:
    holds f32[4] as tile4
    registers 8
    indices constant
    header "tiles.h"
@instr("tile_zero({dst});")
def tile_zero(dst: [f32][4] @ Tile):
    for i in seq(0, 4):
        dst[i] = 0.0
@instr("tile_store(&{dst_data}, {src});")
def tile_store(dst: [f32][4] @ DRAM, src: [f32][4] @ Tile):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
T
cat >p.tess <<'T'
def p(A: f32[2, 4]):
    t: f32[2, 4] @ Tile
    for i in seq(0, 2):
        tile_zero(t[i, 0:4])
        tile_store(A[i, 0:4], t[i, 0:4])
T
run compile p.tess --hwlib ./tiles -o out
expect 1 "error[memory" "Tile" "t[i, 0:4]" "unroll"
no_files out
printf "p = unroll_loop(p, 'i')\n" >unroll.sched
run compile p.tess --hwlib ./tiles --sched unroll.sched -o out
expect 0 "1 steps"
[ -f out/p.c ] || complain "out/p.c is missing"

# Only instructions touch registers.
cat >touch.tess <<'T'
def p(A: f32[4]):
    t: f32[4] @ Tile
    for i in seq(0, 4):
        t[i] = 1.0
T
run compile touch.tess --hwlib ./tiles -o out2
expect 1 "error[memory" "Tile"
no_files out2

cat >unknown.tess <<'T'
def p(A: f32[4] @ Tyle):
    pass
T
run show unknown.tess --hwlib ./tiles
expect 2 "unknown.tess:1:19: error[name]: unknown memory \`Tyle\`" "Tile"

# A vendor's instruction whose body reads beyond its argument.
mkdir broken
sed 's/seq(0, 4)/seq(0, 5)/' tiles/tiles.tess >broken/tiles.tess
run show p.tess --hwlib ./broken
expect 1 "broken/tiles.tess:9:9: error[bounds]" "dst[i] lies in dst"

# An element that an instruction gets is in the memory and of the type of its parameter.
cat >element.tess <<'T'
memory Dev:
    allocate "dev_alloc({count} * sizeof({type}))"
    free "dev_free({name})"
@instr("dev_get(&{s}, &{d});")
def get(d: f32 @ DRAM, s: f32 @ Dev):
    d = s
def p(C: f32[4], y: f32):
    get(y, C[2])
T
run compile element.tess -o out3
expect 1 "element.tess:8:5: error[memory]: C is in DRAM, but argument s of get is in Dev"
sed 's/ @ Dev//; s/C: f32/C: R/; s/s: f32/s: f64/; s/d: f32/d: f64/; s/y: f32/y: f64/' element.tess >open.tess
run compile open.tess -o out3
expect 1 "open.tess:8:5: error[precision]: C is R, but argument s of get is f64"
no_files out3
