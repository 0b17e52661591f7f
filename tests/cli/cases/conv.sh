# SPDX-License-Identifier: Apache-2.0
# tessera conv: what is asked for wrongly, and what is written.
# A list may have blanks, and the files have the name of a procedure in C.
run conv --shape "K=8, C=4, H=5, W=5, R=1, S=1" --target scalar -o blanks
expect 0 "steps"
run conv --shape 8,4,5,5,1,1 --target scalar --stem my-layer -o none
expect 2 "error[usage]: --stem: 'my-layer' is not a valid C identifier"
no_files none

# Sums of i32 and numbers in f32 are in other memories there: results are converted one by one.
run conv --target sve --lanes 16 --types i8,i8,i32,i8 --shape N=1,groups=1,K=51,C=15,H=9,W=20,R=2,S=2 --layout nhwc \
    --epilogue bias,relu6 -o results-one-by-one
expect 0 "obligations proved"

run conv --target avx512
expect 2 "--shape is required"
run conv --shape 64,64,56,56,3 --target avx512
expect 2 "error[shape]: '64,64,56,56,3' has 5 numbers" "K,C,H,W,R,S[,stride]"
run conv --shape 64,64,0,56,3,3 --target avx512
expect 2 "error[shape]: H: '0' is not a whole number from 1 to 2147483648" "hint: as K=64,C=64,"
run conv --shape K=64,C=64,H=56,W=56,R=3 --target avx512
expect 2 "does not say S"
run conv --shape K=64,C=64,H=56,W=56,R=3,S=3,K=2 --target avx512
expect 2 "K is given twice"
run conv --shape K=64,C=64,H=56,W=56,R=3,S=3,pat=1 --target avx512
expect 2 "'pat' is not a field of a convolution's shape" "stride_h" "also stride, dilation and pad"
run conv --shape K=64,C=64,H=99999999999,W=56,R=3,S=3 --target avx512
expect 2 "error[shape]: H: '99999999999' is not a whole number from 1 to 2147483648"
run conv --shape K=2147483648,C=2147483648,H=56,W=56,R=1,S=1 --target avx512
expect 2 "elements, more than 1099511627776" "a smaller shape"
run conv --shape K=4,C=4,H=2,W=9,R=3,S=3 --target avx512
expect 2 "the kernel does not fit: R = 3 with dilation 1, H = 2 and 0 zeros around it"
run conv --shape K=5,C=4,H=9,W=9,R=3,S=3,groups=2 --target avx512
expect 2 "2 groups do not divide 5 and 4 channels"
run conv --shape 4,4,9,9,3,3 --target nein
expect 2 "error[hwlib]: there is no hardware library 'nein'"
shipped=$("$tessera" hwlib list --json | jq -r '.[] | select(.library == "avx512") | .folder')
cp -r "$shipped" odd
sed -i 's/scratch=0/scratch=30/' odd/f32.tess
run conv --shape 64,64,10,10,3,3 --target ./odd
expect 2 "mm512_fmadd_bcast_ps: scratch=30 leaves no registers of 32 for sums" "reads the element from memory"
rm -r odd
run conv --shape 4,4,9,9,3,3 --target neon --dtype i8
expect 2 "error[conv]: the sums would be i8 too, which a few products overflow" "--types ui8,i8,i32"
# mixed SHAPE OPTION TEXT...: what there is no kernel of bytes for.
mixed() {
  # shellcheck disable=SC2086  # words
  run conv --target avx512 --types ui8,i8,i32 --shape "$1" $2 -o none
  shift 2
  expect 2 "error[conv]: " "$@"
  no_files none
}
mixed 16,8,5,5,3,3 "--weights hwio" "hwio weights in a convolution of ui8,i8,i32" "--weights packed"
mixed 16,8,5,5,3,3 "--layout nchw" "layout nchw in a convolution of ui8,i8,i32" "--layout nhwc or nwhc"
mixed 16,8,5,5,3,3 "--epilogue bias" "an epilogue in a convolution of ui8,i8,i32" "results are the sums, of i32; --types ui8,i8,i32,f32"
mixed K=16,C=16,groups=16,H=5,W=5,R=3,S=3,pad=1 "--border peeled" "--border peeled for a depthwise convolution of ui8,i8,i32" "--border copied"
mixed K=16,C=16,groups=16,H=5,W=5,R=3,S=3 "--scheme R(p)V(g)" "the scheme 'R(p) V(g)' is no block of channels" "as V(16, g)"
run conv --shape K=16,C=16,groups=16,H=5,W=5,R=3,S=3 --target power10 --types ui8,i8,i32 --stem c -o depthwise
expect 0 "depthwise/c.c: V(16, g)"
mixed K=32,C=6,groups=2,H=5,W=5,R=3,S=3 "" "3 channels to a group" "an instruction multiplies 4 of one group"
run conv --shape 16,8,5,5,3,3 --target avx512 --types i8,ui8,i32 -o none
expect 2 "error[conv]: avx512 has no instruction that adds products of i8 and ui8 to sums of i32" "it has " "ui8,i8,i32 (1 by 16, 4 deep)" "dst[i, j] += a[i, q] * b[j, q]"
# Products of several pixels: the scheme is a tile of them.
run conv --shape 16,8,5,5,3,3 --target power10 --types bf16,bf16,f32 -o outer
expect 0 "outer/conv_k16_c8_h7_w7_r3_s3.c: U(5, q) V(16, k)"
run conv --shape 16,8,5,5,3,3 --target power10 --types bf16,bf16,f32 --scheme "U(4, q) V(8, k)" --stem c -o outer
expect 0 "outer/c.c: U(4, q) V(8, k)"
run conv --shape 16,8,5,5,3,3 --target power10 --types bf16,bf16,f32 --scheme "R(p) U(4, q) V(8, k)" -o none
expect 2 "error[conv]: the scheme 'R(p) U(4, q) V(8, k)' is no tile: products by p10_xvbf16ger2pp have no other loops to choose" "as U(5, q) V(16, k)"
run conv --shape 64,8,5,50,3,3 --target power10 --types bf16,bf16,f32 --scheme "U(16, q) V(64, k)" -o none
expect 2 "error[conv]: the tile 'U(16, q) V(64, k)' needs more registers than the " "as U("
cp -r "$(dirname "$shipped")/power10" outer_less
sed -i 's/role="zero", //' outer_less/mma_f32.tess
run conv --shape 16,8,5,5,3,3 --target ./outer_less --types bf16,bf16,f32 -o none
expect 2 "error[conv]: ./outer_less has no instruction of the role zero for f32 in ACC" "p10_xvbf16ger2pp needs it"
run conv --shape K=16,C=8,H=5,W=5,R=3,S=3,pad=1 --target power10 --types bf16,bf16,f32 --border peeled -o none
expect 2 "error[conv]: --border peeled for products of 4 pixels by 4 channels" "--border copied"
run conv --shape 16,8,5,5,3,3 --target scalar --types ui8,i8,i32 -o none
expect 2 "the library scalar has nothing of i32"
run conv --shape 16,8,5,5,3,3 --target scalar --types bf16,bf16,f32 -o none
expect 2 "error[conv]: scalar has no instruction that adds products of bf16 and bf16 to sums of f32" "it has none on other types either"
run conv --shape 16,8,5,5,3,3 --target neon --types i8,i8,i32 --stem by_matrices -o forms
expect 0 "forms/by_matrices.c: U("
run conv --shape 16,8,5,5,3,3 --target neon --types i8,i8,i32 --scheme "R(p) R(q) R(k) R(r) R(s) R(c) U(5, q) U(2, k) V(k)" --stem by_dot -o forms
expect 0 "forms/by_dot.c: R("
for form in by_matrices:vmmlaq_s32 by_dot:vdotq_s32; do
  grep -q "${form#*:}" "forms/${form%:*}.c" || complain "${form%:*} has no ${form#*:}"
