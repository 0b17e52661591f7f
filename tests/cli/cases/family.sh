# SPDX-License-Identifier: Apache-2.0
# tessera family: what is asked for wrongly, and what is written.
run family gemm --target neon --list
expect 0 gemm_f32_8x12_neon_add_packed_packed
run family gemm --target neon --list --json
expect 0
expect_json '.family == "gemm_f32_neon" and (.members | length) > 100'
run family gem --target neon
expect 2 "error[family]: there is no family 'gem'" "there is gemm, gemm_batch, gemm_blocked"
run family gemm
expect 2 "--target is required"
run family gemm --target nein
expect 2 "error[hwlib]: there is no hardware library 'nein'"
run family gemm --target neon --dtype i64
expect 2 "the library neon has nothing of i64" "it has f32, f64, f16"
run family gemm --target neon --dtype index
expect 2 "'index' is not a data type" "as f32, bf16, i32, i8 or ui8"
run family gemm --target neon --tile 20x64
expect 2 "a tile of 20x64 needs 337 registers, and Neon has 32" "the sums, a row of B, an element of A"
run family gemm --target neon --tile 99999999999x8
expect 2 "a tile of 99999999999x8 needs more registers"
for tile in 8 x8 8x 0x8 8x0 -8x8 8x8x8 axb 99999999999999999999x8; do
  run family gemm --target neon --tile=$tile
  expect 2 "'$tile' is not a tile" "rows by columns, as in 14x32"
done
run family gemm --target neon --tile 8x10 --variant add_packed_packed --list
expect 0 gemm_f32_8x12p_neon_add_packed_packed
[ "$(wc -l <"$work/output")" -eq 1 ] || complain "the whole tile was not asked for"
run family gemm --target neon --variant add
expect 2 "the family gemm has no variant 'add'" "hint: a name is add, set, add_scaled or scale_add, then" "add_packed_packed, "
run family gemm --target neon --only nothing
expect 2 "no member's name holds 'nothing'"
run family gemm --target avx512 --types ui8,i8,i32 --tile 14x32 --list
expect 0 gemm_ui8_i8_i32_14x32_avx512_add gemm_ui8_i8_i32_14x32p_avx512_set
run family gemm --target avx512 --types bf16,bf16,f32 --tile 3x20 --variant set --list
expect 0 gemm_bf16_bf16_f32_3x32p_avx512_set
[ "$(wc -l <"$work/output")" -eq 1 ] || complain "the whole tile was not asked for"
run family gemm --target avx512 --types i8,i8,i32 --list
expect 2 "avx512 has no instruction that adds products of i8 and i8 to sums of i32" "ui8,i8,i32 by " "dst[i, j] += a[i, q] * b[j, q]"
run family gemm --target scalar --types ui8,i8,i32 --list
expect 2 "scalar has no instruction that adds products of ui8 and i8 to sums of i32" "it has none on other types either"
run family gemm --target "$here/../../examples/outer_product/smmla" --types i8,i8,i32 --tile 8x8 --variant add --list
expect 0 gemm_i8_i8_i32_8x8_smmla_add gemm_i8_i8_i32_8x8p_smmla_add
run family gemm --target "$here/../../examples/dot/sdot" --types i8,i8,i32 --tile 3x8 --variant add_strided
expect 0 "2 procedures, "
run family gemm --target avx512 --types ui8,i8 --list
expect 2 "--types: 'ui8,i8' is not a list of three or four types" "as ui8,i8,i32"
run family gemm --target avx512 --types ui8,i8,i32,ui8 --tile 4x32 --list
expect 0 gemm_ui8_i8_i32_ui8_4x32_avx512_set gemm_ui8_i8_i32_ui8_4x32p_avx512_set_strided
run family gemm --target avx512 --types ui8,i8,i32,ui8 --tile 4x32 --variant add --list
expect 2 "there is no variant 'add' of products by mm512_dpbusd_bcast_epi32" "one of set, set_strided"
run family gemm --target avx512 --types ui8,i8,i32,i64 --list
expect 2 "no product has results of i64" "f32, bf16, f16, i8, ui8, i16, ui16, or the sums"
run family gemm --target avx512 --types f32,f32,f32 --tile 3x32 --variant add --list
expect 0 gemm_f32_f32_f32_3x32_avx512_add
run family gemm --target avx512 --types ui8,i8,i32 --dtype f32 --list
expect 2 "--types"
run family gemm_blocked --target avx512 --types ui8,i8,i32 --list
expect 2 "the family gemm_blocked is of one type" "--dtype instead of --types"
run family gemm --target avx512 --types ui8,i8,i32 --tile 40x64 --list
expect 2 "a tile of 40x64 needs more registers than the 32 of AVX512"
run family gemm --target avx512 --types ui8,i8,i32 --variant scale_add --list
expect 2 "there is no variant 'scale_add' of products by mm512_dpbusd_bcast_epi32" "one of add, set, add_strided, set_strided"
run family gemm --target neon --edges last --list
expect 2 "the family gemm is of single tiles, which have no edges" "leave --edges out"
run family gemm_blocked --target neon --edges lost --list
expect 2 "--edges"
run family gemm --target neon --only '['
expect 2 "'[' is not a regular expression"
run family gemm --target neon -j 0
expect 2

