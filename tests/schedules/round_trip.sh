#!/usr/bin/env bash
# round_trip.sh TESSERA SOURCE_DIR: every shipped schedule is compiled, the trace that this leaves is replayed, once as .sched and
# once as .trace.json, and the C, the header and the trace that come out must have the same bytes.
set -euo pipefail
tessera=$1 examples=$2/examples
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
seen=" "
failures=0

# round_trip STEM SCHEDULE ARGUMENT...: the arguments of `tessera compile` but for --sched.
round_trip() {
  local stem=$1 schedule=$2 result=same
  seen+="$schedule "
  "$tessera" compile "${@:3}" --sched "$schedule" --stem "$stem" -o first >log 2>&1 || { cat log; result="does not compile"; }
  for trace in sched trace.json; do
    [ "$result" = same ] || break
    rm -rf again
    "$tessera" replay "first/$stem.$trace" --stem "$stem" -o again >log 2>&1 || { cat log; result="$trace does not replay"; break; }
    for file in c h sched; do cmp "first/$stem.$file" "again/$stem.$file" || result="$trace gives another .$file"; done
  done
  echo "$stem: $result"
  [ "$result" = same ] || failures=$((failures + 1))
}

ukernel=$examples/ukernel
round_trip neon_8x12 "$ukernel/neon_8x12.sched" "$ukernel/ukernel.tess" --hwlib neon
while read -r target mr nr; do
  round_trip "any_target_$target" "$ukernel/any_target.sched" "$ukernel/ukernel.tess" --hwlib "$target" --set "MR=$mr" "NR=$nr"
done <<'TARGETS'
neon 8 12
avx512 16 16
scalar 8 12
TARGETS

conv=$examples/conv
for layers in "$conv"/*.layers; do
  target=$(basename "$layers" .layers)
  while read -r layer procedure schedule shape settings; do
    [[ "$layer" = "#"* || -z "$layer" ]] && continue
    IFS=, read -r K C H W R S _ <<<"$shape"
    # shellcheck disable=SC2086  # settings are words
    round_trip "${target}_$layer" "$conv/$schedule" "$conv/conv.tess" --proc "$procedure" --hwlib "$target" \
      --set "K=$K" "C=$C" "H=$H" "W=$W" "R=$R" "S=$S" $settings
  done <"$layers"
done
round_trip naive "$conv/naive.sched" "$conv/conv.tess" --proc conv --set K=64 C=64 H=7 W=7 R=3 S=3

round_trip vectors "$examples/cmake_project/vectors.sched" "$examples/cmake_project/scale_add.tess" --hwlib avx512
round_trip gemm "$examples/gemm/microkernel.sched" "$examples/gemm/gemm.tess" --hwlib avx512 --set MR=14 NR=32

for schedule in "$examples"/*/*.sched; do
  [[ "$seen" = *" $schedule "* ]] || { echo "no round trip of $schedule"; failures=$((failures + 1)); }
done
exit $((failures > 0))