done
no_files none
run conv --shape 16,8,5,5,3,3 --target avx512 --types ui8,i8,i32,ui8 --add -o none
expect 2 "error[conv]: adding to results in a convolution of ui8,i8,i32" "they are no sums, but ui8 from these"
cp -r "$here/../../examples/dot/sdot" results_less
sed -i 's/i8\[16\] as int8x16_t/&, f32[4] as float32x4_t/' results_less/sdot.tess
run conv --shape 16,8,5,5,3,3 --target ./results_less --types i8,i8,i32,i8 --epilogue relu --cpu none -o none
expect 1 "error[vectorize]: no instruction of SDOT computes this" "hint: results of i8 are computed from sums of i32" "Without such results: --types i8,i8,i32"
run conv --shape 16,8,5,5,3,3 --target avx512 --types ui8,i8,i32,i64 -o none
expect 2 "error[conv]: results of i64 in a convolution of ui8,i8,i32" "f32, bf16, f16, i8, ui8, i16, ui16, or the sums"
run conv --shape 16,8,5,5,3,3 --target avx512 --types ui8,i32 -o none
expect 2 "--types: 'ui8,i32' is not a list of three or four types"
run conv --shape 16,8,5,5,3,3 --target avx512 --types f32,f32,f32 -o same
expect 0 "steps"
run conv --shape 16,8,5,5,3,3 --target avx512 --types f32,f32,f32,bf16 -o none
expect 2 "error[conv]: results of bf16 from products of f32"
mixed K=16,C=3,H=5,W=5,R=3,S=3,pad=1 "--border peeled" "--border peeled for 3 channels" "zeros after its last channel"
printf 'name,shape,types\none,"16,8,5,5,3,3","ui8,i8"\n' >types.csv
run conv --layers types.csv --target avx512 -o none
expect 2 "types.csv:2:1" "layer 'one': --types: 'ui8,i8' is not a list of three or four types"
printf 'name,shape\none,"16,8,5,5,3,3"\n' >types.csv
run conv --layers types.csv --target avx512 --types i8,ui8,i32 -o none
expect 2 "types.csv:2:1" "layer 'one': avx512 has no instruction that adds products of i8 and ui8 to sums of i32" "for the target avx512"
run conv --layers types.csv --types i8,ui8,i32 -o none
expect 2 "error[layers]: " "adds products of i8 and ui8 to sums of i32"
run conv --layers types.csv --target neon --types i8,i8,i32 -o net_of_bytes --json
expect_json '.layers[0].types == "i8,i8,i32" and .layers[0].arguments[2].type == "i8"'
no_files none
run conv --shape 4,4,9,9,3,3 --target neon --dtype i64
expect 2 "the library neon has nothing of i64"
run conv --shape 4,4,9,9,3,3 --target neon --layout nhcw
expect 2 "error[conv]: there is no layout nhcw" "nChw16c"
run conv --shape 4,4,9,9,3,3 --target neon --weights oihw
expect 2 "--weights packed --pack-from oihw"
run conv --shape 4,4,9,9,3,3 --target neon --epilogue bias,bias
expect 2 "--epilogue: bias is given twice"
# wrong EPILOGUE TEXT...
wrong() {
  run conv --shape 4,4,9,9,3,3 --target neon --epilogue "$1"
  shift
  expect 2 "error[usage]: --epilogue: " "$@"
}
wrong relu7 "there is no 'relu7'" "scale, bias, residual, relu, relu6, clamp:LO:HI, leaky:SLOPE"
wrong relu:1 "'relu:1' has 1 values, relu takes 0" "as in relu"
wrong clamp "'clamp' has 0 values, clamp takes 2" "as in clamp:-1:1"
wrong clamp:0:6:7 "'clamp:0:6:7' has 3 values"
wrong clamp:0: "'' in 'clamp:0:' is not a number"
wrong clamp:0:six "'six' in 'clamp:0:six' is not a number" "f32 has to hold it"
wrong clamp:0:1e39 "'1e39' in 'clamp:0:1e39' is not a number"
wrong clamp:0:inf "'inf' in 'clamp:0:inf' is not a number"
wrong clamp:6:0 "no number is within the bounds of 'clamp:6:0'" "the lower one first"
wrong leaky "'leaky' has 0 values, leaky takes 1" "as in leaky:0.1"
wrong leaky:nan "'nan' in 'leaky:nan' is not a number"
wrong clamp:0:6,clamp:0:7 "clamp is given twice"
run conv --shape 4,4,9,9,3,3 --target neon --scheme 'R(p) R(q) R(r) R(s) T(3, c) V(k)'
expect 2 "error[scheme]: the scheme covers 3 of c = 4" "T(4, c) in the place of T(3, c)"
run conv --shape 4,4,9,9,3,3 --target neon --scheme 'R(p) R(x)'
expect 2 "there is no loop x"
run conv --shape 4,4,9,9,3,3 --target neon --threads some
expect 2 "--threads: 'some' is neither a number of threads nor a strategy" "none, outermost, collapse, inside, outside"
run conv --shape 4,4,9,9,3,3 --target neon --threads 0
expect 2 "'0' is neither a number of threads"
run conv --shape 4,4,9,9,3,3 --target neon --scheme 'R(p) R(q) R(r) R(s) par R(c) V(k)'
expect 1 "the iterations of the loop over c add to one place" "par is for loops over a dimension of the result"
[ -z "$(ls "$work"/*.c 2>/dev/null)" ] || complain "something was written"

