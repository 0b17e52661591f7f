# SPDX-License-Identifier: Apache-2.0
# What a measurement leaves behind. The library's twin stands in for a peer, so that nothing need be installed.
compile right blas.c
cp right.so twin.so
cat >shapes.csv <<'END'
# two networks
name,m,n,k,count,origin
net_1,6,8,4,2,"a, b"
net_2,5,7,3,1,c
other_1,4,4,4,3,d
END
run gemm_runner --library ./right.so --label ours --peers openblas,mkl --peer-path openblas=./twin.so --peer-path mkl=./absent.so \
  --shapes shapes.csv --sample-seconds 0.0001 --csv rows.csv --json
expect 0
expect_json '.rows | length == 3' '.rows | map(.name) == ["net_1", "net_2", "other_1"]' \
  '.rows[0] | .m == 6 and .n == 8 and .k == 4 and .count == "2" and .origin == "a, b" and .ok and .first_wrong == null' \
  '.rows | all(.gflops > 0 and .percent_of_peak > 0 and .ratio_openblas > 0 and .ratio_best_peer == .ratio_openblas)' \
  '.rows | all(.best_peer == "openblas" and (.ratio_openblas_quartiles | .[0] <= .[1]))' \
  '.rows | all(.ratio_mkl == null and .ratio_blis == null and (.not_run.mkl | contains("absent.so")))' \
  '.rows | all(.not_run.blis == "not asked for")' \
  '.summary.geometric_mean | .rows_of_ratio_best_peer == 3 and .ratio_best_peer > 0 and .ratio_mkl == null' \
  '.summary.networks | map([.network, .layers]) == [["net", 3], ["other", 3]]' \
  '.summary.networks[0] | .seconds.library > 0 and .seconds.openblas > 0 and .seconds.mkl == null and .ratio.openblas > 0' \
  '.peers.openblas | .available and (.path | endswith("/twin.so")) and .kernel == ""' \
  '.peers.mkl | .available == false and (.why | contains("absent.so"))' \
  '.machine | (.cpu | length > 0) and (.compiler | length > 0)' \
  '.settings == {library: "ours", dtype: "f32", transa: false, transb: false, beta: 1, threads: 1, caches: "warm", pairs: 9, sample_seconds: 0.0001}'

# The table that it wrote is one that it reads, with a column of every figure.
current="rows.csv"
cp rows.csv output
checks=$((checks + 1))
[ "$(grep -c . rows.csv)" -eq 4 ] || complain "not a header and three rows"
for column in ratio_best_peer_q1 ratio_openblas_q3 percent_of_peak_openblas gflops best_peer cpu flags caches count; do
  head -n 1 rows.csv | tr , '\n' | grep -qx "$column" || complain "there is no column $column"
done
grep -qF '"a, b"' rows.csv || complain "a field with a comma is not quoted"
run gemm_runner --library ./right.so --peers none --shapes rows.csv --check-only
expect 0

# A wrong peer is named and left out, and the run fails; the library is still measured.
compile wrong blas.c -DFAULT=DROPS_LAST_TERM
run gemm_runner --library ./right.so --peers openblas --peer-path openblas=./wrong.so --shape 6,8,4 --sample-seconds 0.0001 --json
expect 1 "wrong result: 6x8x4: openblas: C[0, "
expect_json '.rows[0] | .ok == false and .gflops > 0 and .ratio_openblas == null and .not_run.openblas == "wrong result"' \
  '.rows[0].best_peer == null' '.summary == null'

# For people; peers alone; cold caches; no beta.
run gemm_runner --peers openblas --peer-path openblas=./twin.so --shape 6,8,4 --sample-seconds 0.0001 --flush --beta 0
expect 0 "6x8x4" "openblas: , kernels" "blis: not measured: not asked for"
run gemm_runner --peers openblas --peer-path openblas=./twin.so --shape 6,8,4 --sample-seconds 0.0001 --json
expect 0
expect_json '.rows[0] | .gflops == null and .gflops_openblas > 0 and .ratio_best_peer == null and .best_peer == "openblas"'
# No library of the same name would do: this one is told of no kernel, and that shows.
expect_json '.peers.openblas | .wanted_kernel == "" or .is_generic'

# What a shell has set does not reach the libraries.
OPENBLAS_CORETYPE=Prescott OPENBLAS_L2_SIZE=1 run gemm_runner --peers openblas --peer-path openblas=./twin.so --shape 6,8,4 \
  --check-only --json
expect 0
expect_json '.peers.openblas.settings | all((contains("Prescott") or contains("L2_SIZE")) | not)'
