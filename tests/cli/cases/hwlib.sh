# SPDX-License-Identifier: Apache-2.0
# Hardware libraries: the shipped ones, and a vendor's own folder that passes, fails, and is on record.

run hwlib list
expect 0 "avx2 " "avx512 " "neon " "scalar " "169 instructions, 2 memories"
run hwlib list --json
expect 0
expect_json 'length >= 4' 'all(.instructions > 5 and (.memories >= 1 or (.library | IN("avxvnni", "wasm_relaxed"))))'
run hwlib show scalar
expect 0 "memory SCALAR:" "scalar_load_4xf32(dst: [f32][4] @ SCALAR, src: [f32][4] @ DRAM)" "role load, " \
  "memcpy(&{dst_data}, &{src_data}, sizeof {dst_data});"
run hwlib show avx512 --json
expect 0
expect_json '.library == "avx512"' '.instructions[0].feature == "avx512f"' \
  '.instructions[0].facts.role == "load"' '.instructions[0].conformance | startswith("passed ")'

# Each shipped instruction says where it is from.
for library in $("$tessera" hwlib list | awk '/instructions/ {print $1}'); do
  run hwlib show "$library" --json
  expect_json 'all(.instructions[]; .facts.source | length > 0)' || complain "$library"
done

# A vendor's own.
mkdir chip
cat >chip/chip.tess <<'T2'
@instr("add4(&{dst_data}, &{src_data}, {n});", role="add", header="chip.h")
def add4(n: size, dst: [f32][n] @ DRAM, src: [f32][n] @ DRAM):
    assert n <= 4
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, n):
        dst[i] += src[i]

@instr("far4(&{dst_data});", role="zero", header="chip.h", feature="nosuchfeature")
def far4(dst: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = 0.0
T2
cat >chip/chip.h <<'T2'
static inline void add4(float *dst, const float *src, long n) { for (long i = 0; i < n; i++) dst[i] += src[i]; }
T2
run hwlib show ./chip
expect 0 "add4(n: size, dst: [f32][n] @ DRAM, src: [f32][n] @ DRAM)" "conformance: not run"
run hwlib check ./chip
expect 0 "passed 352 runs natively (gcc, clang)" \
  "SKIPPED: no test is known for the CPU feature nosuchfeature, and the library's machines.json names no emulator" \
  "2 instructions: 1 passed, 0 failed; 1 run natively, 0 emulated, 0 modelled, 1 not run: far4"
run hwlib check ./chip --json
expect 0
expect_json '.passed == 1' '.skipped == 1' '.instructions[1].verdict == "skipped"' '.instructions[0].cases == 176' \
  '.instructions[0].machines == ["gcc", "clang"]'
run hwlib check ./chip --only add4
expect 0 "1 instruction: 1 passed, 0 failed; 1 run natively, 0 emulated, 0 modelled, 0 not run"
expect_no far4

# Nothing could be run: neither passed nor failed.
run hwlib check ./chip --only far4
expect 3 "far4" "SKIPPED"
run hwlib check ./chip --only far4 --record
expect 2 "error[usage]: --record is of the whole library"

# An emulator of the vendor's own; one that is not there is named.
printf '{"emulated": [{"compile": ["gcc"], "run": ["no-such-emulator"]}]}\n' >chip/machines.json
run hwlib check ./chip --only far4
expect 3 "SKIPPED: no test is known for the CPU feature nosuchfeature, there is no no-such-emulator"
printf '{"emulated": [{"compile": ["gcc"], "run": ["env"]}]}\n' >chip/machines.json
printf 'static inline void far4(float *dst) { for (int i = 0; i < 4; i++) dst[i] = 0; }\n' >>chip/chip.h
run hwlib check ./chip
expect 0 "far4" "runs under emulation (gcc under env)" "2 instructions: 2 passed, 0 failed; 1 run natively, 1 emulated, 0 modelled, 0 not run; 1 not on every machine"
printf '{"emulator": []}\n' >chip/machines.json
run hwlib check ./chip
expect 2 "error[machines]: ./chip/machines.json: there is no \"emulator\"" "hint: as in {\"emulated\": "
rm chip/machines.json

# A kernel's evidence tells what is on record.
cat >p.tess <<'T2'
def p(A: f32[8], B: f32[8]):
    for i in seq(0, 2):
        for j in seq(0, 4):
            A[4 * i + j] += B[4 * i + j]
T2
printf "p = replace(p, 'for j in _: _', hw.add)\np = rename(p, 'kernel')\n" >p.sched
# conformance TEXT: what the evidence of the kernel says now.
conformance() {
  run compile p.tess --hwlib ./chip --sched p.sched -o out
  expect 0
  cp out/kernel.evidence.json "$work/stdout"
  expect_json ".instructions == [{\"name\": \"add4\", \"file\": \"chip.tess\", \"conformance\": \"$1\"}]"
  run verify out/kernel.evidence.json
  expect 0 "every claim of the file holds"
}
conformance "not run"
run hwlib check ./chip --record
expect 0 "1 passed"
cp chip/conformance.json "$work/stdout"
expect_json '.files == [{"file": "chip.h", "sha256": "'"$(sha256sum chip/chip.h | cut -d ' ' -f 1)"'"},
    {"file": "chip.tess", "sha256": "'"$(sha256sum chip/chip.tess | cut -d ' ' -f 1)"'"}]' \
  '.machines | map(.name) == ["clang", "gcc"]' '.machines[1].compiler | startswith("gcc ")' ".machines[1].cpu as \$cpu | \"$("$tessera" hwlib host | head -n 1)\" | startswith(\$cpu)" \
  '.instructions[0] == {"name": "add4", "file": "chip.tess", "runs": 352, "how": "native", "machines": ["gcc", "clang"]}' \
  '.instructions[1].skipped | startswith("no test is known for the CPU feature")'
