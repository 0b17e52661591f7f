#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# validation_table.sh TESSERA [OUT.csv [WORK]]: validates every shipped schedule (see tests/schedules/round_trip.sh) against its
# reference, and writes a table: what was proved for all sizes, what was run, what was left out, how long it took. WORK limits the
# interpreter's steps for each, as --work does; with 1e11 the convolution layers, whose sizes are fixed, are run too: an hour.
# Exit 1 when one is refused.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
tessera=$1 out=${2:-bench/results/validation.csv}
work=(${3:+--work "$(printf '%.0f' "$3")"})
examples=examples
failures=0
mkdir -p "$(dirname "$out")"
echo "kernel,target,all_sizes,why,sizes_run,classes_met,classes_left_out,error_bound,reassociates,seconds" >"$out.new"

# row KERNEL TARGET ARGUMENT...: the arguments of `tessera verify`.
row() {
  local kernel=$1 target=$2 report
  if ! report=$("$tessera" verify "${@:3}" "${work[@]}" --json 2>/dev/null); then
    echo "$kernel,$target,refused,,,,,,," >>"$out.new"
    failures=$((failures + 1))
    return
  fi
  jq -r --arg kernel "$kernel" --arg target "$target" '.validation | [$kernel, $target, .all_sizes.verdict,
    (if .all_sizes.verdict == "proved" then "" else .all_sizes.text end), .tested.choices,
    .tested.single.met + .tested.combinations.met, .tested.single.left_out + .tested.combinations.left_out + (if .tested.choices == 0 then 1 else 0 end),
    .tested.error_bound, (.reassociates | length), (.seconds * 100 | round / 100)] | @csv' <<<"$report" | tr -d '"' >>"$out.new"
}

row ukernel_neon_8x12 neon $examples/ukernel/ukernel.tess --hwlib neon --sched $examples/ukernel/neon_8x12.sched
for kernel in "neon 8 12" "avx512 16 16" "scalar 8 12"; do
  read -r target mr nr <<<"$kernel"
  row "ukernel_${mr}x${nr}" "$target" $examples/ukernel/ukernel.tess --hwlib "$target" --sched $examples/ukernel/any_target.sched --set "MR=$mr" "NR=$nr"
done
for kernel in "neon 8 12" "avx512 14 32" "avx512 6 64" "scalar 3 8"; do
  read -r target mr nr <<<"$kernel"
  row "gemm_${mr}x${nr}" "$target" $examples/gemm/gemm.tess --hwlib "$target" --sched $examples/gemm/microkernel.sched --set "MR=$mr" "NR=$nr"
done
row vectors avx512 $examples/cmake_project/scale_add.tess --hwlib avx512 --sched $examples/cmake_project/vectors.sched
for layers in "$examples"/conv/*.layers; do
  target=$(basename "$layers" .layers)
  while read -r layer procedure schedule shape settings; do
    [[ "$layer" = "#"* || -z "$layer" ]] && continue
    IFS=, read -r K C H W R S _ <<<"$shape"
    # shellcheck disable=SC2086  # settings are words
    row "$layer" "$target" $examples/conv/conv.tess --proc "$procedure" --hwlib "$target" --sched "$examples/conv/$schedule" \
      --set "K=$K" "C=$C" "H=$H" "W=$W" "R=$R" "S=$S" $settings
  done <"$layers"
done
row naive_conv none $examples/conv/conv.tess --proc conv --sched $examples/conv/naive.sched --set K=64 C=64 H=7 W=7 R=3 S=3
mv "$out.new" "$out"
column -s, -t <"$out"
exit $((failures > 0))
