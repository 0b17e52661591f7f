#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `tests/bench/blis.sh TESSERA SOURCE-FOLDER`: microkernels inside the installed BLIS compute exact products, and bench/blis/check.c notices
# when they do not, or are not called. Nothing is timed. Exit code 77: skipped, with the reason.
set -u
tessera=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
source=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

failed=0
skip() {
  [ "$failed" -eq 0 ] || exit 1
  echo "SKIPPED bench.blis: $1"
  exit 77
}
echo '#include <blis.h>' | cc -E - >/dev/null 2>&1 || skip "BLIS is not installed (libblis-openmp-dev)"

complain() {
  echo "FAILED $1"
  cat output
  failed=1
}

# product NAME FLAG...: NAME is a program that checks product.c (or the altered one of this folder) around the tile of tile_3x5.h.
blis=$source/bench/blis product=$blis/product.c
product() {
  name=$1
  shift
  cc -std=gnu11 -O1 -shared -fPIC -I"$blis" "$@" "$product" -o "$name.so" -lblis &&
    cc -std=gnu11 -O1 -I"$blis" "$blis/check.c" "./$name.so" -o "$name" -lblis || exit 1
  timeout 300 "./$name" >output 2>&1
  code=$?
}
put_in="-include $source/tests/bench/tile_3x5.h -DKERNEL(variant)=tile_3x5_##variant -DROWS=3 -DCOLUMNS=5 -DMC=20 -DKC=9 -DNC=31"
is_right() {
  { [ "$code" -eq 0 ] && grep -q 'products, [1-9][0-9]* calls of the microkernel: all exact' output; } || complain "$1 is not right"
}
is_noticed() {
  { [ "$code" -eq 1 ] && grep -q '^wrong: ' output && grep -q 'calls of the microkernel: WRONG' output; } || complain "$1 is not noticed"
}

# shellcheck disable=SC2086  # words on purpose
product by_rows $put_in -Wall -Wextra -Werror
is_right "the tile by rows"
# shellcheck disable=SC2086
product by_columns $put_in -Wall -Wextra -Werror -DBY_COLUMNS
is_right "the tile by columns"
for fault in DROPS_LAST_TERM SET_READS_C BETA_IGNORED COLUMNS_ADJACENT WRITES_ONE_MORE; do
  # shellcheck disable=SC2086
  product wrong $put_in "-DFAULT=$fault"
  is_noticed "$fault"
done
product not_put_in
is_noticed "that BLIS runs its own microkernel"

# altered NAME SED-EXPRESSION: a mistake in product.c itself.
altered() {
  sed "$2" "$blis/product.c" >altered.c
  cmp -s "$blis/product.c" altered.c && complain "product.c has no place for: $1"
  product=altered.c
  # shellcheck disable=SC2086
  product wrong $put_in
  is_noticed "$1"
  product=$blis/product.c
}
altered "a corner that reads C where beta is 0" 's/(beta == 0 ? 0 : beta \* \*to)/beta * *to/'
altered "a corner that forgets alpha" 's/alpha \* tile\[/tile[/'
altered "a corner of whole rows" 's/j < n;/j < COLUMNS;/'
altered "a corner of whole columns" 's/i < m;/i < ROWS;/'
altered "a whole tile where rows are missing" 's/m == ROWS && //'
altered "columns taken for adjacent" 's/cs == 1 && //'
altered "blocks that are no whole tiles" 's/size < tile ? tile : size \/ tile \* tile/size/'

# The family's: where this CPU runs it, and the measuring program was built.
for tool in jq gnuplot; do
  command -v "$tool" >/dev/null || skip "there is no $tool; all but the family's microkernels was checked"
done
[ -x "$(dirname "$tessera")/bench/gemm_runner" ] || skip "gemm_runner was not built; all but the family's microkernels was checked"
printf 'name,m,n,k\nedges,33,47,129\n' >shapes.csv
"$source/bench/experiments/blis.sh" "$tessera" --shapes shapes.csv --results results --check-only --dtype f64 >output 2>&1 </dev/null
{ [ $? -eq 2 ] && grep -q 'there is no --dtype here' output; } || complain "f64, which has no microkernel of ours, is accepted"
timeout 300 "$source/bench/experiments/blis.sh" "$tessera" --shapes shapes.csv --results results --check-only >output 2>&1 </dev/null
code=$?
if grep -q 'this CPU runs none of these targets' output; then
  skip "this CPU has neither AVX-512 nor AVX2; all but the family's microkernels was checked"
fi
{ [ "$code" -eq 0 ] && grep -q 'all exact' output && grep -q '^library: ./blis_with_gemm_f32_' output; } || complain "the family's microkernels"
[ "$failed" -eq 0 ]
