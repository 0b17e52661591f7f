#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `tests/bench/command.sh TESSERA SOURCE-FOLDER`: `tessera bench` makes a product and convolutions that are right, measures
# them, and reports. Nothing is said of how fast it is. Exit code 77: skipped, with the reason.
set -u
tessera=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
source=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

skip() {
  echo "SKIPPED bench.command: $1"
  exit 77
}
runner=${TESSERA_GEMM_RUNNER:-$(dirname "$tessera")/bench/gemm_runner}
[ -x "$runner" ] || skip "$runner was not built"

failed=0
complain() {
  echo "FAILED $1"
  cat stdout stderr
  failed=1
}
# expect CODE FILTER...: the exit code; filters of jq that are true of the report.
expect() {
  [ "$code" -eq "$1" ] || complain "exit code $code, expected $1"
  shift
  for filter in "$@"; do
    [ "$(jq -s "length == 1 and (.[0] | $filter)" stdout 2>&1)" = true ] || complain "not so in the JSON: $filter"
  done
}
# A small tile is compiled soon. `made` is what all but the measuring of other libraries takes.
made="--tile 2x16"
bench() {
  # shellcheck disable=SC2086  # words on purpose
  timeout 300 "$tessera" bench gemm $made --runner "$runner" --pairs 9 --sample-seconds 0.0001 "$@" >stdout 2>stderr </dev/null
  code=$?
}

printf 'name,m,n,k,count\nnet_1,33,47,29,2\nnet_2,1,1,1,1\n' >shapes.csv
bench --shapes shapes.csv --peers none --json --csv rows.csv
if grep -qE 'error\[hwlib\]: no shipped|error\[family\]: .* has no instructions on the first n lanes' stderr; then
  skip "this CPU has no vectors that a shipped library is for"
fi
expect 0 '.rows | map(.name) == ["net_1", "net_2"] and all(.ok and .gflops > 0 and .percent_of_peak > 0)' \
  '.rows | all(has("ratio_openblas") and .ratio_openblas == null and .ratio_best_peer == null and .best_peer == null)' \
  '.rows | all(.not_run | keys == ["blis", "libxsmm", "mkl", "onednn", "onednn_packed", "openblas"])' \
  '.settings.library | test("^gemm_f32_.*_blocked_add by Tessera .* -O2")' '.settings | .dtype == "f32" and .pairs == 9' \
  '.summary.percent_of_peak.smallest.name == "net_2"' '.summary.networks[0] | .layers == 3 and .seconds.library > 0'
[ "$(grep -c . rows.csv)" -eq 3 ] || complain "rows.csv is not a header and two rows"
target=$(jq -r .settings.library stdout | sed -n 's/^gemm_f32_[0-9x]*_\([a-z0-9]*\)_blocked_add by .*/\1/p')

bench --shapes shapes.csv --peers none --dtype f64 --beta 0 --json
expect 0 '.rows | all(.ok and .gflops > 0)' '.settings | .dtype == "f64" and .beta == 0 and (.library | startswith("gemm_f64_"))'

# On two threads the product runs on two as well, and is right.
printf 'name,m,n,k\nlarge,300,200,100\n' >large.csv
TESSERA_BLAS_VERBOSE=1 bench --shapes large.csv --peers none --threads 2 --check-only --json
if [ "$(nproc)" -ge 2 ]; then
  expect 0 '.settings.threads == 2 and (.rows | all(.ok))'
  grep -qE '^tessera_blas: sgemm by .* on_several_threads [1-9]' stdout stderr || complain "the product ran on one thread"
fi

# A peer that is not here is named, in both forms of the report.
made=""
cc -std=c11 -O1 -ffp-contract=off -shared -fPIC "$source/tests/bench/blas.c" -o right.so || exit 1
bench --shapes shapes.csv --library ./right.so --peers mkl,openblas --peer-path mkl=./absent.so --peer-path openblas=./absent.so --json
expect 0 '.rows | all(.gflops > 0 and .ratio_mkl == null and (.not_run.mkl | contains("absent.so")))' \
  '.peers | .mkl.available == false and (.openblas.why | contains("absent.so"))'
bench --shapes shapes.csv --library ./right.so --peers mkl --peer-path mkl=./absent.so
expect 0
grep -q '^mkl: not measured: .*absent.so' stdout || complain "the text does not name the peer that is not here"

