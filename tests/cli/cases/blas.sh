# SPDX-License-Identifier: Apache-2.0
# tessera blas: what is asked for wrongly, and that nothing of the library is written then. What is written is in tests/blas.
run blas
expect 2 "--output is required" "hint:"
run blas --target nein -o out
expect 2 "error[hwlib]: there is no hardware library 'nein'"
shipped=$("$tessera" hwlib list --json | jq -r '.[] | select(.library == "avx2") | .folder' | xargs dirname)
cp -r "$shipped/scalar" bare
sed -i 's/role="store_add"/role="other"/' bare/f32.tess
run blas --target ./bare -o out
expect 2 "bare has no instruction of the role store_add for f32" "hint: the product needs load; zero or broadcast_scalar; fma_broadcast, fma_scalar, fma with broadcast, or fma with broadcast_scalar; store_add"
run blas --target ./bare -o out --json
expect 2
expect_json '.error.code == "family" and (.error.message | startswith("bare has no instruction"))'
# Both types are needed, and nothing is scheduled before that is known.
mkdir one_type
cp "$shipped"/avx2/a_memory.tess "$shipped"/avx2/f32*.tess one_type
sed -i 's/, f64\[4\] as __m256d//' one_type/a_memory.tess
run blas --target ./one_type -o out
expect 2 "error[blas]: one_type has no vectors of f64" "hint: the library has products of f32 and f64, for each target; --types f32 is what this one has"
run blas --target ./one_type --types f64 -o out
expect 2 "error[blas]: one_type has no vectors of f64" "hint: the library has products of f64, for each target"
run blas --target ./one_type --types f16 -o out
expect 2 "--types"
# A role that the type lacks is told for the types that are asked for alone, and at once.
cp -r "$shipped/avx2" half && sed -i 's/role="load"/role="other"/' half/f64.tess
run blas --target ./half --tile 2x16 --types f32,f64 -o out
expect 2 "half has no instruction of the role load for f64"
no_files out
run blas --target avx2 --target avx2 -o out
expect 2 "error[usage]: --target: 'avx2' is there twice" "rename the folder of one"
run blas --target avx2 --tile 6x12 -o out
expect 2 "error[family]" "the loops are around one tile"
run blas --target avx2 --tile six -o out
expect 2 "'six' is not a tile"
run blas --target avx2 --caches 48 -o out
expect 2 "'48' is not a list of two or three sizes"
run blas --target avx2 -j 0 -o out
expect 2 "hint:"
TESSERA_TEMPLATES=$PWD/absent run blas --target avx2 -o out
expect 2 "error[file]: $PWD/absent/blas: cannot be read" "TESSERA_TEMPLATES"
no_files out

# Without --target: those that suffice and that the compiler here has headers for.
mkdir libraries
mv bare libraries/
cp -r "$shipped/avx2" libraries/elsewhere
sed -i 's/header "immintrin.h"/header "of_another_machine.h"/' libraries/elsewhere/a_memory.tess
TESSERA_HWLIB=$PWD/libraries run blas -o out --cc gcc
expect 2 "error[blas]: there are no products for this machine's architecture" "bare: bare has no instruction of the role store_add for f32" \
  "elsewhere: gcc does not take its headers and flags"
cp -r "$shipped/scalar" libraries/
TESSERA_HWLIB=$PWD/libraries run blas --tile 3x6 -o out
expect 2 "scalar: the loops are around one tile"
TESSERA_HWLIB=$PWD/libraries run blas -o out --cc no-such-compiler
expect 2 "error[compiler]: there is no compiler 'no-such-compiler'"
no_files out

# A role that one type lacks is told before anything is made.
cp -r "$shipped/avx2" mine
sed -i 's/role="load"/role="other"/' mine/f64.tess
run blas --target ./mine --tile 2x16 -o out
expect 2 "mine has no instruction of the role load for f64" "hint: the product needs load; zero or broadcast_scalar;"
no_files out
# A product that cannot be made ends it, also after others were made: nothing of them stays.
cp "$shipped/avx2/f64.tess" mine
sed -i 's/^        dst\[i\] += src\[i\]$/        dst[i] += src[i] + 1.0/' mine/f64.tess mine/f64_masked.tess
run blas --target ./mine --tile 2x16 -o out
expect 1 "error[vectorize]: no instruction of AVX2 adds this vector to memory"
no_files out
rm -r mine libraries

# Of one type: no routine, no file and no declaration of the other.
run blas --target ./one_type --types f32,f32 --tile 2x16 --caches 1,2 -o single --build --json
expect 0
expect_json '.targets == ["one_type"] and (.products | map(.dtype)) == ["f32"]' '.sources | index("dgemm.c") == null'
[ ! -e single/dgemm.c ] && [ -e single/sgemm.c ] || complain "files of the wrong routine"
nm -D --defined-only single/libtessera_blas.so | awk '{print $3}' | sort | xargs >"$work/output"
[ "$(cat "$work/output")" = "cblas_sgemm cblas_xerbla sgemm_ tessera_blas_target tessera_blas_version xerbla_" ] || complain "exported"
printf '#include <stdio.h>\n#include <tessera_blas.h>\n#if TESSERA_BLAS_HAS_F64 || !TESSERA_BLAS_HAS_F32\n#error types\n#endif\nint main(void) { float a = 3, b = 4, c; cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 1, 1, 1, 1, &a, 1, &b, 1, 0, &c, 1); return printf("%%g\\n", c) < 0; }\n' >single.c
gcc -Wall -Werror -Isingle single.c single/libtessera_blas.so -Wl,-rpath,"$PWD/single" -o single_test >"$work/output" 2>&1 &&
  TESSERA_BLAS_VERBOSE=1 ./single_test >"$work/output" 2>&1
grep -qx 12 "$work/output" && grep -q "sgemm by" "$work/output" && ! grep -q dgemm "$work/output" || complain "sgemm alone"
! grep -rq "TESSERA_HAS_\|TESSERA_SOURCES" single || complain "a word of the template is left"
checks=$((checks + 4))

# What does not compile is named, and the object of before stays.
mkdir kept
echo before >kept/libtessera_blas.so
printf '#!/bin/sh\necho no such flag; exit 4\n' >stubborn
chmod +x stubborn
run blas --target scalar --tile 2x4 --caches 1,2 -o kept --build --cc ./stubborn
expect 2 "error[compiler]: ./stubborn did not compile" "(exit status 4)" "  no such flag" "hint: another compiler"
checks=$((checks + 1))
[ "$(cat kept/libtessera_blas.so)" = before ] || complain "the object of before is gone"
mkdir same
run blas --target scalar --tile 2x4 --caches 1,2 -j 1 -o same --json
expect 0
expect_json '.targets == ["scalar"] and (.products | length) == 2 and all(.products[]; .tile == {rows: 2, columns: 4} and (.functions | length) == 6)'
rm kept/libtessera_blas.so
diff -r kept same >output.diff || complain "one process writes something else than several: $(cat output.diff)"
checks=$((checks + 1))
grep -rL 'SPDX-License-Identifier: 0BSD' same --include='*.[ch]' --include='*.sched' --include='*.tess' --include='*.in' --include='*.cmake' \
  --include=CMakeLists.txt >"$work/output"
[ ! -s "$work/output" ] || complain "no licence in files of the library"
grep -rn '.\{121,\}' same --include='*.h' >"$work/output"
[ ! -s "$work/output" ] || complain "long lines in headers of the library"
find same -name '*.json' -exec jq -e '.license == "0BSD"' {} + >"$work/output" || complain "no licence in a manifest or evidence"
rm -r kept same stubborn output.diff