run verify out/kernel.evidence.json
expect 1 "/instructions/0/conformance: \"not run\" in the file, \"passed 352 runs natively\" was established"
conformance "passed 352 runs natively"
sed -i 's/passed 352 runs natively/passed 9999 runs natively/' out/kernel.evidence.json
run verify out/kernel.evidence.json
expect 1 "/instructions/0/conformance: \"passed 9999 runs natively\" in the file, \"passed 352 runs natively\" was"
printf '# changed\n' >>chip/chip.tess
conformance "outdated"
run hwlib show ./chip
expect 0 "conformance: outdated"
run hwlib check ./chip --record
conformance "passed 352 runs natively"
printf 'memory M:\n    storage stack\n' >chip/a_memory.tess # read before: chip.tess may use it
conformance "outdated"
mv chip/a_memory.tess chip/z_memory.tess # read after
conformance "passed 352 runs natively"
rm chip/z_memory.tess

# What the emitted C includes, and where it ran, belong to what was checked.
conformance "passed 352 runs natively"
cp chip/chip.h kept.h
sed -i 's/dst\[i\] += src\[i\]/dst[i] -= src[i]/' chip/chip.h
run verify out/kernel.evidence.json
expect 1 "/sources/libraries/0/files/0/sha256: " "the evidence is for other sources"
run hwlib show ./chip
expect 0 "conformance: outdated"
run hwlib check ./chip --only add4
expect 1 "add4                         FAILED natively"
conformance "outdated"
cp kept.h chip/chip.h
conformance "passed 352 runs natively"
for file in machines.json parts/more.h; do
  mkdir -p chip/parts
  printf '{}\n' >chip/$file
  run verify out/kernel.evidence.json
  expect 1 "/sources/libraries/0/files"
  conformance "outdated"
  rm -r chip/$file chip/parts
  conformance "passed 352 runs natively"
done
mkdir chip/.git && printf 'x\n' >chip/.git/index # no part of the library
run verify out/kernel.evidence.json
expect 0 "every claim of the file holds"
rm -r chip/.git
run compile p.tess --hwlib ./chip/ --sched p.sched -o slash
expect 0
cp slash/kernel.evidence.json "$work/stdout"
expect_json '.sources.libraries[0].files | map(.file) == ["chip.h", "chip.tess"]'

# A record of another form is no record.
cp chip/conformance.json kept.json
for change in 's/"conformance": 2/"conformance": 1/' 's/"runs"/"ran"/' '$d'; do
  sed "$change" kept.json >chip/conformance.json
  run compile p.tess --hwlib ./chip --sched p.sched -o bad
  expect 2 "error[conformance]: ./chip/conformance.json: " "hint: \`tessera hwlib check LIBRARY --record\` writes it anew"
  no_files bad
done
cp kept.json chip/conformance.json

