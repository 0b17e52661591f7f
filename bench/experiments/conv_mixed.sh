#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# conv_mixed.sh TESSERA [--results FOLDER] [--shapes FILE]: convolutions of bf16 and of u8 · s8 beside oneDNN 3.2 in turns, one
# thread, weights packed beforehand: the layers of bench/data/conv_layers.csv, no zeros around the image. Rows to conv_mixed_TYPES_avx512.csv.
# oneDNN is PyPI's, in build/peers: bench/peers.sh --onednn.
. "$(dirname "$0")/experiment.sh"
start conv_mixed "$@"
target=avx512 peers=$experiments/../../build/peers
runs_here || exit 0
[ -f "$peers/include/dnnl.hpp" ] || { echo "not measured: there is no oneDNN in build/peers: bench/peers.sh --onednn"; exit 0; }
export OMP_NUM_THREADS=1 LD_LIBRARY_PATH=$peers/lib
g++ -std=c++20 -O2 -I"$peers/include" "$experiments/conv_mixed/runner.cpp" -o "$scratch/runner" -L"$peers/lib" -ldnnl -ldl

# one TYPES NAME K C IMAGE R STRIDE: a row
one() {
  local results=$((($5 - 1) / $7 + 1)) out=$scratch/$2_$1 facts
  facts=$("$tessera" conv --shape "$3,$4,$results,$results,$6,$6,$7" --target "$target" --types "$1" -o "$out" --stem conv --json 2>"$out.log") || {
    echo "not measured: $2 $1: $(head -n 1 "$out.log")" >&2
    return 0
  }
  # shellcheck disable=SC2046  # words on purpose
  gcc -std=gnu11 -O2 -shared -fPIC $(jq -r '[.procedures[].flags[]] | unique[]' <<<"$facts") "$out"/*.c -o "$out/conv.so"
  printf '%s,%s,%s,%s,%s,%s,' "$2" "$3" "$4" "$5" "$6" "$7" >>"$rows"
  "$scratch/runner" "$out/conv.so" conv "$1" "$3" "$4" "$results" "$results" "$6" "$6" "$7" "$(jq .packed_elements <<<"$facts")" |
    sed 's/ /,/; s/ /,/; s/ /,/; s/ /,/; s/ /,/' >>"$rows"
  tail -n 1 "$rows" >&2
  rm -rf "$out"
}

for types in bf16,bf16,f32 ui8,i8,i32; do
  rows=$results/conv_mixed_${types//,/_}_$target.csv
  echo "name,K,C,H,R,stride,gops,onednn_gops,ratio_onednn,lower_quartile,upper_quartile,onednn_kernel" >"$rows"
  while IFS=, read -r layer _ K C H R stride; do one "$types" "$layer" "$K" "$C" "$H" "$R" "$stride"; done \
    < <(grep -vE '^(#|name,)' "${shapes:-$data/conv_layers.csv}")
  awk -F, -v types="$types" 'NR > 1 { sum += log($9); n++ } END { if (n) printf "%s: ratio to oneDNN: geometric mean %.3f over %d layers\n", types, exp(sum / n), n }' "$rows"
done
