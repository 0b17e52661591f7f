# SPDX-License-Identifier: Apache-2.0
# What stands beside a kernel: what each argument is, under which licence the files are, and lines that can be read.

# licensed FOLDER: each file that is source says that it is the user's; headers have no longer lines than 120 characters.
licensed() {
  checks=$((checks + 1))
  find "$1" -type f \( -name '*.[ch]' -o -name '*.tess' -o -name '*.sched' -o -name '*.in' -o -name 'CMakeLists.txt' -o -name '*.cmake' \) \
    -exec grep -L '^\(/\*\|#\) SPDX-License-Identifier: 0BSD' {} + >"$work/output"
  [ ! -s "$work/output" ] || complain "no licence in files of $1"
  find "$1" -name '*.h' -exec grep -Hn '.\{121,\}' {} + >"$work/output"
  [ ! -s "$work/output" ] || complain "long lines in $1"
}

cat >p.tess <<'T'
def clear(n: size, x: [f32][n]):
    for i in seq(0, n):
        x[i] = 0.0

def p(n: size, on: bool, A: f32[n, 8], B: f32[n, 2 * n, 8], part: f32[n + 1], double: f32, s: f64, w: [f32][n, 4], v: [f32][n]):
    assert stride(w, 1) == 1
    for i in seq(0, n):
        A[i, 0] = 0.0
        part[i] = double
        clear(7, A[i, 1:8])
        for j in seq(0, 4):
            w[i, j] += B[i, i, j]
        v[i] = 0.0
    if on:
        s = 0.0
T
run compile p.tess -o out --test
expect 0
cp out/p.h "$work/output"
for text in '  n: size' '  on: bool' 'A: f32[n, 8] @ DRAM, out, strides 8, 1' 'B: f32[n, 2 * n, 8] @ DRAM, in, strides ' \
  'part: f32[n + 1] @ DRAM, in/out, strides 1' 'double (double_ in C): f32 @ DRAM, in' 's: f64 @ DRAM, in/out' \
  'w: [f32][n, 4] @ DRAM, in/out, strides w.strides[0], 1' 'v: [f32][n] @ DRAM, out, strides v.strides[0]' \
  'Requires stride(w, 1) == 1.' 'Written by Tessera: yours to use, no conditions attached.'; do
  expect 0 "$text"
done
head -n 1 out/p.h | grep -qx '/\* SPDX-License-Identifier: 0BSD' || complain "the licence is not on the first line"
cp out/p.json "$work/stdout"
expect_json '.license == "0BSD"' '.function == "p"' '[.arguments[].access] == ["in","in","out","in","inout","in","inout","inout","out"]' \
  '[.arguments[].kind] == ["size","bool","tensor","tensor","tensor","scalar","scalar","window","window"]' \
  '.arguments[2] == {name: "A", kind: "tensor", type: "f32", shape: ["n", 8], strides: [8, 1], memory: "DRAM", access: "out", declaration: "float *A"}' \
  '.arguments[5].c_name == "double_" and .arguments[5].shape == [] and .arguments[5].declaration == "float double_"' \
  '.arguments[7].strides == ["w.strides[0]", 1] and .arguments[7].type == "f32"'
licensed out

# What the procedure as written does, the scheduled one does; not what only holds if a condition does that was not proved.
cat >q.tess <<'T'
def q(n: size, x: f32[n], y: f32[n]):
    for i in seq(0, n):
        y[i] = x[i]
T
printf "p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='guard')\n" >q.sched
printf "p = add_unsafe_guard(p, 'y[_] = _', 'n > 0')\n" >u.sched
run compile q.tess --sched q.sched -o q --prefix lib_
expect 0
cp q/q.json "$work/stdout"
expect_json '[.arguments[].access] == ["in","in","out"]' '.function == "lib_q"'
run compile q.tess --sched u.sched -o u
expect 0
cp u/q.json "$work/stdout"
expect_json '[.arguments[].access] == ["in","in","inout"]'

# A state between calls is an argument of the C.
cat >c.tess <<'T'
config Cfg:
    scale: f32

def c(n: size, x: f32[n]):
    for i in seq(0, n):
        x[i] = Cfg.scale
T
run compile c.tess -o c
expect 0
cp c/c.json "$work/stdout"
expect_json '.arguments[0] == {name: "ctxt", kind: "context", type: "struct c_ctxt", access: "inout", declaration: "struct c_ctxt *ctxt"}'

# Many arguments, long shapes, many steps.
{
  printf 'def many(n: size'
  for i in $(seq 40); do printf ', an_argument_%s: f32[n + %s, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7]' "$i" "$i"; done
  printf '):\n    assert n > 1 and n > 2 and n > 3 and n > 4 and n > 5 and n > 6 and n > 7 and n > 8 and n > 9 and n > 10 and n > 11 and n > 12\n    pass\n'
} >many.tess
run compile many.tess -o many
expect 0
licensed many
gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only -x c many/many.h || complain "many.h is no C"

# Of shipped schedules and convolutions; the packing of weights says what it fills.
top=$here/../..
count=0
while IFS=$(printf '\t') read -r name words; do
  count=$((count + 1))
  [ $((count % 4)) -eq 1 ] || continue
  cd "$top" || exit 1
  # shellcheck disable=SC2086  # words
  run compile $words -o "$work/headers/shipped/$name"
  cd "$work/headers" || exit 1
  expect 0
done <<SCHEDULES
$("$top/scripts/shipped-schedules")
SCHEDULES
[ "$count" -gt 10 ] || complain "$count shipped schedules"
for shape in 64,64,8,14,3,3 K=20,C=3,H=9,W=9,R=3,S=3,pad=1 K=8,C=8,H=9,W=30,R=5,S=1,groups=8; do
  run conv --shape $shape --target avx512 --epilogue scale,bias,residual,relu -o "shipped/$shape" --stem layer
  expect 0
done
for made in shipped/*,*; do
  cp "$made/layer.json" "$work/stdout"
  expect_json '[.arguments[] | [.name, .access]] == [["O","out"],["F","in"],["I","in"],["scale","in"],["bias","in"],["residual","in"]]'
  checks=$((checks + 1))
  if [ -e "$made/layer_pack.json" ]; then
    jq -s -e '.[0].arguments[1].shape == .[1].arguments[1].shape and .[1].arguments[1].kind == "tensor"' \
      "$made/layer.json" "$made/layer_pack.json" >"$work/output" || complain "what $made packs is not what it reads"
  fi
done
cp shipped/64,64,8,14,3,3/layer_pack.json "$work/stdout"
expect_json '[.arguments[].access] == ["in","out"]'
cp shipped/K=20,*/layer_pack.json "$work/stdout"
expect_json '[.arguments[].access] == ["in","inout"]'
licensed shipped
run family gemm --target neon --tile 8x12 --variant add_packed_packed -o family --test
expect 0
run family gemm_batch --target scalar --tile 2x4 --only product -o family/batch
expect 0
licensed family
licensed "$top/templates"
