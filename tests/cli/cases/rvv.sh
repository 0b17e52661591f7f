# SPDX-License-Identifier: Apache-2.0
# RISC-V V: the schedules of sve for vectors of any length, and groups of registers; one C, run at the lengths that an emulator has.
example=$here/../../examples/any_length
run compile "$example/axpy.tess" --hwlib rvv --sched "$example/axpy.sched" -o axpy
expect 0 'for each of VL = 4, 8, 16, 32'
cp axpy/axpy.c "$work/output"
expect 0 '__riscv_vle32_v_f32m1(&x[VL * io], __riscv_vsetvlmax_e32m1())' '__riscv_vfmacc_vf_f32m1_tu(yt, a, xt, (n % VL))'
for tile in rows rows_groups; do
  run compile "$example/rows.tess" --hwlib rvv --sched "$example/$tile.sched" -o $tile
  expect 0 'for each of VL = 4, 8, 16, 32'
done
run compile "$example/rows_i8.tess" --hwlib rvv --sched "$example/rows_i8.sched" -o rows_i8
expect 0 'for each of VL = 4, 8, 16, 32'
cp rows_groups/rows.c "$work/output"
expect 0 'io < m / (4 * VL)' '__riscv_vfmacc_vf_f32m4(acc_3, b[l * 4 + 3], row, __riscv_vsetvlmax_e32m4())'

# A group counts as four registers: eight rows of them and one more are 36.
sed 's/, 4\]/, 8]/; s/f32\[4/f32[8/; s/(0, 4)/(0, 8)/' "$example/rows.tess" >eight.tess
sed 's/0:4,/0:8,/' "$example/rows_groups.sched" >eight.sched
run compile eight.tess --hwlib rvv --sched eight.sched -o eight
expect 1 'error[registers]: rows: 36 vectors of RVV_M4 are alive at row, the machine has 32 registers' 'hint: take a smaller tile'
no_files eight

cat >axpy_main.c <<'END'
#include "axpy.h"
#include <riscv_vector.h>
#include <stdio.h>
int main(void) {
  static float x[400], y[400];
  for (int64_t n = 1; n <= 300; n++) {
    for (int i = 0; i < 400; i++) x[i] = (float)i, y[i] = 1;
    axpy(n, 2, x, y);
    for (int i = 0; i < 400; i++)
      if (y[i] != (i < n ? 1 + 2 * (float)i : 1)) return printf("wrong at %d of %d\n", i, (int)n), 1;
  }
  return printf("right with %d lanes\n", (int)__riscv_vsetvlmax_e32m1()), 0;
}
END
cat >rows_main.c <<'END'
#include ROWS
#include <riscv_vector.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  static number a[3 * 300], b[3 * 4];
  static sum c[4 * 300], want[4 * 300];
  for (int64_t m = 1; m <= 300; m++)
    for (int64_t k = 1; k <= 3; k++) {
      for (int i = 0; i < k * m; i++) a[i] = (number)(i % 255 - 128);
      for (int i = 0; i < k * 4; i++) b[i] = (number)(i % 5 - 128);
      for (int i = 0; i < 4 * m; i++) c[i] = want[i] = (sum)(i % 3);
      for (int j = 0; j < 4; j++) for (int i = 0; i < m; i++) for (int l = 0; l < k; l++) want[j * m + i] += (sum)a[l * m + i] * (sum)b[4 * l + j];
      ROWS_OF(k, m, a, b, c);
      if (memcmp(c, want, sizeof(sum) * 4 * (size_t)m)) return printf("wrong at m = %d, k = %d\n", (int)m, (int)k), 1;
    }
  return printf("right with %d lanes\n", (int)__riscv_vsetvlmax_e32m1()), 0;
}
END
missing=
for needed in clang-19 riscv64-linux-gnu-gcc qemu-riscv64; do command -v $needed >/dev/null || missing="$missing $needed"; done
if [ -n "$missing" ]; then
  echo "SKIPPED rvv: kernels are not run, not installed:$missing"
else
  for kernel in axpy rows rows_groups rows_i8; do
    function=${kernel%_groups} main=${kernel%%_*} number=float sum=float
    [ $kernel != rows_i8 ] || number=int8_t sum=int32_t
    clang-19 --target=riscv64-linux-gnu -static -std=c11 -O2 -Wall -Wextra -Werror -march=rv64gcv -I$kernel -DROWS="\"$function.h\"" \
      -DROWS_OF=$function -Dnumber=$number -Dsum=$sum ${main}_main.c $kernel/$function.c -o $kernel/it >"$work/output" 2>&1 || complain "$kernel does not compile"
    for bits in 128 256 512 1024; do
      qemu-riscv64 -cpu rv64,v=true,vlen=$bits,vext_spec=v1.0 $kernel/it >"$work/output" 2>&1
      code=$?
      expect 0 "right with $((bits / 32)) lanes"
    done
  done
  # vsetvli stays outside of the loops, and nothing is spilled
  for tile in rows rows_groups; do
    run audit "$example/rows.tess" --hwlib rvv --sched "$example/$tile.sched" --json
    expect 0
    expect_json '.audited == 1 and .with_defects == 0' '.audits[0].counts.spills == 0'
  done
  # two vector types in one loop: that of the products is set in it again and again
  run audit "$example/rows_i8.tess" --hwlib rvv --sched "$example/rows_i8.sched"
  expect 1 'vector length or element type is set in each step: 1 instruction: vsetvli zero, zero, e16, m2, ta, ma'
fi
