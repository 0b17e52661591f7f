# SPDX-License-Identifier: Apache-2.0
# Number of lanes that the machine chooses: each is scheduled and proved, one C is written. Here the machine is an
# environment variable, and vectors are a struct of the header.
mkdir lib out
cat >lib/lib.h <<'END'
#ifndef LIB_H
#define LIB_H
#include <stdlib.h>
typedef struct { float v[32]; } lib_vec;
static inline int lib_lanes(void) { return atoi(getenv("LANES")); }
static inline void lib_load(lib_vec *d, const float *s, int n) { for (int i = 0; i < n; i++) d->v[i] = s[i]; }
static inline void lib_store(float *d, const lib_vec *s, int n) { for (int i = 0; i < n; i++) d[i] = s->v[i]; }
static inline void lib_fma(lib_vec *d, const lib_vec *a, float b, int n) { for (int i = 0; i < n; i++) d->v[i] += a->v[i] * b; }
#endif
END
cat >lib/vec.tess <<'END'
memory VEC:
    lanes VL in (4, 8, 16) as "lib_lanes()"
    holds f32[VL] as lib_vec
    registers 32
    header "lib.h"
    variables

@instr("lib_load(&{dst_data}, &{src_data}, lib_lanes());", role="load")
def vec_load(dst: [f32][VL] @ VEC, src: [f32][VL] @ DRAM):
    assert stride(src, 0) == 1
    assert stride(dst, 0) == 1
    for i in seq(0, VL):
        dst[i] = src[i]

@instr("lib_store(&{dst_data}, &{src_data}, lib_lanes());", role="store")
def vec_store(dst: [f32][VL] @ DRAM, src: [f32][VL] @ VEC):
    assert stride(src, 0) == 1
    assert stride(dst, 0) == 1
    for i in seq(0, VL):
        dst[i] = src[i]

@instr("lib_fma(&{dst_data}, &{a_data}, {b}, lib_lanes());", role="fma_scalar")
def vec_fma(dst: [f32][VL] @ VEC, a: [f32][VL] @ VEC, b: f32 @ DRAM):
    assert stride(a, 0) == 1
    assert stride(dst, 0) == 1
    for i in seq(0, VL):
        dst[i] += a[i] * b
END
cat >axpy.tess <<'END'
def axpy(n: size, a: f32, x: f32[n], y: f32[n]):
    for i in seq(0, n):
        y[i] += a * x[i]
END
cat >axpy.sched <<'END'
p = divide_loop(p, 'i', VL, ['io', 'ii'], tail='cut')
p = stage_mem(p, 'for ii in _: _', 'y[{VL} * io : {VL} * io + {VL}]', 'yv')
p = set_memory(p, 'yv', VEC)
p = stage_mem(p, 'yv[_] += _', 'x[{VL} * io + ii]', 'xs')
p = expand_dim(p, 'xs', VL, 'ii')
p = lift_alloc(p, 'xs')
p = fission(p, p.find('xs[_] = _').after())
p = set_memory(p, 'xs', VEC)
p = commute_expr(p, 'a * xs[_]')
p = replace_all(p, [vec_load, vec_store, vec_fma])
END
cat >main.c <<'END'
#include "axpy.h"
#include <stdio.h>
int main(void) {
  float x[100], y[100];
  for (int64_t n = 1; n <= 70; n++) {
    for (int i = 0; i < 100; i++) x[i] = (float)i, y[i] = 1;
    axpy(n, 2, x, y);
    for (int i = 0; i < 100; i++)
      if (y[i] != (i < n ? 1 + 2 * (float)i : 1)) return printf("wrong at %d of %d\n", i, (int)n), 1;
  }
  return puts("right"), 0;
}
END

run compile axpy.tess --hwlib ./lib --sched axpy.sched -o out
expect 0 'for each of VL = 4, 8, 16'
code=0; cat out/axpy.c >"$work/output"
expect 0 'if (lanes != 4 && lanes != 8 && lanes != 16) abort();' 'const int64_t VL = tessera_lanes_VL();' 'io < n / VL' \
  '&x[VL * io]' 'Where VL = 16: '
jq -e '.lanes == {"symbol": "VL", "in_c": "lib_lanes()", "lengths": [4, 8, 16], "way": .lanes.way}' out/axpy.json >"$work/output"; code=$?
expect 0 true
jq -e '[.lanes.others[].length] == [8, 16] and ([.lanes.others[] | .obligations.steps | add] | all(. > 0))' out/axpy.evidence.json >"$work/output"; code=$?
expect 0 true
for traced in 4 8 16; do
  run replay out/axpy.VL$traced.sched
  expect 0
done
run show axpy.tess --hwlib ./lib --sched axpy.sched
expect 0 'for io in seq(0, n / VL):' 'yv: f32[VL] @ VEC' 'vec_load(yv[0:VL], y[VL * io:VL * io + VL])'
run show axpy.tess --hwlib ./lib --sched axpy.sched --after 1
expect 0 'for ii in seq(0, VL):'
run verify out/axpy.evidence.json
expect 0 'every claim of the file holds' 'proved again, for each of VL = 4, 8, 16'
sed 's/"length": 16/"length": 32/' out/axpy.evidence.json >out/other.evidence.json
run verify out/other.evidence.json
expect 1 'does not hold'

if command -v gcc >/dev/null; then
  gcc -std=c11 -Wall -Wextra -Werror -O1 -Iout -Ilib main.c out/axpy.c -o main
  for lanes in 4 8 16; do
    LANES=$lanes ./main >"$work/output" 2>&1; code=$?
    expect 0 right
  done
  (LANES=32 ./main; exit $?) >"$work/output" 2>&1; code=$?
  expect 134
