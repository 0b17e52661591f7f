# SPDX-License-Identifier: Apache-2.0
# Tiles of SME, of any length of vectors and by number: the example's kernel, and tiles of two widths at once, run at lengths that an emulator has.
examples=$here/../../examples flags="-march=armv9-a+sme+sme-f64f64"
run compile "$examples/gemm/gemm.tess" --hwlib sme --sched "$examples/gemm/sme.sched" --test -o gemm
expect 0 'for each of VL = 4, 8, 16'
cp gemm/sme_2x2.c "$work/output"
expect 0 '__arm_locally_streaming __arm_new("za")' '/* acc: 0, 1, 2, 3 */' 'sme_load_za32(3, &C.data[VL * C.strides[0] + VL], C.strides[0]);' \
  'svmopa_za32_f32_m(3, svptrue_b32(), svptrue_b32(), a_1, b_1);'
expect_no '__arm_new("za") __arm'

# The tile with the fewest loads has all four tiles of ZA, for each number of lanes; vectors of the operands are other registers.
for lanes in 4 8 16; do
  run family gemm --target sme --types f32,f32,f32 --lanes $lanes --tile $((2 * lanes))x$((2 * lanes)) --variant set -o "tiles$lanes"
  expect 0 '2 procedures'
  run family gemm --target sme --types f32,f32,f32 --lanes $lanes --tile $((2 * lanes + 1))x$((2 * lanes)) --list
  expect 2 "needs more registers than the 8 of ZA_F64" "the largest one with the fewest loads is $((2 * lanes))x$((2 * lanes))"
done

# Two tiles of f64 are where one of f32 is.
whole='0:VL, 0:VL' half='0:VL / 2, 0:VL / 2'
cat >both.tess <<END
def both(x0: f32[VL, VL], x1: f32[VL, VL], x2: f32[VL, VL], u0: f32[VL, VL], u1: f32[VL, VL], u2: f32[VL, VL],
         y0: f64[VL / 2, VL / 2], y1: f64[VL / 2, VL / 2], v0: f64[VL / 2, VL / 2], v1: f64[VL / 2, VL / 2]):
    a: f32[3, VL, VL] @ ZA
    b: f64[2, VL / 2, VL / 2] @ ZA_F64
    sme_load_tile_f64(b[0, $half], y0[$half])
    sme_load_tile_f64(b[1, $half], y1[$half])
    sme_load_tile_f32(a[0, $whole], x0[$whole])
    sme_load_tile_f32(a[1, $whole], x1[$whole])
    sme_load_tile_f32(a[2, $whole], x2[$whole])
    sme_store_tile_f64(v0[$half], b[0, $half])
    sme_store_tile_f64(v1[$half], b[1, $half])
    sme_store_tile_f32(u0[$whole], a[0, $whole])
    sme_store_tile_f32(u1[$whole], a[1, $whole])
    sme_store_tile_f32(u2[$whole], a[2, $whole])
END
run compile both.tess --hwlib sme --test -o both
expect 0
cp both/both.c "$work/output"
expect 0 '/* a: 0, 1, 2 */' '/* b: 6, 7 */' 'sme_load_za64(SME_ZA64(7), &y1[0], (VL / 2));'
sed 's/a: f32\[3/a: f32[4/' both.tess >more.tess
run compile more.tess --hwlib sme -o more
expect 1 'error[registers]' 'b needs 2 registers of ZA_F64 with numbers one after the other; of 0 to 7, a has 0 to 7'
no_files more

# run_at LANES KERNEL CODE TEXT
run_at() {
  # shellcheck disable=SC2086  # words
  clang-19 --target=aarch64-linux-gnu -static -std=c11 -O1 -Wall -Wextra -Werror $flags "$2.c" "$2.VL$1_test.c" "${2%/*}/sme_abi.c" -lm -o test.run
  qemu-aarch64 -cpu "max,sme=on,sme-default-vector-length=$(($1 * 4))" ./test.run 1e6 >"$work/output" 2>&1
  code=$?
  expect "$3" "$4"
}
if command -v clang-19 >/dev/null && command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null; then
  run_at 16 gemm/sme_2x2 0 ', ok'
  run_at 8 both/both 0 ', ok'
  # The place of a tile of f64 matters.
  sed -i 's/SME_ZA64(\([0-9]\))/\1/' both/both.c
  run_at 8 both/both 1 'FAILED at its fixed sizes'

  # A function with a ZA of its own keeps its caller's.
  cat >nested.c <<'END'
#include <arm_sme.h>
#include <stdio.h>
__attribute__((noinline)) __arm_locally_streaming __arm_new("za") static void inner(float *row) {
  svzero_za();
  svst1_hor_za32(1, 0, svptrue_b32(), row);
}
__attribute__((noinline)) __arm_locally_streaming __arm_new("za") static void outer(const float *a, float *row, float *last) {
  svzero_za();
  svld1_hor_za32(1, svcntw() - 1, svptrue_b32(), a);
  inner(row);
  svst1_hor_za32(1, svcntw() - 1, svptrue_b32(), last);
}
int main(void) {
  float a[64], row[64] = {1}, last[64] = {0};
  for (int i = 0; i < 64; i++) a[i] = (float)i + 1;
  outer(a, row, last);
  for (int i = 0; i < (int)svcntsw(); i++)
    if (last[i] != a[i] || row[i] != 0) return printf("wrong at %d\n", i), 1;
  return printf("kept\n"), 0;
}
END
  # shellcheck disable=SC2086  # words
  clang-19 --target=aarch64-linux-gnu -static -O1 $flags nested.c both/sme_abi.c -o nested
  for bytes in 16 64; do
    qemu-aarch64 -cpu "max,sme=on,sme-default-vector-length=$bytes" ./nested >"$work/output" 2>&1
    code=$?
    expect 0 kept
  done
else
  echo "SKIPPED sme: clang-19, gcc-aarch64-linux-gnu or qemu-user is not installed"
fi
