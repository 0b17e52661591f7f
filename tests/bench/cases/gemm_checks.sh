# SPDX-License-Identifier: Apache-2.0
# A library is measured only when it is right; a wrong one is refused with its first wrong element.
compile right blas.c
check() { run gemm_runner --library ./right.so --peers none --check-only "$@"; }
check --shape 7,5,11
expect 0
check --shape 7,5,11 --transa --transb
expect 0
check --shape 7,5,11 --dtype f64 --transb
expect 0
check --shape 1,1,1
expect 0

# refused FAULT TEXT...: that mistake is found, and the texts are in the message.
refused() {
  fault=$1
  shift
  compile wrong blas.c "-DFAULT=$fault"
  run gemm_runner --library ./wrong.so --peers none --shape 7,5,11 --transb
  expect 1 "wrong result: 7x5x11: library: " "$@"
}
refused DROPS_LAST_TERM "C[0, " "integer data, exact"
refused READS_OLD_C "C[0, 0] is nan" "alpha 1, beta 0, integer data"
refused WRITES_BEHIND_ROWS "writes after the rows of C (alpha 0.5, beta 2"
refused HALF_PRECISION "within" "random data"
refused TRANSPOSE_IGNORED "C[0, "
refused ALPHA_IGNORED "alpha 0.5, beta 2"
refused LAST_ELEMENT_ONLY "C[6, 4] is"
refused ASSUMES_TIGHT_ROWS "is nan, want" "alpha 0.5, beta 2"

# One unit in one element of many, which no reference of the whole product is computed for.
compile wrong blas.c -DFAULT=LAST_ELEMENT_ONLY -O2
run gemm_runner --library ./wrong.so --peers none --shape 300,200,100
expect 1 "C[299, 199] is" "integer data, exact"
run gemm_runner --library ./wrong.so --peers none --shape 7,5,11 --dtype f64
expect 1 "C[6, 4] is"

# With several shapes the others are still looked at; the wrong one is not timed.
printf 'name,m,n,k\nfirst,3,4,5\nsecond,5,4,3\n' >shapes.csv
run gemm_runner --library ./wrong.so --peers none --shapes shapes.csv --json
expect 1 "wrong result: first: library: C[2, 3]" "wrong result: second: library: C[4, 3]"
expect_json '.rows | length == 2 and all(.ok == false and .gflops == null)'