# Data for which a body has no meaning, wherever it was tried, are said.
mkdir bytes
cat >bytes/bytes.tess <<'T2'
@instr("{dst_data} = -{a_data};")
def neg(dst: [i8][1] @ DRAM, a: [i8][1] @ DRAM):
    dst[0] = -a[0]
T2
run hwlib check ./bytes --record
expect 0 "passed 244 runs natively (gcc, clang), but not on a = -128: its body overflows there"
run hwlib check ./bytes --json
expect 0
expect_json '.instructions[0].left_out == ["a = -128"]'
run hwlib show ./bytes
expect 0 "conformance: passed 244 runs natively, but not on a = -128: its body overflows there"

# A wrong body: the operands and both results are shown, and nothing is put on record.
cp -r chip wrong
rm wrong/conformance.json
sed -i 's/dst\[i\] += src\[i\]/dst[i] = src[i]/' wrong/chip.tess
run hwlib check ./wrong --record
expect 1 "add4                         FAILED natively (gcc): dst at " "    n = " "    dst = " "      the body leaves " \
  "      the instruction leaves " "    src = " "    defined at ./wrong/chip.tess:" ": correct its C or its body" "2 instructions: 0 passed, 1 failed; 1 run natively, 0 emulated, 0 modelled, 1 not run: far4"
[ ! -e wrong/conformance.json ] || complain "a failure is on record"
run hwlib check ./wrong --json
expect 1
expect_json '.failed == 1' '.instructions[0].verdict == "failed"' '.instructions[0].operands | length >= 5'

# Numbers that lie apart are said so; a memory that is smaller than it says, or holds no such type, is a fault.
mkdir held
cat >held/held.tess <<'T2'
memory HELD:
    holds f32[4] as held_f32
    registers 8
    header "held.h"
