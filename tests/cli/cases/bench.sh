# tessera bench gemm: what is asked for wrongly is said before anything is made. What it measures is in tests/bench.
printf 'name,m,n,k\na,1,2,3\n' >right.csv
run bench
expect 2 "A subcommand is required" "hint:"
run bench conv
expect 2 "hint:"
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
expect 2 "'two' is no tile"

# The program that measures is not there: what to build.
run bench gemm --shapes right.csv --runner ./absent
expect 2 "error[runner]: there is no program ./absent" "scripts/build release gemm_runner" "TESSERA_GEMM_RUNNER"
TESSERA_GEMM_RUNNER=./absent_too run bench gemm --shapes right.csv
expect 2 "there is no program ./absent_too"
run bench gemm --shapes right.csv --runner .
expect 2 "there is no program ."

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