run conv --shape K=20,C=4,H=9,W=9,R=3,S=3,pad=1 --target neon --epilogue bias,relu -o "$work/conv" --json
expect 0
expect_json '.name == "conv_k20_c4_h9_w9_r3_s3_pad1" and .shape == "K=20,C=4,H=9,W=9,R=3,S=3,pad=1" and (.procedures | length) == 2'
for file in conv_k20_c4_h9_w9_r3_s3_pad1 conv_k20_c4_h9_w9_r3_s3_pad1_pack; do
  for end in c h json sched evidence.json; do
    [ -s "$work/conv/$file.$end" ] || complain "there is no $file.$end"
  done
done
run conv --shape 4,4,9,9,3,3 --target neon --weights hwio --stem small -o "$work/conv" --test
expect 0 "conv/small.c: " "obligations proved"
[ -s "$work/conv/small_test.c" ] && [ ! -e "$work/conv/small_pack.c" ] || complain "other files than asked for"

# What becomes of a sum, in instructions.
for epilogue in 'relu6 vminq_f32' 'clamp:-1:0.5 vminq_f32' 'leaky:0.1 vbslq_f32'; do
  run conv --shape K=20,C=4,H=9,W=9,R=3,S=3,pad=1 --target neon --epilogue "bias,${epilogue% *}" --stem act -o "$work/conv"
  expect 0
  grep -q "${epilogue#* }" "$work/conv/act.c" || complain "there is no ${epilogue#* } for ${epilogue% *}"
  if grep -q 'tessera_select\|tessera_min\|tessera_max\|tessera_relu' "$work/conv/act.c"; then complain "${epilogue% *} is left to loops"; fi
