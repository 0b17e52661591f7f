# SPDX-License-Identifier: Apache-2.0
# Instructions that state how far their results are off: checked, on record, and said of the kernels that use them.

mkdir chip
cat >chip/chip.tess <<'T'
@instr("near_half(&{dst_data}, &{src_data});", header="near.h", role="half", ulp=5)
def half4(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i] / 2.0
T
cat >chip/near.h <<'T'
static inline void near_half(float *y, const float *x) { for (int i = 0; i < 4; i++) y[i] = x[i] * 0.50000012f; }
T
run hwlib check ./chip
expect 0 "half4                        passed " ", within 5 ulp of its body (up to "
run hwlib check ./chip --json
expect 0
expect_json '.instructions[0].ulp.stated == 5' '.instructions[0].ulp.most | (. > 1 and . <= 5)'

# Without the statement the same bits are wanted; beyond it is refused, and neighbours that are not computed are exact.
sed 's/, ulp=5//' chip/chip.tess >exact.tess
mkdir exact && mv exact.tess exact && cp chip/near.h exact
run hwlib check ./exact
expect 1 "half4                        FAILED natively (gcc): dst at "
cp -r chip far
sed -i 's/0.50000012f/0.500001f/' far/near.h
run hwlib check ./far --record
expect 1 "half4                        FAILED natively (gcc): dst at " " ulp off, where ulp=5 is stated"
[ ! -e far/conformance.json ] || complain "a failure is on record"
cp -r chip touch
sed -i 's/float \*y, const float \*x) {/float *y, float *x) { x[0] *= 1.0000001f;/' touch/near.h
run hwlib check ./touch
expect 1 "half4                        FAILED natively (gcc): src at "

# Wrong bounds.
# refuses BOUND MESSAGE
refuses() {
  mkdir -p bad
  cp chip/near.h bad
  sed "s/ulp=5/$1/" chip/chip.tess >bad/chip.tess
  run hwlib check ./bad
  expect 2 "bad/chip.tess:1:" "$2"
}
for bound in ulp=-1 ulp=0 ulp=nan 'ulp="2"' ulp=0.0001 ulp=[2]; do
  refuses "$bound" "error[type]: \`ulp\` is a number above 0, with at most three digits after the point"
done
refuses ulp=1048577 "error[type]: \`ulp\` is at most 1048576 for results in f32"
refuses "ulp=2, ulp=3" "error[name]: \`ulp\` is given twice"
sed -e 's/f32/i32/g' -e 's/2\.0/2/' chip/chip.tess >bad/chip.tess
run hwlib check ./bad
expect 2 "error[type]: \`ulp\` is for results in floating point: dst is i32" "hint: leave it out: integers are compared exactly"

# A kernel says so: in its C, its manifest and its evidence. Its test knows.
cat >p.tess <<'T'
def p(x: f32[8], y: f32[8]):
    for io in seq(0, 2):
        for i in seq(0, 4):
            y[4 * io + i] = x[4 * io + i] / 2.0
T
printf "p = replace(p, 'for i in _: _', hw.half)\np = rename(p, 'kernel')\n" >p.sched
run hwlib check ./chip --record
expect 0
run hwlib show ./chip
expect 0 "ulp 5, " "conformance: passed " ", within 5 ulp of its body (up to "
run compile p.tess --hwlib ./chip --sched p.sched --test -o out
expect 0
grep -q "Assumed too: half4 within 5 ulp of its body" out/kernel.c || complain "the C does not say so"
cp out/kernel.json "$work/stdout"
expect_json '.approximates == ["half4 within 5 ulp"]'
cp out/kernel.evidence.json "$work/stdout"
expect_json '.assumptions | any(. == "each instruction does what its body says, half4 within 5 ulp")' \
  '.instructions[0].ulp == 5' '.instructions[0].conformance | test("^passed [0-9]+ runs natively, within 5 ulp of its body")'
run verify out/kernel.evidence.json
expect 0 "every claim of the file holds"
sed -i 's/half4 within 5 ulp"/half4 within 1 ulp"/' out/kernel.evidence.json
run verify out/kernel.evidence.json
expect 1 "/assumptions/4"
# tested FOLDER: builds the kernel's test with the header of this folder, in the place of the one beside the C, and runs it.
tested() {
  cp "$1/near.h" out/near.h
  gcc -std=c11 -O2 out/kernel_test.c out/kernel.c -lm -o kernel_test 2>"$work/output" &&
    ./kernel_test >"$work/output" 2>&1
}
tested chip || complain "the test does not allow what the instruction may be off"
sed 's/0.50000012f/0.5001f/' chip/near.h >far/near.h
tested far && complain "the test allows what is far off"
# So does its bench. Compilers find the library's header.
run compile p.tess --hwlib ./chip --sched p.sched --bench --cc gcc -o timed
expect 0 "gcc is "
run compile p.tess --hwlib ./chip --sched p.sched --cc gcc -o timed
expect 0
mkdir over && printf 'extends ../chip\n' >over/over.tess
run compile p.tess --hwlib ./over --sched p.sched --cc gcc -o timed
expect 0
cp chip/near.h near.h
cp far/near.h chip
run compile p.tess --hwlib ./chip --sched p.sched --bench --cc gcc -o timed
expect 1 "is not what the procedure as written does"
cp near.h chip
sed 's/, ulp=5//' chip/chip.tess >chip/same.tess && mv chip/same.tess chip/chip.tess
run verify out/kernel.evidence.json
expect 1 "/sources/libraries/0/files/0/sha256"

