#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `tests/bench/experiments.sh TESSERA SOURCE-FOLDER`: each script of bench/experiments on a few small shapes leaves rows, plots and
# a summary. A library compiled here is measured; its twin stands in for a peer. A third argument, `sample`: one script of each kind.
# Exit code 77: skipped, with the reason.
set -u
tessera=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
source=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
for program in "$(dirname "$tessera")/bench/gemm_runner" "$(dirname "$tessera")/bench/conv_runner" "$(dirname "$tessera")/bench/ukr_runner"; do
  [ -x "$program" ] || { echo "SKIPPED bench.experiments: $program was not built" && exit 77; }
done
command -v gnuplot >/dev/null || { echo "SKIPPED bench.experiments: gnuplot is not installed" && exit 77; }

failed=0
complain() {
  echo "FAILED $script: $1"
  cat output
  failed=1
}
# holds FILE TEXT...
holds() {
  file=$1
  shift
  for text in "$@"; do
    grep -qF -e "$text" "$file" || complain "$file lacks: $text"
  done
}
# experiment NAME OPTION...
experiment() {
  script=$1
  shift
  "$source/bench/experiments/$script.sh" "$tessera" --results results "$@" >output 2>&1 </dev/null
  code=$?
}
# ends CODE
ends() { [ "$code" -eq "$1" ] || complain "exit code $code, expected $1"; }

cc -std=c11 -O1 -ffp-contract=off -shared -fPIC "$source/tests/bench/blas.c" -o right.so || exit 1
cc -std=c11 -O1 -ffp-contract=off -shared -fPIC -DFAULT=DROPS_LAST_TERM "$source/tests/bench/blas.c" -o wrong.so || exit 1
cp right.so twin.so
printf 'name,m,n,k,count\nnet_1,6,8,4,2\nnet_2,5,7,3,1\n' >shapes.csv
sample=${3:-}
names="squares small resnet50 vgg16" networks="resnet50 vgg16"
[ -z "$sample" ] || names="small vgg16" networks=vgg16
for name in $names; do
  experiment "$name" --shapes shapes.csv --library ./right.so --peers openblas,mkl --peer-path openblas=./twin.so \
    --peer-path mkl=./absent.so --sample-seconds 0.0001
  ends 0
  holds output "not measured: mkl: ./absent.so" "not measured: blis: not asked for" "ratio_best_peer: smallest " \
    "ratio_best_peer: geometric mean " " over 2 rows" "percent_of_peak: smallest " "slowest/fastest "
  holds "results/$name.csv" net_1, net_2,
  holds "results/plots/$name.svg" "<svg" "Tessera" "openblas"
done
for name in $networks; do
  holds "results/${name}_total.csv" "net,3,Tessera," "net,3,openblas,"
  holds "results/plots/${name}_total.svg" "<svg" "Tessera" "openblas"
done

experiment small --shapes shapes.csv --library ./wrong.so --peers none
ends 1
holds output "wrong: net_1: library: C[0, "
experiment small --shapes absent.csv --library ./right.so
ends 2
holds output "cannot be read"

if [ -z "$sample" ]; then
  experiment edges --tile 2x16 --sample-seconds 0.0001
  ends 0
  holds output "combination: geometric mean" "partial_tile: geometric mean" "padding: geometric mean"
  holds results/edges.csv "rows,tile_rows,combination,partial_tile,padding" 8,2, 56,2,
  holds results/plots/edges.svg "<svg" "combination" "partial tile" "padding"

  # The microkernels are the family's: only where this CPU runs them.
  experiment solo --sample-seconds 0.0001
  ends 0
  for target in avx512 avx2; do
    grep -q "not measured: $target does not run here: " output && continue
    holds output "$target: of_tile: geometric mean"
    holds "results/gemm_solo_$target.csv" "gemm_f32_6x" "p_$target"
    holds "results/plots/gemm_solo_$target.svg" "<svg" "whole tile" "one column less"
  done
  experiment mixed
  ends 0
  for types in bf16_bf16_f32 ui8_i8_i32; do
    grep -q "not measured: " output || holds results/gemm_mixed_avx512.csv "gemm_${types}_14x32_avx512_add,14,32,"
  done
  printf 'name,network,K,C,H,R,stride\nsmall,net,20,6,7,3,1\n' >small.csv
  experiment conv_mixed --shapes small.csv
  ends 0
  for types in bf16_bf16_f32 ui8_i8_i32; do
    grep -q "not measured: " output || holds "results/conv_mixed_${types}_avx512.csv" "small,20,6,7,3,1,"
  done
fi

# Convolutions: channels that fill no vector and no panel, a stride. A layer that cannot be is told.
printf '# a comment\nname,network,K,C,H,R,stride\nodd,net,45,3,10,3,2\npoint,vgg16,16,5,4,1,1\n' >layers.csv
experiment layers --shapes layers.csv --gemm ./right.so --sample-seconds 0.0001
ends 0
holds output "kernels: for " "machine: " "percent_of_peak: geometric mean" "over 2 layers, smallest " "percent_of_peak outside of vgg16: " \
  "percent_of_peak of vgg16: " "ratio_im2row: geometric mean" "ratio_naive: geometric mean"
