# SPDX-License-Identifier: Apache-2.0
# What a memory starts once, enters and leaves: in the check of its instructions, and in kernels of several files.

mkdir chip
cat >chip/chip.h <<'T'
#pragma once
extern int chip_started, chip_entered;
static inline void chip_set(float *to) { *to = chip_started == 1 && chip_entered == 1 ? 0.0f : 1.0f; }
T
printf 'int chip_started, chip_entered;\n' >chip/shim.c
cat >chip/chip.tess <<'T'
memory Chip:
    like DRAM
    startup "chip_started++;"
    enter "chip_entered++;"
    leave "chip_entered--;"
    attributes "__attribute__((noinline))"
    link "shim.c"
    header "chip.h"
@instr("chip_set(&{dst_data});")
def set(dst: [f32][1] @ Chip):
    dst[0] = 0.0
T
run hwlib show ./chip
expect 0 'startup "chip_started++;"' 'enter "chip_entered++;"' 'leave "chip_entered--;"' 'link "shim.c"'
run hwlib check ./chip
expect 0 "1 passed"
sed '/enter/d' chip/chip.tess >with_enter && mkdir no_enter && cp chip/chip.h chip/shim.c no_enter && mv with_enter no_enter/chip.tess
run hwlib check ./no_enter
expect 1 "FAILED" " is 1, expected 0"

for name in a b; do
  printf 'def %s(x: f32[1]):\n    t: f32[1] @ Chip\n    set(t[0:1])\n    x[0] = t[0]\n' $name >$name.tess
  run compile $name.tess --hwlib ./chip -o out --cc gcc
  expect 0
done
cat >main.c <<'T'
#include <pthread.h>
#include <stdio.h>
#include "a.h"
#include "b.h"
#include "chip.h"
int main(void) {
  float x[2] = {7, 7};
  a(x), b(x + 1), a(x);
  printf("%d %d %g %g\n", chip_started, chip_entered, x[0], x[1]);
  return 0;
}
T
current="two kernels in one program"
checks=$((checks + 1))
gcc -Iout main.c out/a.c out/b.c out/shim.c -o main -lpthread >"$work/output" 2>&1 && ./main >"$work/output"
[ "$(cat "$work/output")" = "1 0 0 0" ] || complain "not started once, entered and left"