# A bound relative to the value says so in the same places.
mkdir relative
cp near.h relative
sed 's/f32\]\[4\] @ DRAM):/&/; s/role="half"/role="half", error="2^-20"/' chip/chip.tess >relative/relative.tess
run hwlib check ./relative --record
expect 0 "half4                        passed " ", within relative error 2^-20 of its body (up to "
run hwlib check ./relative --json
expect_json '.instructions[0].error.stated == "2^-20"' '.instructions[0].error.most | (. > 0 and . < 0.000001)'
run hwlib show ./relative
expect 0 "error 2^-20, " ", within relative error 2^-20 of its body (up to "
rm -r out
run compile p.tess --hwlib ./relative --sched p.sched --test -o out
expect 0
grep -q "Assumed too: half4 within relative error 2^-20 of its body" out/kernel.c || complain "the C does not say so"
cp out/kernel.json "$work/stdout"
expect_json '.approximates == ["half4 within relative error 2^-20"]'
cp out/kernel.evidence.json "$work/stdout"
expect_json '.assumptions | any(. == "each instruction does what its body says, half4 within relative error 2^-20")' \
  '.instructions[0].error == "2^-20"' '.instructions[0].conformance | test("within relative error 2\\^-20 of its body")'
run verify out/kernel.evidence.json
expect 0 "every claim of the file holds"
tested relative || complain "the test does not allow the relative error"
tested far && complain "the test allows what is far beyond the relative error"
sed -i 's/2^-20/2^-24/' relative/relative.tess
run hwlib check ./relative
expect 1 "half4                        FAILED natively (gcc): dst at " ' of its value, where error="2^-24" is stated'

# Real ones: a vector library's exp, and the estimates of a CPU that has them.
mkdir estimates
cat >estimates/estimates.tess <<'T'
extends avx2

@instr("{dst_data} = _ZGVdN8v_expf({src_data});", role="exp", header="vector_exp.h", flags="-lmvec", feature="avx2", ulp=4)
def avx2_exp_8xf32(dst: [f32][8] @ AVX2, src: [f32][8] @ AVX2):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 8):
        dst[i] = expf(src[i])

@instr("{dst_data} = _mm256_rcp_ps({src_data});", role="reciprocal", header="immintrin.h", feature="avx", ulp=6144)
def avx2_reciprocal_8xf32(dst: [f32][8] @ AVX2, src: [f32][8] @ AVX2):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 8):
        dst[i] = 1.0 / src[i]

@instr("{dst_data} = _mm256_rsqrt_ps({src_data});", role="rsqrt", header="immintrin.h", feature="avx", ulp=1)
def avx2_rsqrt_8xf32(dst: [f32][8] @ AVX2, src: [f32][8] @ AVX2):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 8):
        dst[i] = 1.0 / sqrt(src[i])
T
printf '#include <immintrin.h>\n__m256 _ZGVdN8v_expf(__m256);\n' >estimates/vector_exp.h
echo 'int main(void) { return 0; }' >empty.c
if grep -qw avx2 /proc/cpuinfo && gcc empty.c -lmvec -o empty 2>/dev/null; then
  run hwlib check ./estimates
  expect 1 "avx2_exp_8xf32               passed " ", within 4 ulp of its body" "avx2_reciprocal_8xf32        passed " \
    ", within 6144 ulp of its body" "avx2_rsqrt_8xf32             FAILED natively (gcc): dst at " "where ulp=1 is stated"
  cat >softmax.tess <<'T'
def q(x: f32[16], y: f32[16]):
    for io in seq(0, 2):
        a: f32[8]
        b: f32[8]
        for i in seq(0, 8):
            a[i] = x[8 * io + i]
        for i in seq(0, 8):
            b[i] = expf(a[i])
        for i in seq(0, 8):
            y[8 * io + i] = b[i]
T
  printf "p = set_memory(p, 'a', AVX2)\np = set_memory(p, 'b', AVX2)\n" >q.sched
  printf "p = replace(p, 'for i in _: _', hw.load)\np = replace(p, 'for i in _: _', hw.exp)\n" >>q.sched
  printf "p = replace(p, 'for i in _: _', hw.store)\n" >>q.sched
  run compile softmax.tess --hwlib ./estimates --sched q.sched --test -o exp
  expect 0
  gcc -std=c11 -O2 -mavx2 -mfma -Iestimates exp/q_test.c exp/q.c -lmvec -lm -o q_test && ./q_test >"$work/output" 2>&1 ||
    complain "the test of the kernel with the vector library's exp fails"
fi
