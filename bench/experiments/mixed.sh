#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mixed.sh TESSERA [--results FOLDER]: the microkernels of small types, bf16 and u8 · s8, in percent of the peak of their instruction:
# a loop of it on registers, in turns with the kernel in one run. Operands stay in L1. Rows to gemm_mixed_avx512.csv.
. "$(dirname "$0")/experiment.sh"
start mixed "$@"
target=avx512
runs_here || exit 0
rows=$results/gemm_mixed_avx512.csv
echo "name,mr,nr,k,gops,peak_gops,percent_of_peak,lower_quartile,upper_quartile,compiler" >"$rows"

# one TYPES MR NR A B SUM INSTRUCTION COMPILER
one() {
  local out=$scratch/$1 name feature depth k=256
  name=gemm_${1//,/_}_$2x$3_${target}_add
  [ -d "$out" ] || "$tessera" family gemm --target "$target" --types "$1" --tile "$2x$3" --variant add -o "$out" >&2
  for feature in $(jq -r '.features[]' "$out"/gemm_*.json); do
    "$tessera" hwlib host | grep -qw "$feature" || { echo "not measured: $1: this CPU has no $feature"; return 0; }
  done
  depth=$(jq -r '.members[0].depth' "$out"/gemm_*.json)
  # shellcheck disable=SC2046  # words on purpose
  "$8" -std=gnu11 -O2 $(jq -r '.flags[]' "$out"/gemm_*.json) -c "$out/kernels/$name.c" -o "$out/kernel.o"
  "$8" -std=gnu11 -O2 -mavx512f -DHEADER="\"$out/kernels/$name.h\"" -DKERNEL="$name" -DOF_A="$4" -DOF_B="$5" -DOF_SUM="$6" -DWINDOW="tessera_win_2${1##*,}" \
    -DROWS="$2" -DCOLUMNS="$3" -DDEPTH="$depth" -DGROUPS="$k" -DINSTRUCTION="\"$7\"" "$experiments/mixed/runner.c" "$out/kernel.o" -o "$out/runner"
  "$out/runner" | tr ' ' , | sed "s/^/$name,$2,$3,$((k * depth)),/; s/\$/,$8/" >>"$rows"
}

for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  one bf16,bf16,f32 14 32 uint16_t uint16_t float vdpbf16ps "$compiler"
  one ui8,i8,i32 14 32 uint8_t int8_t int32_t vpdpbusd "$compiler"
done
column -s, -t <"$rows"
