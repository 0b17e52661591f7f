# SPDX-License-Identifier: Apache-2.0
# Files and folders that are not there, or in the way. What cannot be written whole is not written.

cat >p.tess <<'T'
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 0.0
T
run show nowhere.tess
expect 2 "error[file]: cannot read nowhere.tess"
run show p.tess --sched nowhere.sched
expect 2 "error[file]: cannot read nowhere.sched"
run show .
expect 2 "error[file]: cannot read .: it is a folder"
run show p.tess --hwlib avx9000
expect 2 "error[hwlib]: there is no hardware library 'avx9000'" "shipped: amx, avx2, avx512, avx512fp16, avxvnni, lasx, neon, power10, rvv, rvv_bf16, scalar, sme, sve, wasm, wasm_relaxed"
run show p.tess --hwlib ./empty
expect 2 "error[hwlib]: there is no hardware library './empty'"

run compile p.tess -o /proc/tessera
expect 2 "error[output]: cannot make the folder /proc/tessera" "hint: write to another folder"
echo "keep me" >file
run compile p.tess -o file
expect 2 "error[output]: cannot make the folder file" "hint: write to another folder"
[ "$(cat file)" = "keep me" ] || complain "the file in the way was changed"
# One of the files cannot be put in its place: none of the others stays.
mkdir -p way/p.json
run compile p.tess -o way
expect 2 "error[output]: cannot write way/p.json"
no_files way
echo "keep me" >way/p.c
run compile p.tess -o way
expect 2 "error[output]: cannot write way/p.json"
[ "$(cat way/p.c)" = "keep me" ] || complain "way/p.c was lost"
[ "$(find way -type f | wc -l)" -eq 1 ] || complain "other files than p.c in way"

run compile p.tess -o good
expect 0 "good/p.c: 0 steps"
for f in p.c p.h p.json p.sched p.evidence.json; do [ -s good/$f ] || complain "good/$f is missing"; done
[ "$(find good -type f | wc -l)" -eq 5 ] || complain "other files than the five in good"

# Links that lead to each other, and names that are too long, are the user's.
ln -s loop loop
long=$(printf '%300s' '' | tr ' ' x)
for target in loop "$long"; do
  run conv --shape 8,4,4,4,1,1 --target avx2 --cpu none -o "$target"
  expect 2 "error[file]: cannot look for $target/conv_k8_c4_h4_w4_r1_s1.tess: " "hint: "
  run compile p.tess -o "$target"
  expect 2 "error["
  run family gemm --target avx2 -o "$target"
  expect 2 "error[file]: cannot look for "
  run compile "$target" -o good
  expect 2 "error[file]: cannot read $target: "
  run show p.tess --hwlib "./$target"
  expect 2 "error[hwlib]"
  run conv --layers "$target" -o net
  expect 2 "error[layers]: $target: cannot be read"
  run conv --shape 8,4,4,4,1,1 --target avx2 --store "$target" -o net
  expect 2 "error[file]: cannot look for $target: "
done
[ -L loop ] || complain "the link is gone"
# A folder that is gone.
mkdir gone
cd gone && rmdir ../gone && run blas --target scalar -o out && cd "$work/$case_name" || exit 1
expect 2 "error[file]: cannot use out: "

# The same bytes, from wherever and to wherever it is written, and when program and outputs are moved together. The
# manifest says nothing that another run would say otherwise.
mkdir -p lib same/deeper
cat >lib/lib.tess <<'T'
@instr("four(&{dst_data});", role="zero")
def four(dst: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = 0.0
T
printf "p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='cut')\np = replace(p, 'for ii in _: _ #0', hw.zero)\n" >s.sched
run compile p.tess --hwlib ./lib --sched s.sched -o same/a
expect 0
run compile "$PWD/p.tess" --hwlib "$PWD/lib" --sched s.sched -o same/b
expect 0
cd same/deeper && run compile ../../p.tess --hwlib ../../lib --sched ../../s.sched -o ../c && cd ../.. || exit 1
expect 0
mkdir elsewhere && cp -r p.tess lib s.sched elsewhere/
cd elsewhere && run compile p.tess --hwlib ./lib --sched s.sched -o same/d && cd .. || exit 1
expect 0
for other in same/b same/c elsewhere/same/d; do
  checks=$((checks + 1))
  diff -r same/a $other >"$work/output" || complain "same/a and $other differ"
done
TESSERA_CACHE=$PWD/cache run compile p.tess --hwlib ./lib --sched s.sched -o same/b
TESSERA_CACHE=$PWD/cache run compile p.tess --hwlib ./lib --sched s.sched -o same/c
diff -r same/b same/c >"$work/output" || complain "what was remembered is in the outputs"
jq -e '.made_by == $version and ([.. | .seconds?] | all(. == null))' --arg version "$(jq -r .made_by.tessera same/a/p.evidence.json)" \
  same/a/p.json >"$work/output" || complain "the manifest names no version, or times"
rm -r elsewhere same

# Names and texts that are no UTF-8 go through; what is written as JSON is valid all the same.
odd=$(printf 'caf\351.sched')
printf "# \351t\351\np = rename(p, 'q')\n" >"$odd"
run compile p.tess --sched "$odd" -o odd --json
expect 0
expect_json '.steps == 1'
jq -e '.trace.steps | length == 1' odd/q.evidence.json >"$work/output" 2>&1 || complain "the evidence is no JSON"
run show p.tess --sched "$odd" --html odd/page.html
expect 0 "odd/page.html: 1 step"

# A schedule that would be overwritten by the trace of its procedure stays.
mkdir -p own
printf "p = rename(p, 'r')\n" >own/r.sched
run compile p.tess --sched own/r.sched -o own
expect 2 "error[output]: own/r.sched would be overwritten: it is read" "hint: choose another folder with -o, or another name with --stem"
[ "$(cat own/r.sched)" = "p = rename(p, 'r')" ] || complain "own/r.sched was lost"
run compile p.tess --sched own/r.sched -o own --stem s
expect 0 "own/s.c"
