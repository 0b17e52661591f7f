# SPDX-License-Identifier: Apache-2.0
# Bad input ends with code 2 and says what is wrong.
compile right blas.c
refuses() {
  run gemm_runner --library ./right.so --peers none "$@"
}
# says TEXT...: refused, and nothing was measured.
says() {
  expect 2 "$@"
  if [ -s stdout ]; then complain "printed a report"; fi
}
refuses
says "give one of --shape and --shapes"
refuses --shape 1,2,3 --shapes x.csv
says "give one of --shape and --shapes"
refuses --shape 1,2
says "'1,2' is not a shape: it is written m,n,k"
refuses --shape 1,2,3,
says "is not a shape"
refuses --shape 1,2,0
says "'0' is not a whole number from 1 to 1048576"
refuses --shape 1,2,3x
says "'3x' is not a whole number"
refuses --shapes absent.csv
says "absent.csv: cannot be read"
printf 'name,m,n\na,1,2\n' >shapes.csv
refuses --shapes shapes.csv
says "shapes.csv: there is no column 'k'"
printf '# a comment\nname,m,n,k\na,1,2,3\n\nb,1,-2,3\n' >shapes.csv
refuses --shapes shapes.csv
says "shapes.csv:5: '-2' is not a whole number"
printf 'name,m,n,k\na,1,2\n' >shapes.csv
refuses --shapes shapes.csv
says "shapes.csv:2: 3 fields, the header has 4"
printf 'name,m,n,k,count\na,1,2,3,many\n' >shapes.csv
refuses --shapes shapes.csv
says "shapes.csv:2: 'many' is not a whole number"
printf 'name,m,n,k\n' >shapes.csv
refuses --shapes shapes.csv
says "there are no shapes"
: >shapes.csv
refuses --shapes shapes.csv
says "there is no header"
refuses --shape 1,2,3 --pairs 8
says "--pairs"
refuses --shape 1,2,3 --dtype f16
says "--dtype"
refuses --shape 1,2,3 --beta 2
says "--beta"
refuses --shape 1,2,3 --threads 1024
says "asked for 1024 cores, may use"
refuses --shape 1,2,3 --peer-path onednn=x.so
says "NAME one of openblas, blis, mkl"
refuses --shape 1,2,3 --csv absent/rows.csv
says "cannot write absent/rows.csv"
run gemm_runner --peers nobody --shape 1,2,3
says "--peers"
run gemm_runner --peers none --shape 1,2,3
says "there is nothing to measure"
run gemm_runner --peers mkl --peer-path mkl=./absent.so --shape 1,2,3
says "there is nothing to measure"
run gemm_runner --library ./absent.so --peers none --shape 1,2,3
says "absent.so"
printf 'int nothing;\n' >nothing.c
cc -shared -fPIC nothing.c -o nothing.so
run gemm_runner --library nothing.so --peers none --shape 1,2,3
says "exports neither cblas_sgemm nor cblas_dgemm"
compile single blas.c -DNO_DGEMM
run gemm_runner --library single.so --peers none --shape 1,2,3 --dtype f64
says "single.so exports no cblas_dgemm"
run gemm_runner --library right.so --peers openblas --peer-path openblas=./single.so --dtype f64 --shape 2,3,4 --sample-seconds 0.0001 --json
expect 0
expect_json '.rows[0].not_run.openblas == "exports no cblas_dgemm"' '.rows[0].gflops > 0'
