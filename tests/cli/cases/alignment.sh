# SPDX-License-Identifier: Apache-2.0
# Asserted alignments: what the check of instructions and the test program pass, and the C of allocations.
mkdir chip
cat >chip/chip.h <<'E'
#include <stdint.h>
#include <stdlib.h>
static inline void chip_zero(float *y, int bytes) {
  if ((uintptr_t)y % bytes) abort();
  for (long i = 0; i < 16; i++) y[i] = 0;
}
E
cat >chip/chip.tess <<'E'
@instr("chip_zero(&{dst_data}, 64);", header="chip.h")
def zero(dst: [f32][16]):
    assert stride(dst, 0) == 1
    assert aligned(dst, 64)
    for i in seq(0, 16):
        dst[i] = 0.0
E
run hwlib check ./chip
expect 0 "zero                         passed "
# What needs more must not get it by chance, nor what asserts nothing.
sed 's/_data}, 64/_data}, 128/' chip/chip.tess >more.tess
sed '/aligned/d' chip/chip.tess >none.tess
for needs in more none; do
  mv $needs.tess chip/chip.tess
  run hwlib check ./chip
  expect 1 "zero                         FAILED natively (gcc): "
done
cat >chip/chip.tess <<'E'
memory Pages:
    like DRAM
    align 4096

memory Own:
    like DRAM
    align 32
    allocate "aligned_alloc(32, ({bytes} + 31) / 32 * 32)"
    free "free({name})"

@instr("chip_zero(&{dst_data}, 64);", header="chip.h")
def zero(dst: [f32][16]):
    assert stride(dst, 0) == 1
    assert aligned(dst, 64)
    for i in seq(0, 16):
        dst[i] = 0.0
E
cat >rows.tess <<'E'
def rows(n: size, A: [f32][n, 16]):
    assert stride(A, 1) == 1
    assert stride(A, 0) % 16 == 0
    assert aligned(A, 64)
    t: f32[16]
    u: f32[16] @ Pages
    v: f32[n, 16] @ Pages
    w: f32[16] @ Own
    zero(t)
    zero(u)
    for i in seq(0, n):
        zero(v[i, 0:16])
        for j in seq(0, 16):
            w[j] = v[i, j]
        zero(A[i, 0:16])
        for j in seq(0, 16):
            A[i, j] += t[j] + u[j] + w[j]
E
run compile rows.tess --hwlib ./chip --test -o out
expect 0
for line in "_Alignas(64) float t[16];" "_Alignas(4096) float u[16];" "float *v = tessera_allocate_at(n * 16, sizeof(float), 4096);" \
  "if (!w || (uintptr_t)w % 32) abort();"; do
  grep -qF "$line" out/rows.c || complain "rows.c lacks $line"
done
grep -qF "Requires aligned(A, 64): the address of its first element is a multiple of 64 bytes." out/rows.h || complain "rows.h does not say what A must be"
gcc -std=c11 -Wall -Wextra -Werror -I chip out/rows_test.c out/rows.c -lm -o rows_test >"$work/output" 2>&1 || complain "gcc"
./rows_test 1e6 >"$work/output" 2>&1 || complain "rows_test"
# A kernel that needs more than it says.
sed -i 's/_zero(&A\(.*\), 64)/_zero(\&A\1, 128)/' out/rows.c
gcc -std=c11 -I chip out/rows_test.c out/rows.c -lm -o rows_test >"$work/output" 2>&1 || complain "gcc"
./rows_test 1e6 >"$work/output" 2>&1 && complain "rows_test gives more than 64 bytes"
# The assert of the kernel is what the proof rests on.
sed -i '/aligned/d' rows.tess
run compile rows.tess --hwlib ./chip -o out
expect 1 "error[align]" "the address of A[i, 0:16], which zero takes as dst, is a multiple of 64 bytes" "address_A = " "assert aligned(A, 64)"
# Less than an element's own alignment: C refuses such an array.
cat >less.tess <<'E'
memory Any:
    like DRAM
    storage stack
    align 1
def less(A: f64[8]):
    t: f64[8] @ Any
    for i in seq(0, 8):
        t[i] = A[i]
    for i in seq(0, 8):
        A[i] += t[i]
E
run compile less.tess --cc gcc -o out
expect 0
grep -qF "_Alignas(8) double t[8];" out/less.c || complain "less.c lacks the alignment of a double"
# A bench program has lines of the cache for its operands.
cat >page.tess <<'E'
def page(n: size, A: f32[n]):
    assert aligned(A, 4096)
    for i in seq(0, n):
        A[i] += 1.0
E
run compile page.tess --bench -o out
expect 1 "a bench program places A at a multiple of 64 bytes, not of 4096"
