# SPDX-License-Identifier: Apache-2.0
# Convolutions: kernels for one shape, with a stride along rows only, dilation along columns only, and zeros on three sides.
compile conv conv.c
shape=K=5,C=4,H=6,W=7,R=3,S=2,stride_h=2,dilation_w=2,top=1,left=2,right=1
# convolve SYMBOL OPTION...
convolve() {
  symbol=$1
  shift
  run conv_runner --shape "$shape" --kernel "conv.so:$symbol" --sample-seconds 0.0001 --json "$@"
}
convolve right --overwrites --contenders naive --naive conv.so:right --label odd --csv rows.csv
expect 0
expect_json '.rows == [.rows[0]] and (.rows[0] | .name == "odd" and .ok and .first_wrong == null and .gflops > 0 and .ratio_naive > 0)' \
  '.rows[0].shape == "K=5,C=4,H=6,W=7,R=3,S=2,stride_h=2,dilation_w=2,top=1,left=2,right=1"' \
  '.rows[0] | .percent_of_peak > 0 and (.percent_of_peak_quartiles | .[0] <= .[1]) and .ratio_onednn == null' \
  '.rows[0].not_run | .onednn == "not asked for" and .plain == "not asked for"' '.summary.percent_of_peak.rows == 1' \
  '.summary.ratio_onednn == null' '.machine.cpu | length > 0' '.settings | .threads == 1 and .pairs == 9'
checks=$((checks + 1))
[ "$(grep -c . rows.csv)" -eq 2 ] || complain "rows.csv is not a header and a row"
grep -q '^name,shape,ok,' rows.csv || complain "rows.csv has no such header"

# All who are here are right. A library that is not here is named.
convolve right --overwrites --check-only
expect 0
expect_json '.rows[0] | .ok and .gflops == null and .max_error_of_bound.kernel <= 1' \
  '.peers | all(.available == true and (.version | length > 0) or .available == false and (.why | length > 0))'
convolve right --overwrites --contenders im2row,onednn_plain
expect 0
expect_json '.rows[0].not_run.im2row == "there is no product (--gemm)" and .peers.im2row.available == false'
compile right_blas blas.c
convolve right --overwrites --contenders im2row --gemm ./right_blas.so
expect 0
expect_json '.rows[0].ratio_im2row > 0'
compile wrong_blas blas.c -DFAULT=LAST_ELEMENT_ONLY
convolve right --overwrites --contenders im2row --gemm ./wrong_blas.so
expect 1 "wrong result: $shape: im2row: O[2, 7, 4] is "
expect_json '.rows[0] | .ok == false and .gflops > 0 and .ratio_im2row == null and .not_run.im2row == "wrong result"'

# Packed weights: beforehand, and in each call.
convolve right_packed --overwrites --pack 4 --pack-kernel conv.so:pack --contenders plain,naive --naive conv.so:right_packed --naive-pack 4
expect 0
expect_json '.rows[0] | .ok and .gflops > 0 and .gflops_plain > 0 and .ratio_plain > 0 and .ratio_naive > 0'
convolve right_packed --overwrites --pack 4 --contenders plain
expect 0
expect_json '.rows[0] | .ok and .gflops > 0 and .gflops_plain == null and .not_run.plain == "there is no packing (--pack-kernel)"'
convolve right_packed --overwrites --pack 4 --pack-kernel conv.so:pack_too_little --contenders none
expect 1 "kernel: O[0, 0, 0] is nan"
convolve right --overwrites --contenders plain
expect 0
expect_json '.rows[0].not_run.plain == "the kernel itself takes plain weights"'

# What adds is told from what sets.
convolve right_adds --contenders naive --naive conv.so:right_adds
expect 0
expect_json '.rows[0].ok'
convolve right_adds --overwrites --contenders none
expect 1 "kernel: O[0, 0, 0] is "
convolve right --contenders none
expect 1 "kernel: O[0, 0, 0] is "

for fault in one_channel_less zeros_on_one_side no_dilation; do
  convolve "$fault" --overwrites --contenders none
  expect 1 "wrong result: $shape: kernel: O[0, " "(integer data, exact)"
  expect_json '.rows[0] | .ok == false and .gflops == null and (.first_wrong | length > 0)'
done
convolve wrong_at_the_end --overwrites --contenders none
expect 1 "kernel: O[2, 7, 4] is "
convolve right --overwrites --contenders naive --naive conv.so:one_channel_less
expect 1 "naive: O[0, "
expect_json '.rows[0].gflops > 0'

# Many layers: paths start at the table.
mkdir layers
cp conv.so layers/
printf 'name,shape,kernel,pack,pack_kernel,scheme\na,"%s",conv.so:right,,,plain\nb,"%s",conv.so:right_packed,4,conv.so:pack,packed\n' \
  "$shape" "$shape" >layers/layers.csv
