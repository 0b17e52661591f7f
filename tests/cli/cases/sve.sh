# SPDX-License-Identifier: Apache-2.0
# The example for vectors of any length: one C, run at the lengths that an emulator has.
example=$here/../../examples/any_length
run compile "$example/axpy.tess" --hwlib sve --sched "$example/axpy.sched" -o out
expect 0 'for each of VL = 4, 8, 16, 32, 64'
cp out/axpy.c "$work/output"
expect 0 'const int64_t lanes = (int64_t)(svcntw());' 'svld1_f32(svptrue_b32(), &x[VL * io])' 'io < n / VL' 'svwhilelt_b32_s64(0, (n % VL))'
run verify out/axpy.evidence.json
expect 0 'every claim of the file holds'

cat >main.c <<'END'
#include "axpy.h"
#include <arm_sve.h>
#include <stdio.h>
int main(void) {
  static float x[400], y[400];
  for (int64_t n = 1; n <= 300; n++) {
    for (int i = 0; i < 400; i++) x[i] = (float)i, y[i] = 1;
    axpy(n, 2, x, y);
    for (int i = 0; i < 400; i++)
      if (y[i] != (i < n ? 1 + 2 * (float)i : 1)) return printf("wrong at %d of %d\n", i, (int)n), 1;
  }
  return printf("right with %d lanes\n", (int)svcntw()), 0;
}
END
if command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null; then
  aarch64-linux-gnu-gcc -std=c11 -O2 -Wall -Wextra -Werror -march=armv8.2-a+sve -static -Iout main.c out/axpy.c -o main
  for bytes in 16 32 64 256; do
    qemu-aarch64 -cpu max,sve-default-vector-length=$bytes ./main >"$work/output" 2>&1
    code=$?
    expect 0 "right with $((bytes / 4)) lanes"
  done
  # 384 bits: nothing was proved for 12 lanes
  qemu-aarch64 -cpu max,sve-max-vq=3,sve-default-vector-length=48 ./main >"$work/output" 2>&1
  code=$?
  expect 134
fi

# a register tile of 4 x (2 * VL)
run compile "$example/rows.tess" --hwlib sve --sched "$example/rows.sched" -o out
expect 0 'for each of VL = 4, 8, 16, 32, 64'
cp out/rows.c "$work/output"
expect 0 'io < m / (2 * VL)' 'svld1_f32(svptrue_b32(), &a[l * m + ((2 * VL) * io + VL)])'
cat >rows_main.c <<'END'
#include "rows.h"
#include <arm_sve.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  static float a[3][300], b[3][4], c[4][300], want[4][300];
  for (int64_t m = 1; m <= 300; m++)
    for (int64_t k = 1; k <= 3; k++) {
      float *ap = &a[0][0], *cp = &c[0][0], *wp = &want[0][0];
      for (int i = 0; i < k * m; i++) ap[i] = (float)(i % 7);
      for (int i = 0; i < k * 4; i++) (&b[0][0])[i] = (float)(i % 5);
      for (int i = 0; i < 4 * m; i++) cp[i] = wp[i] = (float)(i % 3);
      for (int j = 0; j < 4; j++) for (int i = 0; i < m; i++) for (int l = 0; l < k; l++) wp[j * m + i] += ap[l * m + i] * b[l][j];
      rows(k, m, ap, &b[0][0], cp);
      if (memcmp(cp, wp, sizeof(float) * 4 * (size_t)m)) return printf("wrong at m = %d, k = %d\n", (int)m, (int)k), 1;
    }
  return printf("right with %d lanes\n", (int)svcntw()), 0;
}
END
if command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null; then
  aarch64-linux-gnu-gcc -std=c11 -O2 -Wall -Wextra -Werror -march=armv8.2-a+sve -static -Iout rows_main.c out/rows.c -o rows
  for bytes in 16 32 64 256; do
    qemu-aarch64 -cpu max,sve-default-vector-length=$bytes ./rows >"$work/output" 2>&1
    code=$?
    expect 0 "right with $((bytes / 4)) lanes"
  done
fi

run family gemm --target sve --tile 4x16 -o none
expect 2 'error[lanes]' 'the tile 4x16 is in columns, and the machines of sve choose how many a vector has' 'as in 4x2v'
run family gemm --target sve --tile 40x2v -o none
expect 2 'error[family]' 'a tile of 40x2v needs more registers'
for family in gemm_batch gemm_blocked "gemm --types f32,f32,f32"; do
  run family $family --target sve -o none
  expect 2 'error[lanes]' 'for one number of lanes, and the machines of sve choose theirs' '--lanes with one of'
done
run conv --target sve --shape N=1,K=8,C=4,H=8,W=8,R=3,S=3 -o none
expect 2 'error[lanes]' 'conv makes kernels for one number of lanes, and the machines of sve choose theirs' '--lanes with one of 4, 8, 16, 32, 64' \
  'a schedule of your own with `tessera compile`, which gives one C for all'
run conv --target sve --lanes 12 --shape N=1,K=8,C=4,H=8,W=8,R=3,S=3 -o none
expect 2 'VL is not 12' 'it is one of 4, 8, 16, 32, 64'
for command in "conv --shape N=1,K=8,C=4,H=8,W=8,R=3,S=3" "family gemm"; do
  run $command --target scalar --lanes 8 -o none
  expect 2 'error[lanes]' '--lanes 8: the machines of scalar do not choose a number' 'leave --lanes out'
done
no_files none

run hwlib show sve --needs
expect 0 'family gemm' 'blas: no, for one library serves all machines, and these choose their number of lanes'

# for one of the numbers: the loops of that length
run conv --target sve --lanes 8 --shape K=20,C=5,H=6,W=6,R=3,S=3,pad=1 --epilogue bias,relu --test -o one
expect 0
run family gemm_blocked --target sve --lanes 8 --tile 4x16 --list
expect 0 gemm_f32_4x16_sve_lanes8_blocked_add
if command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null; then
  for kernel in one/*_test.c; do
    kernel=${kernel%_test.c}
    # shellcheck disable=SC2046  # words
    aarch64-linux-gnu-gcc -std=c11 -O1 -Wall -Wextra -Werror -static $(jq -r '.flags | join(" ")' "$kernel.json") "${kernel}_test.c" "$kernel.c" -lm -o "$kernel.run"
    qemu-aarch64 -cpu max,sve-default-vector-length=32 "$kernel.run" 1e6 >"$work/output" 2>&1
    code=$?
    expect 0 ', ok'
  done
  qemu-aarch64 -cpu max,sve-default-vector-length=64 one/conv_*pad1.run 1e6 >"$work/output" 2>&1
  code=$?
  expect 77 'skipped: this machine has 16 lanes, and the test is of 8'
fi
