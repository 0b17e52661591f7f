# SPDX-License-Identifier: Apache-2.0
# Files of a hardware library that its C needs: headers and linked C lie beside the output, which compiles without the library.

mkdir chip
cat >chip/chip.h <<'T'
#ifndef CHIP_H
#define CHIP_H
#include "chip_types.h"
#include "not_there.h.txt"
#include <stddef.h>
void chip_zero(chip_f32 *);
#endif
T
sed -i '/not_there/d' chip/chip.h
printf '#pragma once\ntypedef float chip_f32 __attribute__((vector_size(16)));\n' >chip/chip_types.h
printf '#include "chip.h"\nvoid chip_zero(chip_f32 *to) { *to = (chip_f32){0}; }\n' >chip/chip_shim.c
cat >chip/chip.tess <<'T'
memory Chip:
    holds f32[4] as chip_f32
    registers 16
    header "chip.h"
    header "string.h"
    link "chip_shim.c"
@instr("chip_zero(&{dst_data});", role="zero")
def chip_zero_4xf32(dst: [f32][4] @ Chip):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = 0.0
@instr("memcpy(&{dst_data}, &{src_data}, 16);", role="load")
def chip_load(dst: [f32][4] @ Chip, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
@instr("memcpy(&{dst_data}, &{src_data}, 16);", role="store")
def chip_store(dst: [f32][4] @ DRAM, src: [f32][4] @ Chip):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
@instr("{{ chip_f32 now_; memcpy(&now_, &{dst_data}, 16); now_ += {src_data}; memcpy(&{dst_data}, &now_, 16); }}", role="store_add")
def chip_store_add(dst: [f32][4] @ DRAM, src: [f32][4] @ Chip):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] += src[i]
@instr("{dst_data} += {a_data} * {b_data};", role="fma_broadcast")
def chip_fma(dst: [f32][4] @ Chip, a: [f32][4] @ Chip, b: [f32][1] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(a, 0) == 1
    for i in seq(0, 4):
        dst[i] += a[i] * b[0]
T
run hwlib check ./chip
expect 0 "5 instructions: 5 passed"

cat >p.tess <<'T'
def p(A: f32[4]):
    t: f32[4] @ Chip
    chip_zero_4xf32(t[0:4])
    chip_store(A[0:4], t[0:4])
T
# compiles WORDS...: in the folder of the output, which has all that is needed.
compiles() {
  checks=$((checks + 1))
  "$@" >"$work/output" 2>&1 || complain "$* fails"
}
run compile p.tess --hwlib ./chip -o out --test --cc gcc
expect 0
[ "$(cd out && echo *)" = "chip.h chip_shim.c chip_types.h p.c p.evidence.json p.h p.json p.sched p_test.c" ] ||
  complain "files of out: $(ls out)"
cmp out/chip.h chip/chip.h && cmp out/chip_shim.c chip/chip_shim.c || complain "copies differ"
cp out/p.c "$work/output"
expect 0 '#include "chip.h"' '#include <string.h>'
expect_no '<chip.h>'
cp out/p.json "$work/stdout"
expect_json '.headers == ["chip.h", "chip_types.h"]' '.sources == ["chip_shim.c"]'
compiles gcc -std=gnu11 -Wall -Werror -o out/test out/p.c out/chip_shim.c out/p_test.c -lm
compiles out/test
run verify out/p.evidence.json
expect 0 "every claim of the file holds"
echo >>out/chip_types.h
run verify out/p.evidence.json
expect 1 "chip_types.h is not what the steps give"
run compile p.tess --hwlib ./chip -o bench --bench
expect 0

# A kernel that does not use the memory needs no file of it.
printf 'def q(A: f32[4]):\n    A[0] = 1.0\n' >q.tess
run compile q.tess --hwlib ./chip -o q
expect 0
[ "$(cd q && echo *)" = "q.c q.evidence.json q.h q.json q.sched" ] || complain "files of q: $(ls q)"

# One name for two files.
run compile p.tess --hwlib ./chip -o clash --stem chip
expect 2 "error[output]: chip.h is a file of the kernel, and one of its hardware library" "--stem"
no_files clash

# Packing and convolution, families with their build, libraries of layers.
run conv --shape 16,16,8,6,3,3 --target ./chip -o conv
expect 0
ls conv >"$work/output"
expect 0 chip.h chip_types.h chip_shim.c
run family gemm --target ./chip --tile 4x8 --variant add_packed_packed --only 'gemm_f32_4x8' -o family --test
expect 0
cp family/gemm_f32_chip.json "$work/stdout"
expect_json '.headers == ["chip.h", "chip_types.h"]' '.sources == ["chip_shim.c"]'
if command -v cmake >/dev/null; then
  compiles cmake -S family -B family/build -DCMAKE_INSTALL_PREFIX="$PWD/installed"
  compiles cmake --build family/build
  compiles cmake --install family/build
  [ -f installed/include/gemm_f32_chip/kernels/chip_types.h ] || complain "chip_types.h is not installed"
  printf '#include "gemm_f32_chip.h"\nint main(void) { return gemm_f32_chip_table_size != 2; }\n' >user.c
  compiles gcc -Iinstalled/include/gemm_f32_chip user.c -o user "$(ls installed/lib*/libgemm_f32_chip.a installed/lib/*/libgemm_f32_chip.a 2>/dev/null | head -n 1)"
fi
printf 'name,shape\none,"16,16,8,6,3,3"\n' >layers.csv
run conv --layers layers.csv --target ./chip -o layers --stem net
expect 0
if command -v cmake >/dev/null; then
  compiles cmake -S layers -B layers/build
  compiles cmake --build layers/build
fi

# What is to be linked must be there.
cp -r chip less
rm less/chip_shim.c
run compile p.tess --hwlib ./less -o less_out
expect 2 "less/chip.tess:1:8: error[hwlib]: Chip links chip_shim.c, which is not in the folder of ./less" "leave out \`link\`"
no_files less_out
sed 's,chip_shim.c,../chip_shim.c,' chip/chip.tess >less/chip.tess
run hwlib show ./less
expect 2 "error[type]: \`../chip_shim.c\` is not the name of a C file in the library's folder" 'link "shim.c"'
