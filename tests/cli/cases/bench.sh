# SPDX-License-Identifier: Apache-2.0
# tessera bench: what is asked for wrongly is said before anything is made. What it measures is in tests/bench.
printf 'name,m,n,k\na,1,2,3\n' >right.csv
run bench
expect 2 "a subcommand is required" "hint:"
run bench conv
expect 2 "--layers is required"
run bench gemm
expect 2 "--shapes is required"

# table TEXT MESSAGE...: refused, with the rule and the next step.
table() {
  printf "$1" >shapes.csv
  shift
  run bench gemm --shapes shapes.csv --peers none --runner true
  expect 2 "error[shapes]: " "rule: a table has the columns name, m, n, k; sizes are whole numbers from 1 to 1048576" "hint:" "$@"
}
run bench gemm --shapes absent.csv --runner true
expect 2 "error[shapes]: absent.csv: cannot be read"
table '' "shapes.csv: there is no header"
table '# only this\n' "shapes.csv: there is no header"
table 'name,m,n,k\n' "shapes.csv: there are no shapes"
table 'name,m,n\na,1,2\n' "shapes.csv: there is no column 'k'"
table 'name,m,n,k\na,1,2\n' "shapes.csv:2:" "3 fields, the header has 4" "  a,1,2"
table '# c\nname,m,n,k\na,1,2,3\n\nb,1,-2,3\n' "shapes.csv:5:5: " "'-2' is not a whole number" "  b,1,-2,3" "      ^"
table 'name,m,n,k\na,0,2,3\n' "shapes.csv:2:3: " "'0' is not a whole number"
table 'name,m,n,k\na,1,2,1.5\n' "shapes.csv:2:7: " "'1.5' is not a whole number"
table 'name,m,n,k\na,1,,3\n' "'' is not a whole number"
table 'name,m,n,k\na,1,99999999999999999999,3\n' "is not a whole number"
table 'name,m,n,k\na,1048577,2,3\n' "'1048577' is not a whole number"
table 'name,m,n,k,count\na,1,2,3,many\n' "shapes.csv:2:9: " "'many' is not a whole number"
run bench gemm --shapes shapes.csv --peers none --runner true --json
expect 2
expect_json '.error | .code == "shapes" and .places[0].line == 2 and .places[0].column == 9 and .places[0].text == "a,1,2,3,many"'

run bench gemm --shapes right.csv --peers nobody --runner true
expect 2 "--peers: nobody not in {openblas,blis,libxsmm,onednn,mkl,onednn_packed,none}"
run bench gemm --shapes right.csv --dtype f16 --runner true
expect 2 "--dtype"
run bench gemm --shapes right.csv --pairs 8 --runner true
expect 2 "--pairs"
run bench gemm --shapes right.csv --beta 2 --runner true
expect 2 "--beta"
run bench gemm --shapes right.csv --threads 0 --runner true
expect 2 "--threads"
run bench gemm --shapes right.csv --library x.so --target avx2 --runner true
expect 2 "excludes"
run bench gemm --shapes right.csv --library x.so --tile 2x16 --runner true
expect 2 "excludes"
run bench gemm --shapes right.csv --target avx2 --tile two --runner true
expect 2 "'two' is not a tile"

# The program that measures is not there: what to build.
run bench gemm --shapes right.csv --runner ./absent
expect 2 "error[runner]: there is no measuring program ./absent" "scripts/build release gemm_runner" "TESSERA_GEMM_RUNNER"
TESSERA_GEMM_RUNNER=./absent_too run bench gemm --shapes right.csv
expect 2 "there is no measuring program ./absent_too"
run bench gemm --shapes right.csv --runner .
expect 2 "there is no measuring program ."

# The product cannot be made. The folder that it is made in goes away.
mkdir scratch
TMPDIR=$PWD/scratch run bench gemm --shapes right.csv --runner true --target nein
expect 2 "there is no hardware library 'nein'"
shipped=$("$tessera" hwlib list --json | jq -r '.[] | select(.library == "scalar") | .folder' | xargs dirname)
cp -r "$shipped/scalar" bare
sed -i 's/role="store_add"/role="other"/' bare/f32.tess
TMPDIR=$PWD/scratch run bench gemm --shapes right.csv --runner true --target ./bare --json
expect 2 "bare has no instruction of the role store_add for f32"
expect_json '.error.code == "family"'
TMPDIR=$PWD/scratch run bench gemm --shapes right.csv --runner true --target scalar --tile 2x8
expect 0
no_files scratch