holds results/layers.csv name,shape,scheme,scheme_plain,network,ok, odd, point, " V(" percent_of_peak_q1 ratio_onednn_q3 ,cpu,
holds results/plots/layers.svg "<svg" "Tessera" "naive" "weights packed beforehand"
holds results/plots/layers_plain.svg "<svg" "Tessera" "im2row" "from plain layouts"
printf 'name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil\nodd,17,5,9,11,3,2,2x1,1,0,2,3,1x2\n' >odd.csv
experiment layers_odd --shapes odd.csv --contenders plain,onednn --untuned --sample-seconds 0.0001
ends 0
holds output "percent_of_peak: geometric mean" "over 1 layers" "not measured: im2row: not asked for"
holds results/layers_odd.csv "odd,\"K=17,C=5,H=9,W=11,R=3,S=2,stride_h=2,dilation_w=2,top=1,bottom=2,right=3\","
holds results/plots/layers_odd.svg "<svg" "Tessera"
if [ -z "$sample" ] && [ "$(nproc)" -ge 2 ]; then
  experiment layers_threads --shapes odd.csv --contenders none --conv-options "--caches 32,512" --sample-seconds 0.0001
  ends 0
  holds output "measured: odd" "kernel_over_one: geometric mean" "over 1 layers" "peak_over_one: geometric mean"
  holds results/layers_threads.csv name,cores,kernel_one,kernel_all,kernel_over_one,kernel_over_one_q1, '"odd",2,'
  holds results/plots/layers_threads.svg "<svg" "Tessera" "2 cores over one"
  experiment layers --shapes odd.csv --contenders none --threads 2 --sample-seconds 0.0001
  ends 0
  holds output "2 of "
  holds results/layers_2_cores.csv odd,
fi
experiment layers --shapes odd.csv --contenders im2row --gemm ./wrong.so
ends 1
holds output "wrong: odd: im2row: O[0, "
printf 'name,network,K,C,H,R,stride\nnone,net,0,3,10,3,2\n' >layers.csv
experiment layers --shapes layers.csv
ends 2
holds output "error[layers]: '0' is not a whole number"

if [ -n "$sample" ]; then
  [ "$failed" -eq 0 ]
  exit
fi

# All schemes of a convolution; a run with a store goes on where one ended.
printf 'name,K,C,H,R,stride\nfirst,8,4,5,1,1\nother,8,2,4,1,1\n' >layers.csv
experiment space --shapes layers.csv --sample 8 --no-microkernels --store space.sqlite
ends 0
for name in first other; do
  holds output "$name: " " schemes; the best " "$name: by the model: first " "$name: by the papers: first " " % slower than the best, best of "
  holds "results/space_$name.csv" '"name","scheme","rank","percent_of_peak","in_turns","expected","reduction","first_filled"' "\"$name\"," " V("
  holds "results/plots/space_$name.svg" "<svg" "Schemes of $name" " steps"
done
cp results/space_other.csv before.csv
experiment space --shapes layers.csv --only other --sample 8 --no-microkernels --store space.sqlite
ends 0
cmp before.csv results/space_other.csv || complain "what is kept was measured once more"
grep -q '^first' output && complain "what was not asked for was measured"
experiment space --shapes layers.csv --only none
ends 2
holds output "layers.csv has no layer 'none'"

# Sums of batches, where LIBXSMM is installed and the CPU runs what it is measured beside; entries that do nothing are noticed.
if echo '#include <libxsmm.h>' | cc -E - >/dev/null 2>&1 && "$tessera" hwlib runs avx2 >/dev/null; then
  printf '# a comment\nname,m,n,k,batch\nedge,3,17,5,2\none,1,1,1,1\n' >batches.csv
  experiment batch --shapes batches.csv --pairs 9
  ends 0
  holds results/batch.csv "name,m,n,k,batch,gflops,ratio_libxsmm," edge,3,17,5,2, one,1,1,1,1,
  experiment batch --shapes batches.csv --pairs 8
  ends 2
  printf 'name,m,n,k,batch\nempty,3,0,5,2\n' >batches.csv
  experiment batch --shapes batches.csv
  ends 2
  holds output "empty: extents below 1"
  printf '#include <stdint.h>\nstatic int idle_strides(%s) { return 0; }\nstatic int idle_addresses(%s) { return 0; }\n' \
    'int64_t m, int64_t n, int64_t k, int64_t batch, const float *a, int64_t i, int64_t j, const float *b, int64_t p, int64_t q, float x, float *c, int64_t r' \
    'int64_t m, int64_t n, int64_t k, int64_t batch, const float *const *a, int64_t i, const float *const *b, int64_t j, float x, float *c, int64_t r' >idle.h
  cc -std=gnu11 -O1 -I. -include idle.h -DSTEM=idle "$source/bench/batch/compare.c" -o idle -lxsmm -lblas -lm -ldl -lpthread || exit 1
  echo edge,3,17,5,2 | ./idle 9 >output 2>&1
  code=$? script=compare.c
  ends 1
  holds output "edge: strides is wrong at C[0, "
fi
[ "$failed" -eq 0 ]
