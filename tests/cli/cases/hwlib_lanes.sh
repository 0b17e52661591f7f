# SPDX-License-Identifier: Apache-2.0
# Instructions for a number of lanes that the machine chooses are checked on machines of each number: here an environment variable.
mkdir chip
cat >chip/chip.h <<'END'
#ifndef CHIP_H
#define CHIP_H
#include <stdlib.h>
typedef struct { float v[16]; } chip_vec;
static inline int chip_lanes(void) { return atoi(getenv("LANES")); }
static inline void chip_load(chip_vec *d, const float *s) { for (int i = 0; i < chip_lanes(); i++) d->v[i] = s[i]; }
static inline void chip_neg(chip_vec *d) { for (int i = 0; i < chip_lanes(); i++) d->v[i] = -d->v[i]; }
/* of more than 8 lanes it forgets the last */
static inline void chip_bad(chip_vec *d) { for (int i = 0; i < chip_lanes() - (chip_lanes() > 8); i++) d->v[i] = -d->v[i]; }
#endif
END
cat >chip/chip.tess <<'END'
memory CHIP:
    lanes VL in (4, 8, 16) as "chip_lanes()"
    holds f32[VL] as chip_vec
    header "chip.h"

@instr("chip_load(&{dst_data}, &{src_data});", feature="chip")
def chip_load(dst: [f32][VL] @ CHIP, src: [f32][VL] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, VL):
        dst[i] = src[i]

@instr("chip_neg(&{dst_data});", feature="chip")
def chip_neg(dst: [f32][VL] @ CHIP):
    assert stride(dst, 0) == 1
    for i in seq(0, VL):
        dst[i] = -dst[i]
END
machine() { printf '{"name": "%s lanes", "lanes": %s, "compile": ["gcc"], "run": ["env", "LANES=%s"]}' "$1" "$1" "$1"; }
printf '{"emulated": [%s, %s, %s]}' "$(machine 4)" "$(machine 8)" "$(machine 16)" >chip/machines.json
run hwlib check ./chip
expect 0 '(4 lanes, 8 lanes, 16 lanes)' '2 instructions: 2 passed, 0 failed; 0 run natively, 2 emulated, 0 modelled, 0 not run'

# wrong for one number alone
sed 's/"chip_neg(&/"chip_bad(\&/' chip/chip.tess >chip/with_bad && mv chip/with_bad chip/chip.tess
run hwlib check ./chip
expect 1 'FAILED (16 lanes)' '1 passed, 1 failed'

# a number without a machine is not passed over in silence
sed 's/"chip_bad(&/"chip_neg(\&/' chip/chip.tess >chip/with_neg && mv chip/with_neg chip/chip.tess
printf '{"emulated": [%s, %s]}' "$(machine 4)" "$(machine 8)" >chip/machines.json
run hwlib check ./chip
expect 0 '(4 lanes, 8 lanes)' 'not run on VL = 16' '2 not on every machine'
printf '{"emulated": [{"compile": ["gcc"], "run": ["env", "LANES=4"]}]}' >chip/machines.json
run hwlib check ./chip
expect 3 'SKIPPED'
printf '{"emulated": [{"lanes": "many", "compile": ["gcc"], "run": ["env"]}]}' >chip/machines.json
run hwlib check ./chip
expect 2 'error[machines]' '"lanes" is "many", and no whole number up to 65536'