# As if it were the program that measures: what it ends with.
cat >runner <<'END'
#!/bin/sh
echo "$*" >asked
echo "its words" >&2
exit "$(cat code)"
END
chmod +x runner
echo 0 >code
run bench gemm --shapes right.csv --runner ./runner --library x.so --peers openblas,mkl --beta 0 --pairs 11 --flush
expect 0 "its words"
checks=$((checks + 1))
for word in "--library x.so" "--shapes right.csv" "--peers openblas,mkl" "--beta 0" "--pairs 11" "--flush" "--threads 1" "--dtype f32"; do
  grep -qF -e "$word" asked || complain "the program is not told $word"
done
echo 1 >code
run bench gemm --shapes right.csv --runner ./runner --library x.so
expect 1 "its words"
echo 3 >code
run bench gemm --shapes right.csv --runner ./runner --library x.so --json
expect 2 "error[runner]: ./runner ended with status 3" "  its words" "hint: "
expect_json '.error.code == "runner"'
printf '#!/bin/sh\nkill -9 $$\n' >runner
run bench gemm --shapes right.csv --runner ./runner --library x.so
expect 2 "was ended by signal 9"

# Compilers, where this CPU has vectors that the product can be made for.
run bench gemm --shapes right.csv --runner true --tile 2x16 --cc no-such-compiler
if ! grep -q 'has no instructions on the first n lanes' "$work/output"; then
  expect 2 "error[compiler]: there is no compiler 'no-such-compiler'" "or name another with --cc"
  printf '#!/bin/sh\necho no such flag; exit 4\n' >stubborn
  chmod +x stubborn
  TMPDIR=$PWD/scratch run bench gemm --shapes right.csv --runner true --tile 2x16 --cc ./stubborn
  expect 2 "error[compiler]: ./stubborn did not compile" "(exit status 4)" "  no such flag" "hint: another compiler"
  run bench gemm --shapes right.csv --runner true --tile 2x16 --cc true
  expect 2 "true did not compile"
  no_files scratch
fi

