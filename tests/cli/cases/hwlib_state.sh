# SPDX-License-Identifier: Apache-2.0
# Instructions that read the machine's state: the library's own instructions set it in the check.

mkdir chip
cat >chip/chip.tess <<'E'
config Chip:
    count: index

@instr("chip_count = {n};", header="chip.h", role="set_count")
def set_count(n: index):
    assert n >= 1
    assert n <= 4
    Chip.count = n

@instr("chip_zero(&{dst_data});", header="chip.h", role="zero")
def zero(dst: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert Chip.count >= 0
    assert Chip.count <= 4
    for i in seq(0, Chip.count):
        dst[i] = 0.0
E
cat >chip/chip.h <<'E'
static long chip_count = 1;
static inline void chip_zero(float *y) { for (long i = 0; i < chip_count; i++) y[i] = 0; }
E
run hwlib check ./chip --record
expect 0 "set_count                    passed " ", with zero after it" "zero                         passed " \
  "2 instructions: 2 passed, 0 failed; 2 run natively"
cp chip/conformance.json "$work/stdout"
expect_json '.instructions[0].shown_by == ["zero"]' '.instructions[1].shown_by == null'
run hwlib show ./chip
expect 0 "conformance: passed " ", with zero after it"

# One alone is run with the other, also where that is in the library that it extends.
run hwlib check ./chip --only zero
expect 0 "zero                         passed "
mkdir more
cat >more/more.tess <<'E'
extends ../chip

@instr("chip_zero(&{dst_data});", header="chip.h")
def clear(dst: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert Chip.count == 3
    for i in seq(0, 3):
        dst[i] = 0.0
E
run hwlib check ./more
expect 0 "clear                        passed "

sed -i 's/chip_count = {n};/chip_count = 2;/' chip/chip.tess
run hwlib check ./chip
expect 1 "set_count                    FAILED with zero: natively (gcc): dst at " "zero                         FAILED natively (gcc): dst at " \
  "    Chip.count = "
sed -i '/^@instr("chip_count/,/Chip.count = n/d' chip/chip.tess
run hwlib check ./chip
expect 3 "zero                         SKIPPED: it reads Chip.count, which no instruction of the library sets by a body of nothing but \`Chip.count = …\`"