done

# the border of the image
for border in peeled copied; do
  run conv --shape K=8,C=4,H=9,W=9,R=3,S=3,pad=1 --target neon --border $border --stem $border -o "$work/conv" \
    --scheme 'R(p) T(3, q) T(2, k) R(r) R(s) R(c) U(3, q) V(k)'
  expect 0
done
grep -q 'if p + r - 1 >= 0' "$work/conv/peeled.tess" || complain "the program has no border"
if grep -q 'padded\|if (' "$work/conv/peeled.c"; then complain "the border is not peeled"; fi
grep -q 'padded' "$work/conv/copied.c" || complain "the image is not copied"
run conv --shape K=8,C=4,H=9,W=9,R=3,S=3,pad=1 --target neon --layout nchw --border peeled -o "$work/conv"
expect 2 "error[conv]: --border peeled: rows of layout nchw lie in vectors" "hint: --border copied"
run conv --shape K=8,C=4,H=9,W=9,R=3,S=3,pad=1 --target neon --epilogue relu,,bias -o "$work/conv"
expect 2 "--epilogue: there is no word between two commas of 'relu,,bias'"
run conv --shape K=8,C=4,H=9,W=9,R=3,S=3,pad=1 --target neon --border none
expect 2 "--border"
# Where the border leaves no loop that reads a block again, no next one is asked for there.
run conv --shape K=20,C=4,H=2,W=12,R=3,S=3,pad=1 --target neon --weights hwio --border peeled --stem ahead -o "$work/conv" \
  --scheme 'Prefetch(F, next) T(5, k) T(2, p) T(4, q) R(r) R(s) R(c) U(3, q) V(k)'