@instr("memcpy(&{dst_data}, &{src_data}, sizeof {dst_data});", role="load")
def held_load(dst: [f32][4] @ HELD, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
T2
printf 'typedef float held_f32 __attribute__((vector_size(16)));\n' >held/held.h
run hwlib check ./held
expect 1 "held_load                    FAILED natively (gcc): dst at " "src = " "(stride "
printf 'typedef float held_f32 __attribute__((vector_size(8)));\n' >held/held.h
run hwlib check ./held
expect 1 "static assertion failed" "held_f32 has fewer bytes than the 4 numbers of f32 that HELD holds"
sed -i 's/dst: \[f32\]/dst: [f64]/; s/src: \[f32\]/src: [f64]/' held/held.tess
run hwlib check ./held
expect 1 "held_load                    FAILED HELD holds no f64, the type of dst: what it holds is in its \`holds\` lines" \
  "1 instruction: 0 passed, 1 failed; "

# Bad input.
run hwlib
expect 2 "error[usage]: "
run hwlib check
expect 2 "error[usage]: LIBRARY is required"
run hwlib check nochip
expect 2 "error[hwlib]: there is no hardware library 'nochip'"
run hwlib check ./chip --only add5
expect 2 "error[name]: ./chip holds no instruction 'add5'" "did you mean \`add4\`?"
mkdir empty && printf 'memory M:\n    storage stack\n' >empty/m.tess
run hwlib check ./empty
expect 2 "error[hwlib]: ./empty holds no instruction"
run hwlib show ./empty
expect 0 "memory M:" "./empty holds no instruction: one starts with \`@instr("
mkdir bare
run hwlib show ./bare
expect 2 "error[hwlib]: there is no hardware library './bare': no .tess file lies in that folder"
mkdir unread && printf 'def\n' >unread/m.tess
run hwlib check ./unread
expect 2 "error[syntax]: "

# What a library says is looked at where it is read.
mkdir said
# said KEYWORDS: a library of one instruction with them.
said() {
  printf '@instr("zero4(&{dst_data});", %s)\ndef zero4(dst: [f32][4] @ DRAM):\n    assert stride(dst, 0) == 1\n' "$1" >said/s.tess
  printf '    for i in seq(0, 4):\n        dst[i] = 0.0\n' >>said/s.tess
}
said 'feture="avx2"'
run hwlib check ./said
expect 2 'said/s.tess:1:38: error[name]: @instr has no keyword `feture`' 'hint: did you mean `feature`?'
said 'role="laod"'
run hwlib show ./said
expect 2 's.tess:1:36: error[name]: unknown role `laod`' 'did you mean `load`?'
said 'latency="banana"'
run hwlib show ./said
expect 2 's.tess:1:39: error[type]: `latency` is a number of cycles, as in latency=4 or latency="0.5"'
said 'feature="ssse33"'
run hwlib show ./said
expect 0 "no test is known for the CPU feature ssse33 (did you mean \`ssse3\`?)"
run hwlib show ./said --json
expect_json '.instructions[0].unknown_features == ["ssse33 (did you mean `ssse3`?)"]'
run hwlib check ./said
expect 3 "SKIPPED: no test is known for the CPU feature ssse33 (did you mean \`ssse3\`?), and the library's machines.json"
run hwlib runs ./said
expect 1 "does not run here: no test is known for the CPU feature ssse33 (did you mean \`ssse3\`?)"
said 'role="zero"'
sed 's/zero4/other4/' said/s.tess >said/t.tess # the same role, and arguments of the same kinds
run hwlib show ./said
expect 2 "said/t.tess:2:5: error[name]: zero4 and other4 have both the role \`zero\` and arguments of the same kinds" \
  "said/s.tess:2:5" "hint: give one of them a role of its own, or none"
sed -i 's/\[f32\]/[f64]/' said/t.tess
run hwlib show ./said
expect 0 "other4("

# What generators of kernels ask for, and what a library lacks of it.
run hwlib show avx512 --needs
expect 0 "f32, 16 in one vector of AVX512" "family gemm, scale_add     yes" "conv --epilogue leaky      yes" "f64, 8 in one vector" "blas: yes"
expect 0 "family gemm --types bf16,bf16,f32" "yes, by mm512_dpbf16_bcast_ps: 1 x 16 sums of 2" \
  "yes, by mm512_dpbusd_bcast_epi32: 1 x 16 sums of 4"
expect_no "no instruction multiplies"
expect_no "i8, 64 in one vector"
run hwlib show avx512 --needs --json
expect_json '[.products[] | [.types, .rows, .columns, .depth, .suffices]] == [["bf16,bf16,f32", 1, 16, 2, true], ["i16,i16,i32", 1, 16, 2, true], ["ui8,i8,i32", 1, 16, 4, true]]'
expect_json '.blas_types == ["f32", "f64"]' '[.types[] | select(.multiplies | not) | .type] == ["bf16", "i8", "ui8", "i16", "i32"]'
expect_json '[.types[] | select(.type == "f32" or .type == "f64") | .generators[].suffices] | length > 20 and all'

# Of products of several types: the default tile, for each number of lanes, and whether convolutions take them, as `conv` does or with its refusal.
run hwlib show avx512 --needs
expect 0 "yes, by mm512_dpbusd_bcast_epi32: 1 x 16 sums of 4, tile 5 x 80" "conv --types ui8,i8,i32                  yes"
run hwlib show amx --needs
expect 0 "by amx_dpbssd: 16 x 16 sums of 64, tile 32 x 32" "conv --types i8,i8,i32                   no: the library amx has no vector of i32"
run hwlib show sme --needs
expect 0 "by sme_smopa: 4 x 4 sums of 4, tile 8 x 8 at 4 lanes, 16 x 16 at 8, 32 x 32 at 16" "conv --types i8,i8,i32                   yes" \
  "conv --types f32,f32,f32                 no: sme has no instruction of the role fma_broadcast, zero for f32"
# agrees LIBRARY [--lanes N]
agrees() {
  "$tessera" hwlib show "$1" --needs --json | jq -r '.products[] | "\(.types) \(.conv.suffices) \(.conv.why // "")"' >agrees
  [ -s agrees ] || complain "no products"
  while read -r types suffices why; do
    rm -rf agreed
    run conv --target "$@" --types "$types" --shape 9,5,3,4,2,3 --cpu none -o agreed
    case $suffices in
      true) expect 0 ;;
      *) [ "$code" -ne 0 ] && grep -qF "$why" "$work/output" || complain "not refused by: $why" ;;
    esac
  done <agrees
}
agrees amx
agrees avx512
agrees sme --lanes 8
run hwlib show sme --needs --json
expect_json '[.products[] | select(.types == "i8,i8,i32") | .tiles[] | [.lanes, .rows, .columns, .vectors]] == [[4, 8, 8, 2], [8, 16, 16, 2], [16, 32, 32, 2]]' \
  '[.products[] | select(.conv.suffices) | .conv.lanes == [4, 8, 16] and (.conv | has("why") | not)] | length == 6 and all'
