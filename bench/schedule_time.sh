#!/usr/bin/env bash
# schedule_time.sh TESSERA [RUNS]: how long the whole process takes from program and schedule to C, all proofs included: the
# micro-kernel paper's Neon 8x12, and the demo's seven layers together. Prints minimum, median and maximum in milliseconds.
set -euo pipefail
tessera=$(realpath "$1")
runs=${2:-21}
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

ukernel() {
  "$tessera" compile examples/ukernel/ukernel.tess --hwlib neon --sched examples/ukernel/neon_8x12.sched -o "$out" >/dev/null 2>&1
}

# The demo's table for AVX-512.
mapfile -t layers < <(grep -v '^#' examples/conv/avx512.layers)
[ ${#layers[@]} -gt 0 ] || { echo "examples/conv/avx512.layers lists no layers" >&2; exit 1; }
seven_layers() {
  local line layer procedure schedule shape settings K C W H R S _
  for line in "${layers[@]}"; do
    read -r layer procedure schedule shape settings <<<"$line"
    IFS=, read -r K C H W R S _ <<<"$shape"
    local sets=("K=$K" "C=$C" "H=$H" "W=$W" "R=$R" "S=$S")
    # shellcheck disable=SC2206  # a list of words
    sets+=($settings)
    "$tessera" compile examples/conv/conv.tess --proc "$procedure" --hwlib avx512 --sched "examples/conv/$schedule" \
      --set "${sets[@]}" --stem "$layer" -o "$out" >/dev/null 2>&1
  done
}

measure() {
  local name=$1 i start times=()
  "$2"
  for ((i = 0; i < runs; i++)); do
    start=$(date +%s%N)
    "$2"
    times+=($((($(date +%s%N) - start) / 1000)))
  done
  printf '%s\n' "${times[@]}" | sort -n | awk -v name="$name" '{ t[NR] = $1 / 1000 }
    END { printf "%-28s min %.1f  median %.1f  max %.1f ms  (%d runs)\n", name, t[1], t[int((NR + 1) / 2)], t[NR], NR }'
}

measure "Neon 8x12 micro-kernel" ukernel
measure "the demo's seven layers" seven_layers