expect 0
blocks=$(grep -c 'prefetch.*, 0, 2)' "$work/conv/ahead.c")
[ "$blocks" = 2 ] || complain "$blocks loops ask for the next block of weights, not those inside the image for either p"
run conv --shape K=20,C=4,H=2,W=9,R=3,S=3,pad=1 --target neon --weights hwio --border peeled -o "$work/conv" \
  --scheme 'Prefetch(F, next) R(p) T(3, q) T(5, k) R(r) R(s) R(c) U(3, q) V(k)'
expect 1 "Prefetch(F, next): no loop inside chooses what others in it read again"

# parallel WANTED STEM OPTION...: the parallel nests of the C, each with its iterations and counters.
parallel() {
  wanted=$1 stem=$2
  shift 2
  run conv --shape K=20,C=8,H=9,W=9,R=3,S=3,pad=1 --target neon --weights hwio --stem "$stem" -o "$work/conv" "$@"
  expect 0
  nests=$(sed -n 's/^ *tessera_divide(&[a-z_0-9]*, \([0-9]*\));/\1:/p; s/^ *const int64_t \([a-z]*\) = tessera_iteration_.*/\1/p' "$work/conv/$stem.c" |
    tr '\n' ' ')
  [ "$nests" = "$wanted" ] || complain "the nests are '$nests', not '$wanted'"
}
loops='R(c) T(5, k) R(p) Lseq(q, a, [(1, 3), (3, 2)]) R(r) R(s) U(a, q) V(k)'
parallel "" sequential --scheme "$loops"
parallel "11: h 81: p q 45: kt p " collapsed --scheme "$loops" --threads collapse
expect 0 "collapsed.c: R(c) par T(5, k) par R(p) Lseq("
parallel "11: h 45: kt p " inside --scheme "$loops" --threads inside
expect 0 "inside.c: par T(5, k) par R(p) Lseq(q, a, [(1, 3), (3, 2)]) R(c) R(r) R(s) U("
parallel "11: h 81: p q 45: kt p " outside --scheme "$loops" --threads outside
expect 0 "outside.c: R(c) R(r) R(s) par T(5, k) par R(p) Lseq("
parallel "11: h 45: kt p " chosen --scheme "$loops" --threads 2
[ "$(jq -r '.flags[0]' "$work/conv/chosen.json")" = -fopenmp ] || complain "the manifest lacks -fopenmp"
[ "$(jq '.flags | length' "$work/conv/sequential.json")" = 0 ] || complain "flags for a sequential kernel"