# What a dot product itself needs beside it.
for role in load store; do
  rm -rf dot
  cp -r "$here/../../examples/dot/sdot" dot
  rm -f dot/conformance.json
  sed -i "s/role=\"$role\", //" dot/*.tess
  run hwlib show ./dot --needs
  expect 0 "family gemm --types i8,i8,i32            no, without $role" "conv --types i8,i8,i32                   no: ./dot has no instruction of the role $role for "
done

# Its instructions end at a number of rows that is an argument.
run hwlib show "$here/../../examples/tile/chip" --needs
expect 0 "no generator takes its instructions: it has no vectors, and no product in loops of constant length" "blas: no"

run hwlib show ./said --needs
expect 0 "blas: no, without family gemm_blocked in f32 and f64"
mkdir few
cat >few/f.tess <<'E2'
memory V:
    holds f32[4] as "float __attribute__((vector_size(16)))"
    registers 16
@instr("memcpy(&{dst_data}, &{src_data}, sizeof {dst_data});", role="load", header="string.h")
def few_load(dst: [f32][4] @ V, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
@instr("{dst_data} += {a_data} * {b};", role="fma_scalar")
def few_fma(dst: [f32][4] @ V, a: [f32][4] @ V, b: f32):
    assert stride(dst, 0) == 1
    assert stride(a, 0) == 1
    for i in seq(0, 4):
        dst[i] += a[i] * b
E2
run hwlib show ./few --needs
expect 0 "family gemm, add           no, without zero, store_add; it has load, fma_scalar" \
  "conv                       no, without store, zero; it has load, fma_scalar"
# A schedule of the user's own asks for roles too.
printf '%s\n' '# hw.neg' "p = replace(p, 'for i in _: _', hw.load)" "p = replace(p, 'for j in _: _ #1', hw[T].sqrt)" 'q = [hw.f64.min, hw.f32.max, hw.lanes, hw.few_fma]' >few.sched
run hwlib show ./few --needs --sched few.sched
expect 0 "few.sched                  no, without sqrt, max; it has load"
expect_no "neg"
run hwlib show ./few --needs --sched none.sched
expect 2 "error[file]: cannot read none.sched"
run hwlib show ./few --needs --json
expect_json '.blas == false' '.types[0].type == "f32"' '.types[0].lanes == 4' \
  '.types[0].generators[0] | .generator == "family gemm, add" and (.suffices | not) and
   (.missing | map(.roles)) == [[["zero"], ["broadcast_scalar"]], [["store_add"]]]'
run family gemm --target ./few --tile 2x4 --variant add_packed_packed -o none
expect 2 "error[family]: few has no instruction of the role zero, store_add for f32" "hint: the product needs load; zero or broadcast_scalar;"
run conv --target ./few --shape 4,4,6,6,3,3 --untuned --cpu none -o none
expect 1 "error[vectorize]" "hint: ./few has no instruction of the role store, zero for f32; this convolution needs load; store;"
run hwlib show --needs
expect 0 "family gemm, set           load; zero or broadcast_scalar; fma_broadcast, fma_scalar, fma with broadcast, or fma with broadcast_scalar; store"
run hwlib show --needs --json
expect_json '.[0].generator == "family gemm, add"' 'map(.generator) | index("conv") > 0'
run hwlib show
expect 2 "error[usage]: LIBRARY is required"
run hwlib roles
expect 0 "fma_broadcast      r[i] += r[i] * m[0]; masked_fma_broadcast"
run hwlib roles --json
expect_json 'map(select(.role == "mul_scalar")) == [{"role": "mul_scalar", "meaning": "r[i] = r[i] * s", "has_masked": true,
  "needed_by": ["family gemm, scale_add"], "taken_by": ["conv --epilogue leaky"]}]'
no_files none

# Instructions on several types are extensions: without them the library runs.
mkdir extended
cat >extended/a.tess <<'END'
extends scalar
@instr("{dst_data}[0] = (float){src_data};", feature="avx512_4vnniw")
def widen(dst: [f32][4] @ SCALAR, src: [i8][1] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[0]
END
run hwlib runs ./extended
expect 0 "runs here, but for instructions that need avx512_4vnniw"
run hwlib runs ./extended --json
expect 0
expect_json '.runs and .missing == ["avx512_4vnniw"]'