# A product for another CPU is not run: the same library, of which one instruction needs what no CPU has.
folder=$("$tessera" hwlib list --json | jq -r --arg name "$target" '.[] | select(.library == $name) | .folder')
cp -r "$folder" other
made="--tile 2x16"
sed -i 's/feature="[a-z0-9_]*/&_of_tomorrow/' other/*.tess
bench --shapes shapes.csv --peers none --target ./other --json
expect 2 '.error | .code == "hwlib" and (.message | contains("no test is known for the CPU feature") and contains("_of_tomorrow"))'

# A library of somebody else's: wrong, then right.
made=""
cc -std=c11 -O1 -ffp-contract=off -shared -fPIC -DFAULT=DROPS_LAST_TERM "$source/tests/bench/blas.c" -o wrong.so || exit 1
bench --shapes shapes.csv --peers none --library ./right.so --json
expect 0 '.settings.library == "./right.so"' '.rows | all(.ok)'
bench --shapes shapes.csv --peers none --library ./wrong.so --json
expect 1 '.rows | all(.ok == false and .gflops == null)'
grep -q 'wrong result: net_1: library: C\[0, ' stderr || complain "the first wrong element is not named"

# What the program objects to, and only it can know.
bench --shapes shapes.csv --peers none --library ./right.so --csv absent/rows.csv --json
expect 2 '.error | .code == "runner" and (.places | length > 0)'
grep -q 'cannot write absent/rows.csv' stderr || complain "what the program said is lost"

# Convolutions, in both forms of the table.
convolve() {
  timeout 300 "$tessera" bench conv --pairs 9 --sample-seconds 0.0001 "$@" >stdout 2>stderr </dev/null
  code=$?
}
[ -x "${TESSERA_CONV_RUNNER:-$(dirname "$tessera")/bench/conv_runner}" ] || skip "conv_runner was not built; the product was checked"
printf 'name,network,K,C,H,R,stride\nwhole,net,32,3,10,3,2\npoint,net,45,5,4,1,1\n' >layers.csv
convolve --layers layers.csv --json --csv rows.csv
expect 0 '.rows | map(.name) == ["whole", "point"] and all(.ok and .gflops > 0 and .gflops_plain > 0 and (.scheme | contains(" V(")))' \
  '.rows | all(has("ratio_onednn") and has("ratio_onednn_plain") and .percent_of_peak > 0 and .network == "net")' \
  '.settings.kernels | test("^for .* by Tessera .* -O2")' '.summary.percent_of_peak.rows == 2'
[ "$(grep -c . rows.csv)" -eq 3 ] || complain "rows.csv is not a header and two rows"
printf 'name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil,groups\nodd,17,5,9,11,3,2,2x1,1,0,2,3,1x2,1\ngroups,18,6,5,7,3,3,1,1,1,1,1,1,3\ndepth,19,19,5,7,3,3,1,1,1,1,1,1,19\n' >odd.csv
convolve --layers odd.csv --contenders plain,onednn,onednn_plain,xnnpack,im2row,naive --gemm ./right.so --untuned --json
expect 0 '.rows | length == 3 and all(.ok and .ratio_naive > 0)' '.rows[0].ratio_im2row > 0' \
  '.rows[1].not_run.im2row == "groups are several products"'
convolve --layers odd.csv --only odd --contenders im2row --gemm ./wrong.so --json
expect 1 '.rows[0] | .ok == false and .gflops > 0 and .not_run.im2row == "wrong result"'
grep -q 'wrong result: odd: im2row: O\[0, ' stderr || complain "the first wrong element is not named"
convolve --layers odd.csv --only odd --contenders im2row --gemm ./absent.so --json
expect 2 '.error.code == "runner"'
convolve --layers odd.csv --only odd --over-one --json
expect 2 '.error | .code == "usage" and (.hint | contains("--threads 2"))'
if [ "$(nproc)" -ge 2 ]; then
  convolve --layers odd.csv --only odd --contenders plain --threads 2 --over-one --json
  expect 0 '.rows[0] | .ok and .gflops_one > 0 and .over_one > 0 and .over_one_plain > 0 and .over_one_onednn == null'
fi
[ "$failed" -eq 0 ]