fi

# a number that is not the symbol's fits one length alone
sed "s/'i', VL,/'i', 8,/; s/{VL}/8/g; s/'xs', VL/'xs', 8/" axpy.sched >eight.sched
run compile axpy.tess --hwlib ./lib --sched eight.sched -o none
expect 1 'where VL is'
no_files none
# where the steps are the same but the program is not
cat >unrolled.sched <<'END'
p = divide_loop(p, 'i', VL, ['io', 'ii'], tail='cut')
p = unroll_loop(p, 'ii')
END
cat >vec_only.tess <<'END'
def both(n: size, a: f32, x: f32[n], y: f32[n]):
    assert n >= 16
    v: f32[VL] @ VEC
    vec_load(v, x[0:VL])
    vec_store(y[0:VL], v)
    for i in seq(0, n):
        y[i] += a * x[i]
END
run compile vec_only.tess --hwlib ./lib --sched unrolled.sched -o none
expect 1 'error[lanes]' 'differs between VL = 4 and VL = 8' 'one C is written for all numbers of lanes' 'unroll no loop of VL iterations'
no_files none
cat >plain.sched <<'END'
p = divide_loop(p, 'i', VL, ['io', 'ii'], tail='cut')
END
run compile axpy.tess --hwlib ./lib --sched plain.sched -o none
expect 1 'error[lanes]' 'the procedure depends on VL, and uses no memory that has it' 'set_memory of a buffer'
no_files none
: >empty.sched
run compile axpy.tess --hwlib ./lib --sched empty.sched -o plain
expect 0 'for each of VL = 4, 8, 16'
# arrays of C have a constant size, that of the largest number
cat >array.tess <<'END'
def array(n: size, x: f32[n], y: f32[n]):
    assert n >= 16
    t: f32[2, VL]
    v: f32[VL] @ VEC
    vec_load(v, x[0:VL])
    vec_store(t[1, 0:VL], v)
    for i in seq(0, VL):
        y[i] = t[1, VL - 1 - i]
END
run compile array.tess --hwlib ./lib -o array
expect 0 'for each of VL = 4, 8, 16'
cp array/array.c "$work/output"
expect 0 'float t[32];' '&t[VL]' 'y[i] = t[VL + ((VL - 1) - i)];'
if command -v gcc >/dev/null; then
  gcc -std=c11 -Wall -Wextra -Werror -Iarray -Ilib -c array/array.c -o array.o 2>"$work/output"; code=$?
  expect 0
fi
# the name is the number's alone in C: C of an instruction may not have it
cp -r lib named
sed 's/"lib_fma(/"int VL = 1; (void)VL; lib_fma(/' lib/vec.tess >named/vec.tess
run compile axpy.tess --hwlib ./named --sched axpy.sched -o none
expect 1 'error[lanes]' 'the C names something else VL already' 'give `lanes` another name than VL'
no_files none
cat >argument.tess <<'END'
def argument(x: f32[VL] @ DRAM):
    v: f32[VL] @ VEC
    vec_load(v, x[0:VL])
    vec_store(x[0:VL], v)
END
run compile argument.tess --hwlib ./lib -o none
expect 0 'for each of VL = 4, 8, 16'
[ "$(jq -c '.arguments[0].shape' none/argument.json)" = '["VL"]' ] || complain "the size of the argument is not VL: $(jq -c .arguments none/argument.json)"
run verify none/argument.evidence.json
expect 0 'every claim of the file holds'
rm -rf none
cat >square.tess <<'END'
def square(x: f32[VL * VL] @ DRAM):
    v: f32[VL] @ VEC
    vec_load(v, x[0:VL])
    vec_store(x[0:VL], v)
END
run compile square.tess --hwlib ./lib -o none
expect 1 'error[lanes]' "the size of x differs between VL = 4 and VL = 8: 16 and 64" 'give the procedure a size argument'
no_files none
run compile axpy.tess --hwlib ./lib --sched axpy.sched --bench -o none
expect 2 '--bench is not for a kernel of several lengths (VL = 4, 8, 16)'
no_files none
run compile axpy.tess --hwlib ./lib --sched axpy.sched --test -o tested
expect 0
[ "$(find tested -name '*_test.c' | wc -l)" = 3 ] || complain "not one test program for each length: $(ls tested)"
if command -v gcc >/dev/null; then
  gcc -std=c11 -O1 -Wall -Wextra -Werror tested/axpy.VL8_test.c tested/axpy.c -lm -o axpy_test >"$work/output" 2>&1; code=$?
  expect 0
  LANES=8 ./axpy_test 1e6 >"$work/output" 2>&1; code=$?
  expect 0 'sizes, ok'
  LANES=16 ./axpy_test 1e6 >"$work/output" 2>&1; code=$?
  expect 77 'skipped: this machine has 16 lanes, and the test is of 8'
fi

# two numbers of lanes
mkdir other
sed 's/VEC/WEC/; s/VL in (4, 8, 16)/WL in (4, 8)/; s/VL/WL/' lib/vec.tess | sed '/^$/,$d' >other/wec.tess
printf '\n@instr("")\ndef wec_nothing(dst: [f32][WL] @ WEC):\n    pass\n' >>other/wec.tess
run compile axpy.tess --hwlib ./lib --hwlib ./other -o none
expect 2 'error[hwlib]' 'have each a number of lanes of their own: VL and WL'
