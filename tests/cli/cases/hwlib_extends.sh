# SPDX-License-Identifier: Apache-2.0
# A library of one's own that extends another: its names, its check, what is on record, and what is said when it cannot.

mkdir mine
cat >mine/mine.tess <<'T'
extends scalar

@instr("{dst_data} = {src_data} + {src_data};", role="twice")
def mine_twice_4xf32(dst: [f32][4] @ SCALAR, src: [f32][4] @ SCALAR):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i] + src[i]

@instr("for (int k = 0; k < 4; k++) {dst_data}[k] = (&{src_data})[k];", role="load")
def mine_load_4xf32(dst: [f32][4] @ SCALAR, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
T
cat >p.tess <<'T'
def p(n: size, x: f32[n], y: f32[n]):
    assert n % 4 == 0
    for io in seq(0, n / 4):
        a: f32[4]
        b: f32[4]
        for i in seq(0, 4):
            a[i] = x[4 * io + i]
        for i in seq(0, 4):
            b[i] = a[i] + a[i]
        for i in seq(0, 4):
            y[4 * io + i] = b[i]
T
cat >p.sched <<'T'
p = set_memory(p, 'a', hw.memory)
p = set_memory(p, 'b', SCALAR)
p = replace(p, 'for i in _: _', hw.load)
p = replace(p, 'for i in _: _', hw['mine_twice_4xf32'])
p = replace(p, 'for i in _: _', hw.store)
p = rename(p, 'kernel')
T

# Own names first, then the base's; the base goes by its own name too.
run show p.tess --hwlib ./mine --sched p.sched
expect 0 "mine_load_4xf32(a[0:4], x[4 * io:4 * io + 4])" "mine_twice_4xf32(" "scalar_store_4xf32(y"
sed 's/hw.load/scalar.load/' p.sched >base.sched
run show p.tess --hwlib ./mine --sched base.sched
expect 0 "scalar_load_4xf32(a[0:4]"
run show p.tess --hwlib scalar --hwlib ./mine --sched base.sched
expect 0 "scalar_load_4xf32(a[0:4]"
run compile p.tess --hwlib ./mine --sched p.sched --cc gcc --cc clang --test -o out
expect 0
gcc -std=c11 -O2 out/kernel_test.c out/kernel.c -lm -o kernel_test && ./kernel_test >"$work/output" || complain "the kernel's test fails"
run replay out/kernel.sched
expect 0 "are those recorded"

# Only its own instructions are shown and checked.
run hwlib show ./mine
expect 0 "extends scalar" "mine_twice_4xf32(" "conformance: not run"
expect_no scalar_load_4xf32
run hwlib show ./mine --json
expect 0
expect_json '.extends == "scalar"' '.instructions | length == 2' '.memories == []'
run hwlib check ./mine --record
expect 0 "mine_twice_4xf32             passed " "2 instructions: 2 passed, 0 failed; 2 run natively, 0 emulated, 0 modelled, 0 not run"
cp mine/conformance.json "$work/stdout"
expect_json '.extends | length == 1' '.extends[0].library == "scalar"' \
  '.extends[0].files | map(.file) | contains(["a_memory.tess", "f32.tess"])' '.files | map(.file) == ["mine.tess"]'

# Targets of generated kernels: as with any path.
run conv --shape K=8,C=8,H=6,W=6,R=3,S=3 --target ./mine -o conv
expect 0

# A folder of one's own as the base, by its path from the folder that extends it.
mkdir -p vendor/base vendor/chip
cp "$(dirname "$tessera")"/../../hwlib/scalar/*.tess vendor/base 2>/dev/null ||
  cp "$("$tessera" hwlib list --json | jq -r '.[] | select(.library == "scalar").folder')"/*.tess vendor/base
printf 'static const int chip_lanes = 4;\n' >vendor/base/base.h
sed -e 's/extends scalar/extends ..\/base/' -e 's/role="twice"/role="twice", header="base.h"/' \
  -e 's/{src_data} + {src_data};/{src_data} * (chip_lanes \/ 2.0f);/' mine/mine.tess >vendor/chip/chip.tess
run hwlib check vendor/chip --record
expect 0 "mine_twice_4xf32             passed "
cat >vendor/base/machines.json <<'T'
{"emulated": [{"compile": ["gcc"], "run": ["env"]}]}
T
sed -i 's/role="load"/role="load", feature="nosuchfeature"/' vendor/chip/chip.tess
run hwlib check vendor/chip
expect 0 "mine_load_4xf32              passed " "under emulation (gcc under env)"
rm vendor/base/machines.json
sed -i 's/, feature="nosuchfeature"//' vendor/chip/chip.tess
run hwlib check vendor/chip --record
expect 0
mkdir build
run compile p.tess --hwlib vendor/chip --sched p.sched -o build/out
expect 0
cp build/out/kernel.evidence.json "$work/stdout"
expect_json '.sources.libraries[0].library == "../../vendor/chip"' '.sources.libraries[0].extends.library == "../base"' \
  '.sources.libraries[0].extends.files | map(.file) | contains(["base.h", "f32.tess"])' \
  '[.instructions[] | select(.name | startswith("mine")).conformance | startswith("passed ")] == [true, true]'
run verify build/out/kernel.evidence.json
expect 0 "every claim of the file holds"

# A changed base: neither the evidence nor the record holds.
printf '# changed\n' >>vendor/base/f64.tess
run verify build/out/kernel.evidence.json
expect 1 "does not hold" "/sources/libraries/0/extends/files/" "the evidence is for other sources"
run hwlib show vendor/chip
expect 0 "conformance: outdated"
expect_no "conformance: passed"

# --- errors: the place, and what to do
# refuses MESSAGE HINT: what is said of the library ./bad
refuses() {
  run show p.tess --hwlib ./bad
  expect 2 "$1" "hint: $2"
  run hwlib check ./bad
  expect 2 "$1"
}
mkdir bad
printf 'extends skalar\n' >bad/bad.tess
refuses "bad/bad.tess:1:1: error[hwlib]: there is no hardware library 'skalar' to extend" "shipped: amx, avx2, avx512, avx512fp16, avxvnni, lasx, neon, power10, rvv, rvv_bf16, scalar, sme, sve, wasm, wasm_relaxed"
printf 'extends ../nowhere\n' >bad/bad.tess
refuses "there is no hardware library '../nowhere' to extend" "no .tess file lies in ./nowhere: a path starts at the folder"
printf 'extends ./\n' >bad/bad.tess
refuses "bad/bad.tess:1:1: error[hwlib]: a library extends itself: ./bad extends ./" "take the line out"
mkdir other
printf 'extends ../bad\n' >other/other.tess
printf 'extends "../other"\n' >bad/bad.tess
refuses "a library extends itself: ./bad extends ../other extends ../bad" "take the line out"
rm -r other
printf 'extends scalar\nextends avx2\n' >bad/bad.tess
refuses "bad/bad.tess:2:1: error[hwlib]: a library extends one other library" "leave one line"
printf 'extends scalar\n' >bad/bad.tess
printf '\nextends avx2\n' >bad/later.tess
refuses "bad/later.tess:2:1: error[hwlib]: a library extends one other library" "leave one line"
rm bad/later.tess
printf 'extends\n' >bad/bad.tess
run show p.tess --hwlib ./bad
expect 2 "bad/bad.tess:1:8: error[syntax]: expected a shipped library, or the path of a folder, found the end of the line"
mkdir deep
previous=../../mine
for i in 1 2 3 4 5 6 7 8; do
  mkdir deep/$i
  printf 'extends %s\n' "$previous" >deep/$i/x.tess
  previous=../$i
done
run hwlib show deep/8
expect 2 "error[hwlib]: more than 8 libraries extend one another"
run hwlib show deep/6
expect 0 "extends ../5"

# One name in both.
sed 's/mine_load_4xf32/scalar_load_4xf32/' mine/mine.tess >bad/bad.tess
refuses "error[name]: \`scalar_load_4xf32\` is already defined" "give one of the two another name"
run show p.tess --hwlib ./bad
expect 2 "scalar/f32.tess:6:5: the first definition"

# Where the line may stand.
printf 'memory M:\n    storage stack\nextends scalar\n' >bad/bad.tess
refuses "bad/bad.tess:3:1: error[name]: \`extends\` stands after a definition" "put it at the top of the file"
printf 'extends scalar\ndef q(x: f32[4]):\n    pass\n' >q.tess
run show q.tess --hwlib scalar
expect 2 "q.tess:1:1: error[name]: \`extends\` is a line of hardware libraries" "--hwlib scalar"

# A memory of a library that is not extended.
tail -n +3 mine/mine.tess >bad/bad.tess
refuses "error[name]: unknown memory \`SCALAR\`" "\`extends scalar\` at the top of a file of the library takes over all that scalar declares"

# Several flags in one text are several flags.
mkdir flags
cat >flags/flags.tess <<'T'
memory F:
    holds f32[4] as "__attribute__((vector_size(16))) float"
    flags "-DONE=1 -DTWO=2"
@instr("{dst_data} = {src_data} * (ONE + TWO + THREE - 5);", flags="-DTHREE=3  -DFOUR=4")
def f_copy(dst: [f32][4] @ F, src: [f32][4] @ F):
    for i in seq(0, 4):
        dst[i] = src[i]
T
run hwlib check ./flags
expect 0 "1 passed"
run hwlib show ./flags --json
expect_json '.instructions[0].flags == ["-DTHREE=3", "-DFOUR=4"]'

# Two memories of one name, which instructions may use in two ways.
for name in one other; do
  mkdir $name
  printf 'memory V:\n    holds f32[4] as "f4"\n' >$name/$name.tess
done
printf 'def p(n: size, x: f32[n]):\n    for i in seq(0, n):\n        x[i] = 0.0\n' >two.tess
run show two.tess --hwlib ./one --hwlib ./other
expect 2 "other/other.tess:1:" "error[hwlib]: the libraries ./one and ./other have each a memory \`V\` of their own" "one/one.tess:1:" "extends ./one"
run show two.tess --hwlib ./one --hwlib avx2
expect 0

# Two configurations of one name, of which C would make one.
for type in index f32; do
  mkdir config_$type
  printf 'config Cfg:\n    n: %s\ndef set_%s(v: %s):\n    Cfg.n = v\n' $type $type $type >config_$type/it.tess
done
run show two.tess --hwlib ./config_index --hwlib ./config_f32
expect 2 "error[hwlib]: the libraries ./config_index and ./config_f32 have each a configuration \`Cfg\` of their own"