# What is shipped for a family of CPUs.
tuned='K=512,C=512,H=9,W=9,R=3,S=3'
run conv --shape "$tuned" --target avx512 --cpu AuthenticAMD-25 -o "$work/conv" --json
expect 0
expect_json '.scheme_from == "tuned default"'
run conv --shape "$tuned" --target avx512 --cpu AuthenticAMD-25 -o "$work/conv"
expect 0 "(tuned default)"
run conv --shape "$tuned" --target avx512 --cpu none -o "$work/conv" --json
expect 0
expect_json '.scheme_from == "model"'
run conv --shape "$tuned" --target avx512 --cpu AuthenticAMD-25 --untuned -o "$work/conv" --json
expect 0
expect_json '.scheme_from == "model"'
run conv --shape "$tuned" --target avx512 --weights hwio --cpu AuthenticAMD-25 -o "$work/conv_hwio" --json
expect 0
expect_json '.scheme_from == "tuned default"'
first='K=32,C=3,H=546,W=546,R=3,S=3'
run conv --shape "$first" --target avx512 --threads 2 --cpu AuthenticAMD-26 -o "$work/conv" --json
expect 0
expect_json '.scheme_from == "tuned default, shared out" and (.scheme | startswith("par T(544, p) "))'
run conv --shape "$first" --target avx512 --threads 2 --cpu AuthenticAMD-26 -o "$work/conv"
expect 0 "(tuned default, shared out)"
run conv --shape "$first" --target avx512 --threads 2 --cpu AuthenticAMD-26 --untuned -o "$work/conv" --json
expect 0
expect_json '.scheme_from == "model"'
for strided in stride=2 stride_h=2,stride_w=2; do
  run conv --shape "K=64,C=64,H=113,W=113,R=3,S=3,$strided" --target avx512 --cpu AuthenticAMD-25 -o "$work/conv" --json
  expect 0
  expect_json '.scheme_from == "tuned default"'
done
run conv --shape "$tuned" --target avx512 --layout nwhc --cpu AuthenticAMD-25 -o "$work/conv_nwhc" --json
expect 0
expect_json '.scheme_from == "model"'
run conv --shape 4,4,9,9,3,3 --target neon --cpu nobody
expect 2 "no tuned data ships for CPU 'nobody'" "host, none, AuthenticAMD-25"
# Weights from memory, whose next block is asked for where a loop reads this one again: not by two tiles one after the other, nor
# where the borders of the image leave one.
for caches in 32,512 32,1024 48,1024; do
  run conv --shape K=509,C=251,H=5,W=5,R=3,S=3,pad=1 --target avx512 --cpu none --caches $caches -o "$work/conv" --json
  expect 0