# Without --target: the longest vectors among the shipped libraries that this CPU runs, and none that it does not.
mkdir -p libraries none
cp -r "$shipped/avx2" libraries/tomorrow
sed -i 's/feature="[a-z0-9_]*/&_of_tomorrow/' libraries/tomorrow/*.tess
TESSERA_HWLIB=$PWD/libraries run bench gemm --shapes right.csv --runner true
expect 2 "error[hwlib]: no shipped hardware library has vectors of f32 for this CPU" "name one with --target"
TESSERA_HWLIB=$PWD/none run bench gemm --shapes right.csv --runner true --dtype f64
expect 2 "no shipped hardware library has vectors of f64 for this CPU"
mv bare libraries/
TESSERA_HWLIB=$PWD/libraries run bench gemm --shapes right.csv --runner true
expect 2 "bare has no instruction of the role store_add for f32"

# Convolutions: tables of either form.
printf 'name,K,C,H,R,stride\na,16,3,5,3,1\nb,16,3,5,1,2\n' >layers.csv
# layers TEXT MESSAGE...
layers() {
  printf "$1" >wrong.csv
  shift
  run bench conv --layers wrong.csv --contenders none --runner true
  expect 2 "error[layers]: " "rule: a table has the columns name,K,C,H,R,stride or name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil; " "hint:" "$@"
}
run bench conv --layers absent.csv --runner true
expect 2 "error[layers]: absent.csv: cannot be read"
layers '' "wrong.csv: there is no header"
layers 'name,K,C,H,R,stride\n' "wrong.csv: there are no layers"
layers 'name,K,C,H,R\na,1,2,3,1\n' "wrong.csv: there is no column 'stride'"
layers 'name,K,C,H,W,kh,stride\na,1,2,3,4,1,1\n' "wrong.csv: there is no column 'kw'"
layers 'K,C,H,R,stride\n1,2,3,1,1\n' "wrong.csv: there is no column 'name'"
layers 'name,K,C,H,R,stride\na,1,2,3,1\n' "wrong.csv:2:" "5 fields, the header has 6" "  a,1,2,3,1"
layers '# c\nname,K,C,H,R,stride\na,16,3,5,3,1\nb,16,0,5,3,1\n' "wrong.csv:4:6: " "'0' is not a whole number" "  b,16,0,5,3,1" "       ^"
layers 'name,K,C,H,R,stride\na,-1,3,5,3,1\n' "wrong.csv:2:3: " "'-1' is not a whole number from 1 to 2147483648"
layers 'name,K,C,H,R,stride\na,99999999999999999999,3,5,3,1\n' "wrong.csv:2:3: " "is not a whole number"
layers 'name,K,C,H,R,stride\na,16,3,5,3,two\n' "wrong.csv:2:12: " "'two' is not a whole number"
layers 'name,K,C,H,R,stride\na,16,3,65536,3,1\n' "wrong.csv:2:" "the image has 1 x 65538 x 65538 x 3 elements, more than 1073741824"
layers 'name,K,C,H,R,stride\na,1048577,3,5,3,1\n' "wrong.csv:2:" "K is 1048577, more than 1048576"
layers 'name,K,C,H,R,stride\na,1,1048576,5,3,1\n' "wrong.csv:2:" "a result is a sum of 9437184 products"
descriptors='name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil'
layers "$descriptors\na,16,3,5,5,3,3,1,0,0,0,0,3\n" "wrong.csv:2:" "the kernel does not fit: R = 3 with dilation 3, H = 5 and 0 zeros around it"
layers "$descriptors\na,16,3,5,5,3,3,1,0,-1,0,0,1\n" "wrong.csv:2:20: " "'-1' is not a whole number from 0"
layers "$descriptors\na,16,3,5,5,3,3,1x0,0,0,0,0,1\n" "wrong.csv:2:16: " "'0' is not a whole number from 1"
layers "$descriptors\na,16,3,5,5,3,3,1,0,0,0,0,1x1x1\n" "wrong.csv:2:26: " "'1x1x1' is neither N nor NxM"
layers "$descriptors,groups\na,16,3,5,5,3,3,1,0,0,0,0,1,2\n" "2 groups do not divide 16 and 3 channels"
run bench conv --layers wrong.csv --runner true --json
expect 2
expect_json '.error | .code == "layers" and .places[0].line == 2 and (.message | contains("groups"))'
run bench conv --layers layers.csv --only a,c --runner true
expect 2 "error[layers]: layers.csv has no layer 'c'" "hint: it has a, b"
run bench conv --layers layers.csv --contenders nobody --runner true
expect 2 "--contenders: nobody not in {plain,onednn,onednn_plain,xnnpack,im2row,im2row_openblas,naive,none}"
run bench conv --layers layers.csv --pairs 8 --runner true
expect 2 "--pairs"
run bench conv --layers layers.csv --threads 0 --runner true
expect 2 "--threads"
run bench conv --layers layers.csv --runner ./absent
expect 2 "error[runner]: there is no measuring program ./absent" "scripts/build release conv_runner" "TESSERA_CONV_RUNNER"
TESSERA_CONV_RUNNER=./absent_too run bench conv --layers layers.csv
expect 2 "there is no measuring program ./absent_too"

# What cannot be made, and what the program that measures is told.
run bench conv --layers layers.csv --runner true --target nein
expect 2 "error[layers]: there is no kernel for a: there is no hardware library 'nein'" "hint: leave the layer out with --only"
TMPDIR=$PWD/scratch run bench conv --layers layers.csv --runner true --target scalar --conv-options "--epilogue nein" --json
expect 2 "--epilogue: there is no 'nein'"
expect_json '.error.code == "usage"'
run bench conv --layers layers.csv --runner true --target scalar --conv-options "--epilog relu"
expect 2 "error[usage]: --conv-options: " "--epilog" "says what there is"
# Kernels that the program that measures does not know how to call are refused before anything is made.
while read -r words; do
  TMPDIR=$PWD/scratch run bench conv --layers layers.csv --runner true --target nein --conv-options "$words"
  expect 2 "error[usage]: --conv-options: kernels with $words are not measured" "hint: measured are convolutions of f32 in nhwc"
done <<'END'
--layout nchw
--layout nwhc
--layout nChw8c
--weights oihw
--pack-from oihw
--dtype f64
--add
END
run bench conv --layers layers.csv --runner true --target scalar --conv-options "--weights oihw --layout nchw"
expect 2 "kernels with --layout nchw are not measured"
for epilogue in bias relu; do
  run bench conv --layers layers.csv --runner true --target scalar --conv-options "--epilogue $epilogue"
  expect 2 "kernels with --epilogue are not measured"
done
run bench conv --layers layers.csv --runner true --target nein --conv-options "--layout nhwc --dtype f32 --pack-from hwio"
expect 2 "there is no hardware library 'nein'"
TMPDIR=$PWD/scratch run bench conv --layers layers.csv --runner true --target scalar --cc no-such-compiler
expect 2 "error[compiler]: there is no compiler 'no-such-compiler'"
no_files scratch
cat >runner <<'END'
#!/bin/sh
echo "$*" >asked
cp "$2" table
echo "its words" >&2
exit "$(cat code)"
END
chmod +x runner
echo 0 >code
printf 'name,network,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil\nodd,net,16,3,9,8,3,2,2x1,1,0,0,2,1x2\npoint,net,8,4,5,5,1,1,1,0,0,0,0,1\n' >odd.csv
run bench conv --layers odd.csv --runner ./runner --target scalar --contenders plain,naive --pairs 11 --threads 2 --untuned
expect 0 "its words"
checks=$((checks + 1))
for word in --overwrites "--contenders plain,naive" "--pairs 11" "--threads 2" "--what for scalar by Tessera "; do
  grep -qF -e "$word" asked || complain "the program is not told $word"
done
for word in name,shape,kernel,pack,pack_kernel,plain,naive,naive_pack,scheme,scheme_plain,network \
  'odd,"K=16,C=3,H=9,W=8,R=3,S=2,stride_h=2,dilation_w=2,top=1,right=2",0/layer.so:layer,' ,0/layer.so:layer_pack,0/plain.so:plain,0/naive.so:naive, ' V('; do
  grep -qF -e "$word" table || complain "the table lacks $word"
done
run bench conv --layers odd.csv --runner ./runner --target scalar --only point --conv-options "--weights hwio"
expect 0
grep -qF -e 'point,"K=8,C=4,H=5,W=5,R=1,S=1",0/layer.so:layer,,,,,,' table || complain "plain weights are not told"
if grep -q odd table; then complain "a layer was made that was not asked for"; fi
scheme="R(p) R(q) R(r) R(s) R(c) U(4, k) V(k)"
printf 'name,K,C,H,R,stride,scheme\na,16,4,5,3,1,"%s"\n' "$scheme" >schemes.csv
run bench conv --layers schemes.csv --runner ./runner --target scalar
expect 0
grep -qF -e "\"$scheme\"" table || complain "the scheme of the table is not taken"
run bench conv --layers schemes.csv --runner ./runner --target scalar --untuned
expect 0
if grep -qF -e "\"$scheme\"" table; then complain "the scheme of the table is taken with --untuned"; fi
printf 'name,K,C,H,R,stride,scheme,scheme_plain\na,16,4,5,3,1,,"%s"\n' "$scheme" >schemes.csv
run bench conv --layers schemes.csv --runner ./runner --target scalar --contenders plain
expect 0
grep -qF -e ",\"$scheme\"" table || complain "the scheme of the table is not taken for plain weights"
run bench conv --layers schemes.csv --runner ./runner --target scalar --conv-options "--caches 32,512"
expect 0
echo 1 >code
run bench conv --layers layers.csv --runner ./runner --target scalar --only b
expect 1 "its words"
echo 3 >code
run bench conv --layers layers.csv --runner ./runner --target scalar --only b --json
expect 2 "error[runner]: ./runner ended with status 3" "  its words" "hint: "