run family gemm_blocked --target avx2 --variant add_packed_packed
expect 2 "the family gemm_blocked has no variants"
run family gemm_blocked --target avx2 --tile 6x12
expect 2 "the loops are around one tile"
run family gemm_blocked --target avx2 --tile 6x16 --tile 4x16
expect 2 "the loops are around one tile"
run family gemm_blocked --target neon --list
expect 0 gemm_f32_14x8_neon_blocked_add_any
for sizes in 48 48, ,1024 0,1024 48,0,1 48,1024,1,1 48,1024, 48K,1M; do
  run family gemm_blocked --target avx2 "--caches=$sizes"
  expect 2 "'$sizes' is not a list of two or three sizes"
done

# Batches: two updates, of tiles and of any size. What calls both of any size is there when they are.
run family gemm_batch --target avx2 --variant add_packed_packed
expect 2 "the family gemm_batch has no variant 'add_packed_packed'" "one of add, product_add, set, product_set"
run family gemm_batch --target avx2 --tile 20x64
expect 2 "a tile of 20x64 needs more registers, and AVX2 has 16"
run family gemm_batch --target neon --tile 8x10 --list
expect 0 gemm_batch_f32_8x12p_neon_add
run family gemm_batch --target neon --tile 3x8 --tile 2x4 --list
expect 0 gemm_batch_f32_3x8_neon_add gemm_batch_f32_2x4_neon_set gemm_batch_f32_3x8_neon_product_set
[ "$(wc -l <"$work/output")" -eq 10 ] || complain "two tiles, whole and partial, and a product for either update are not listed"
TESSERA_TEMPLATES=$PWD/absent run family gemm_batch --target scalar --tile 2x4 -o out
expect 2 "error[file]" "$PWD/absent/gemm_batch/entries.h"
no_files out
run family gemm_batch --target scalar --tile 2x4 --only product -o out
expect 0 "out/gemm_batch_f32_scalar.h: 2 procedures"
grep -q '#include "gemm_batch_f32_scalar_entries.h"' out/gemm_batch_f32_scalar.h || complain "the header lacks the entries"
grep -A1 'int gemm_batch_f32_scalar_addresses(' out/gemm_batch_f32_scalar_entries.h | grep -q 'const float \*const \*a,' || complain "an entry lacks its type"
if grep -rn 'TESSERA_[A-Z]*_*\(STEM\|REAL\|TYPE\|ADD\|SET\)' out/*entries*; then complain "a word was left in the entries"; fi
rm -r out
for only in product_add "scalar_[as]"; do
  run family gemm_batch --target scalar --tile 2x4 --only "$only" -o out
  expect 0
  if grep -rq entries out --include='gemm_batch_f32_scalar*' --include=CMakeLists.txt; then complain "entries without what they call"; fi
  rm -r out
done
run family gemm_batch --target scalar --tile 2x4 --variant set --variant set --list
expect 0
[ "$(paste -sd' ' "$work/output")" = "gemm_batch_f32_2x4_scalar_set gemm_batch_f32_2x4p_scalar_set" ] || complain "another variant is listed, or one twice"

# A library whose instructions do not suffice: which one is missing is said, and nothing of the whole is written.
mkdir bare
cat >bare/a.tess <<T
memory V:
    holds f32[4] as "float __attribute__((vector_size(16)))"
    registers 16
@instr("{dst_data} = *(const float __attribute__((vector_size(16), aligned(4))) *)&{src_data};", role="load")
def vload(dst: [f32][4] @ V, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
T
run family gemm --target ./bare --tile 2x8 --variant add_packed_packed -o out
expect 2 "error[family]: bare has no instruction of the role zero, fma_broadcast, store_add for f32" "hwlib show LIBRARY --needs"
expect_no "suffices for --variant"
run family gemm --target ./bare --tile 2x8 --variant add_packed_packed -o out --json
expect 2
expect_json '.error.code == "family"'
# Roles alone do not make it: a statement finds no instruction then.
mkdir -p named/as
cp bare/a.tess named/as
for role in zero fma_broadcast store_add; do
  sed "1,3d; s/role=\"load\"/role=\"$role\"/; s/vload/v$role/" bare/a.tess >>named/as/b.tess
done
run family gemm --target ./named/as --tile 2x8 --variant add_packed_packed -o out
expect 1 "error[vectorize]: no instruction of V computes this" "sums[i, 0, l] = constant"
run family gemm --target ./named/as --tile 2x8 --variant add_packed_packed -o out --json
expect 1
expect_json '.error.code == "vectorize"'
[ ! -e out/gemm_f32_as.h ] || complain "a family that failed has a header"
run family gemm_blocked --target ./bare -o out
expect 2 "error[family]: bare has no instruction of the role zero, fma_broadcast, store_add, store, fma_scalar for f32" "hint: the product needs load; zero or broadcast_scalar;"
sed -i '/registers/d' bare/a.tess
run family gemm --target ./bare --tile 2x8 -o out
expect 2 "the memory V does not say how many registers there are" "registers N"
no_files out
rm -r bare

# Too few registers for any tile, and instructions on other registers than the vectors: there is no family, and --needs says so.
cp -r "$here/../../hwlib/avx2" few
sed -i 's/registers 16/registers 2/' few/a_memory.tess
run family gemm --target ./few -o out
expect 2 "error[family]: the smallest tile, 1x1v, needs 3 registers, and AVX2 has 2"
for tile in '' '--tile 1x8'; do
  # shellcheck disable=SC2086  # words
  run family gemm --target ./few --types ui8,i8,i32 $tile -o out
  expect 2 "error[family]: the smallest tile of mm256_dot4_bcast_epi32, 1x8, needs more registers than the 2 of AVX2"
done
no_files out
run hwlib show ./few --needs
expect 0 "no: a tile of mm256_dot4_bcast_epi32 needs more registers than AVX2 has"
cp -r "$here/../../hwlib/power10" accumulators
sed -i '/vec_xst(vec_add(vec_xl/{n;s/role="store_add", //}' accumulators/f64.tess
run family gemm --target ./accumulators --dtype f64 --tile 1x1v -o out
expect 2 "error[family]: accumulators has no instruction of the role store_add for f64"
run hwlib show ./accumulators --needs
expect 0 "no, without store_add; it has load, zero, "
# A store of two rows is none of one: sums go to C by elements without the right one, or not at all.
cp -r "$here/../../hwlib/neon" rows
rows() { run family gemm --target ./rows --types i8,ui8,i32 --tile 2x4 --variant add -o out; }
sed -i '/vst1q_s32(&{dst_data}, vaddq_s32/{n;s/role="store_add", //}' rows/int.tess
rows
expect 0 "out/gemm_i8_ui8_i32_rows.h: 2 procedures"
sed -i '/vst1q_s32(&{dst_data}, {src_data})/{n;s/role="store", //}' rows/int.tess
rows
expect 2 "error[family]: rows has no instruction of the role store for i32 in Neon"
rm -r few accumulators rows out

# The same twice is once.
run family gemm --target neon --tile 3x8 --tile 3x8 --variant add_packed_packed --variant add_packed_packed --list
expect 0
[ "$(wc -l <"$work/output")" -eq 2 ] || complain "a member is listed twice"

# What is written, whatever the number of processes.
run family gemm --target neon --tile 3x8 --tile 1x4 --variant add_packed_packed -j 2 -o two
expect 0 "two/gemm_f32_neon.h: 4 procedures"
run family gemm --target neon --tile 3x8 --tile 1x4 --variant add_packed_packed -j 1 -o one
expect 0
diff -r -x '*.json' -x '*.sched' one two >output.diff || complain "one process writes something else than two: $(cat output.diff)"
grep -qF '{"neon", {0x0, 0, TESSERA_NONE, 0, 0x0}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0}, 0},' two/gemm_f32_neon.c || complain "it does not ask for Neon by the bit of AT_HWCAP"
run verify two/kernels/gemm_f32_3x8_neon_add_packed_packed.evidence.json
expect 0 "every claim of the file holds"
sed -i 's/+= A/+= 2.0 * A/' two/gemm_f32_neon.tess
run verify two/kernels/gemm_f32_3x8_neon_add_packed_packed.evidence.json
expect 1 "does not hold"
rm -r one two output.diff
