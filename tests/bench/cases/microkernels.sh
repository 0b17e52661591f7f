# SPDX-License-Identifier: Apache-2.0
# Microkernels on their own.
compile microkernels microkernels.c
run ukr_runner --kernel microkernels.so:right_3x8 --tile 3,8 --k 17 --sample-seconds 0.0001 --csv rows.csv
expect 0
expect_json '.rows == [.rows[0]] and (.rows[0] | .name == "3x8" and .mr == 3 and .nr == 8 and .k == 17 and .ok and .gflops > 0)' \
  '.rows[0] | .percent_of_peak > 0 and (.percent_of_peak_quartiles | .[0] <= .[1])' '.machine.cpu | length > 0' \
  '.rows[0] | .tile_allows > 0 and .tile_allows <= 100 and (.percent_of_peak / .tile_allows * 100 / .percent_of_tile | . > 0.999 and . < 1.001)' \
  '.summary.geometric_mean_percent_of_peak / .rows[0].percent_of_peak | . > 0.9999 and . < 1.0001'
checks=$((checks + 1))
[ "$(grep -c . rows.csv)" -eq 2 ] || complain "rows.csv is not a header and a row"

# All tiles in one run; paths are relative to the table.
mkdir tiles
cp microkernels.so tiles/
printf 'name,path,symbol,mr,nr,k\na,microkernels.so,right_3x8,3,8,5\nb,microkernels.so,right_8x3,8,3,5\n' >tiles/kernels.csv
run ukr_runner --kernels tiles/kernels.csv --sample-seconds 0.0001
expect 0
expect_json '.rows | map(.name) == ["a", "b"] and all(.ok and .gflops > 0)' '.summary.rows == 2' \
  '.summary.smallest_percent_of_peak == ([.rows[].percent_of_peak] | min)'

# wrong SYMBOL TEXT: found, and not timed.
wrong() {
  run ukr_runner --kernel "microkernels.so:$1" --tile 3,8 --k 9
  expect 1 "wrong result: 3x8: $2"
  expect_json '.rows[0] | .ok == false and .gflops == null and (.first_wrong | length > 0)' '.summary == null'
}
wrong one_term_less "C[0, "
wrong one_column_more "writes after the rows of C"
wrong rows_assumed_tight "C[1, "
printf 'name,path,symbol,mr,nr,k\na,microkernels.so,one_term_less,3,8,5\nb,microkernels.so,right_8x3,8,3,5\n' >tiles/kernels.csv
run ukr_runner --kernels tiles/kernels.csv --check-only
expect 1 "wrong result: a: C[0, "
expect_json '.rows | map(.ok) == [false, true]'

# The peak of narrower vectors: every machine has the narrowest.
run ukr_runner --kernel microkernels.so:right_3x8 --tile 3,8 --sample-seconds 0.0001 --peak scalar
expect 0
expect_json '.machine.isa == "scalar" and .rows[0].percent_of_peak > 0'

says() { expect 2 "$@"; if [ -s stdout ]; then complain "printed a report"; fi; }
run ukr_runner
says "give one of --kernel and --kernels"
run ukr_runner --kernel microkernels.so:right_3x8
says "'' is not a tile: it is written mr,nr"
run ukr_runner --kernel microkernels.so:right_3x8 --tile 3
says "'3' is not a tile"
run ukr_runner --kernel microkernels.so:right_3x8 --tile 3,0
says "'0' is not a whole number from 1 to 1024"
run ukr_runner --kernel microkernels.so:right_3x8 --tile 3,8 --peak mmx
says "there is no FMA peak of 'mmx' here: there is " "scalar"
run ukr_runner --kernel microkernels.so:absent --tile 3,8
says "absent"
run ukr_runner --kernel microkernels.so --tile 3,8
says "is not PATH:SYMBOL"
printf 'name,path,symbol,mr,nr\n' >tiles/kernels.csv
run ukr_runner --kernels tiles/kernels.csv
says "there is no column 'k'"
printf 'name,path,symbol,mr,nr,k\na,,x,1,1,1\n' >tiles/kernels.csv
run ukr_runner --kernels tiles/kernels.csv
says "kernels.csv:2: path and symbol must not be empty"
printf 'name,path,symbol,mr,nr,k\n' >tiles/kernels.csv
run ukr_runner --kernels tiles/kernels.csv
says "there are no kernels"