run conv_runner --layers layers/layers.csv --overwrites --contenders plain --sample-seconds 0.0001 --json --csv rows.csv
expect 0
expect_json '.rows | map(.name) == ["a", "b"] and map(.scheme) == ["plain", "packed"] and all(.ok and .gflops > 0)' \
  '.summary.percent_of_peak.rows == 2 and .summary.ratio_plain.rows == 1'
checks=$((checks + 1))
[ "$(grep -c . rows.csv)" -eq 3 ] || complain "rows.csv is not a header and two rows"
run conv_runner --layers layers/layers.csv --overwrites --contenders plain --sample-seconds 0.0001
expect 0 "percent_of_peak: geometric mean " " over 2 layers" "onednn: not measured: not asked for"

if [ "$(nproc)" -ge 2 ]; then
  convolve right --overwrites --threads 2
  expect 0
  expect_json '.rows[0].ok and .settings.threads == 2 and .rows[0].cpu_share == null and (.rows[0] | has("over_one") | not)'

  # Beside one core: each on as many threads as it is for, in every turn.
  compile threads conv.c -fopenmp
  mkdir -p one_core
  one_core() { printf 'name,shape,kernel\na,"%s",../threads.so:%s\n' "$shape" "$1"; }
  one_core on_two_threads >one_core/two.csv
  one_core on_one_thread >one_core/one.csv
  over_one() { run conv_runner --overwrites --contenders onednn --sample-seconds 0.0001 --json "$@"; }
  over_one --threads 2 --layers one_core/two.csv --one-core one_core/one.csv
  expect 0
  expect_json '.rows[0] | .ok and .gflops_one > 0 and .over_one > 0 and (.over_one_quartiles | .[0] <= .[1]) and .over_one_naive == null' \
    '.rows[0].peak_over_one > 0' '.rows[0] | (.ratio_onednn == null) == (.over_one_onednn == null)' '.summary.over_one.rows == 1'
  over_one --threads 2 --layers one_core/two.csv --one-core one_core/two.csv
  expect 1 "kernel on one core: O[2, 7, 4] is "
  over_one --threads 2 --layers one_core/one.csv --one-core one_core/one.csv
  expect 1 "a: kernel: O[2, 7, 4] is "
  over_one --layers one_core/one.csv --one-core one_core/one.csv
  expect 2 "--one-core wants --threads of two or more"
  over_one --threads 2 --layers layers/layers.csv --one-core one_core/one.csv
  expect 2 "these are not the layers of --layers"
fi

run conv_runner
expect 2 "give one of --shape and --layers"
run conv_runner --shape "$shape"
expect 2 "--shape wants --kernel"
convolve absent
expect 2 "absent"
convolve right --pack-kernel conv.so:pack
expect 2 "--pack-kernel wants --pack"
convolve right --contenders nobody
expect 2 "--contenders: nobody not in {plain,onednn,onednn_plain,xnnpack,im2row,im2row_openblas,naive,none}"
convolve right --csv absent/rows.csv
expect 2 "cannot write absent/rows.csv"
run conv_runner --layers absent.csv
expect 2 "absent.csv: cannot be read"
printf 'name,shape\na,1\n' >layers/layers.csv
run conv_runner --layers layers/layers.csv
expect 2 "there is no column 'kernel'"
# refused SHAPE MESSAGE
refused() {
  run conv_runner --shape "$1" --kernel conv.so:right
  expect 2 "$2"
}
refused K=5,C=4,H=6,W=7,R=3 "does not say S"
refused K=5,C=4,H=6,W=7,R=3,S=0 "S: '0' is not a whole number"
refused K=5,C=4,H=6,W=7,R=3,S=3,T=1 "'T' is not a field of a convolution's shape"
refused K=5,C=4,H=6,W=7,R=3,S=3,pad=1,top=1 "top is given twice"
refused K=5,C=4,H=6,W=7,R=9,S=3 "the kernel does not fit: R = 9 with dilation 1, H = 6 and 0 zeros around it"
refused K=5,C=4,H=6,W=7,R=3,S=3,groups=3 "3 groups do not divide 5 and 4 channels"
refused K=5,C=1048576,H=6,W=7,R=3,S=3 "sums of integers are exact below 4194304"
refused K=1048576,C=4,H=1024,W=7,R=3,S=3 "the result has 1 x 1022 x 5 x 1048576 elements, more than 1073741824"
refused N=2,K=5,C=4,H=6,W=7,R=3,S=3 "N is 2: convolutions of one image are measured"
refused K=5,C=4,H=1048577,W=7,R=3,S=3 "H is 1048577, more than 1048576"
refused 1,2,3,4,5 "'1,2,3,4,5' has 5 numbers: a shape has 6 or 7"