done
mkdir -p "$work/tuned/x/neon-f32" "$work/tuned/never/neon-f32" "$work/tuned/usual/neon-f32"
# From how far ahead most of what was tuned asks for weights, the model's schemes do too.
{
  printf 'shape,layout,weights,scheme\n'
  printf '"K=8,C=8,H=%s,W=9,R=3,S=3",nhwc,packed,"%sT(7, p) T(7, q) T(8, c) T(3, r) T(3, s) U(2, k) V(k)"\n' \
    9 'Prefetch(F, 0) ' 10 '' 11 'Prefetch(F, 0) '
} >"$work/tuned/never/neon-f32/schemes.csv"
sed 's/^\(.*H=11.*\)Prefetch(F, 0) /\1/' "$work/tuned/never/neon-f32/schemes.csv" >"$work/tuned/usual/neon-f32/schemes.csv"
TESSERA_TUNED="$work/tuned" run conv --shape 32,8,14,14,3,3 --target neon --cpu never -o "$work/conv" --json
expect 0
expect_json '.scheme | startswith("Prefetch(F, 0) ")' '.scheme_from == "model"'
TESSERA_TUNED="$work/tuned" run conv --shape 32,8,14,14,3,3 --target neon --cpu usual -o "$work/conv" --json
expect 0
expect_json '.scheme | contains("Prefetch") | not'
TESSERA_TUNED="$work/tuned" run conv --shape 32,8,14,14,3,3 --target neon --layout nchw --cpu never -o "$work/conv_nchw" --json
expect 0
expect_json '.scheme | contains("Prefetch") | not' # weights are no vectors there
printf 'shape,layout,weights,scheme\n' >"$work/tuned/x/neon-f32/schemes.csv"
printf 'rows,vectors,unrolled,percent_of_peak\nmany,1,,50\n' >"$work/tuned/x/neon-f32/microkernels.csv"
TESSERA_TUNED="$work/tuned" run conv --shape 4,4,9,9,3,3 --target neon --cpu x
expect 2 "error[tuned]" "a field is not a number"
rm "$work/tuned/x/neon-f32/microkernels.csv"
printf 'constant,value\ncycles_per_lode,0.05\n' >"$work/tuned/x/neon-f32/model.csv"
TESSERA_TUNED="$work/tuned" run conv --shape 4,4,9,9,3,3 --target neon --cpu x
expect 2 "error[tuned]" "x/neon-f32/model.csv: the model has no constant 'cycles_per_lode'" "hint: cycles_per_load"
printf 'constant,value\ncycles_per_load,-1\n' >"$work/tuned/x/neon-f32/model.csv"
TESSERA_TUNED="$work/tuned" run conv --shape 4,4,9,9,3,3 --target neon --cpu x
expect 2 "error[tuned]" "x/neon-f32/model.csv: cycles_per_load = -1" "hint: from 0"
# Loads that cost more than products: tiles of about as many rows as vectors, whatever else is as good.
printf 'constant,value\ncycles_per_load,10\n' >"$work/tuned/x/neon-f32/model.csv"
TESSERA_TUNED="$work/tuned" run conv --shape 32,8,14,14,3,3 --target neon --cpu x -o "$work/conv" --json
expect 0
expect_json '.scheme | endswith("U(4, k) V(k)")'
TESSERA_TUNED="$work/tuned" run conv --shape 32,8,14,14,3,3 --target neon --cpu none -o "$work/conv" --json
expect 0
expect_json '.scheme | endswith("U(4, k) V(k)") | not'
rm "$work/tuned/x/neon-f32/model.csv"
printf 'shape,layout,weights,scheme\nK=4,nhwc,packed,V(k)\n' >"$work/tuned/x/neon-f32/schemes.csv"
TESSERA_TUNED="$work/tuned" run conv --shape 4,4,9,9,3,3 --target neon --cpu x
expect 2 "error[tuned]" "x/neon-f32/schemes.csv: "

# What calls it sees the shapes that were asked for, where it computes in one row.
run conv --shape K=16,C=8,H=5,W=7,R=1,S=1 --target avx512 --cpu none -o row --json
expect 0
expect_json '.procedures[0].arguments | map(.shape) | .[0] == [1,5,7,16] and .[2] == [1,5,7,8]' \
  '.procedures[0].arguments[0] | .strides == [560,112,16,1] and .access == "out"' '.procedures | length == 2'

# Names hold the shape only: another convolution of that shape is not overwritten in silence.
run conv --shape 8,4,5,5,1,1 --target scalar --epilogue bias,relu -o names
expect 0
run conv --shape 8,4,5,5,1,1 --target scalar --epilogue bias,relu --untuned -o names
expect 0
run conv --shape 8,4,5,5,1,1 --target scalar --epilogue relu,bias -o names
expect 2 "error[output]: names/conv_k8_c4_h5_w5_r1_s1.tess holds another convolution" "bias, relu; for scalar" "hint: --stem"
run conv --shape 8,4,5,5,1,1 --target avx2 --cpu none --epilogue bias,relu -o names
expect 2 "error[output]: names/conv_k8_c4_h5_w5_r1_s1.tess holds another convolution"
run conv --shape 8,4,5,5,1,1 --target avx2 --cpu none --epilogue bias,relu --stem conv_avx2 -o names
expect 0
