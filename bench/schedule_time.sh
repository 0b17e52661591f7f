#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# schedule_time.sh TESSERA [RUNS [OTHER]]: how long the whole process takes from program and schedule to C, all proofs included: the
# micro-kernel paper's Neon 8x12, an AVX-512 convolution and an AVX-512 matrix product with 28 accumulators each, and the
# demo's seven layers together. Prints minimum, median and maximum in milliseconds; those of an OTHER command, run in
# turns with the first, below.
set -euo pipefail
export TESSERA_CACHE=none  # every proof is made, not remembered
commands=("$(realpath "$1")")
runs=${2:-21}
[ $# -lt 3 ] || commands+=("$(realpath "$3")")
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

ukernel() {
  "$tessera" compile examples/ukernel/ukernel.tess --hwlib neon --sched examples/ukernel/neon_8x12.sched -o "$out" >/dev/null 2>&1
}

# 54 = 3 * 14 + 12 pixels of a row, in tiles of 14 or 12 pixels by 2 vectors.
convolution() {
  "$tessera" compile examples/conv/conv.tess --proc conv --hwlib avx512 --sched examples/conv/two_tiles.sched \
    --set K=64 C=64 H=54 W=54 R=3 S=3 ta=14 tb=12 -o "$out" >/dev/null 2>&1
}

# k stays symbolic, all else is unrolled.
matrix_product() {
  "$tessera" compile examples/gemm/gemm.tess --hwlib avx512 --sched examples/gemm/microkernel.sched --set MR=14 NR=32 \
    -o "$out" >/dev/null 2>&1
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

# Both commands in turns, as another process or a warmer core would favour the later one; which goes first changes.
measure() {
  local name=$1 i turn start first=() second=()
  for tessera in "${commands[@]}"; do "$2"; done
  for ((i = 0; i < runs; i++)); do
    for ((turn = 0; turn < ${#commands[@]}; turn++)); do
      local -i which=$(((i + turn) % ${#commands[@]}))
      tessera=${commands[$which]}
      start=$(date +%s%N)
      "$2"
      if [ "$which" -eq 0 ]; then first+=($((($(date +%s%N) - start) / 1000))); else second+=($((($(date +%s%N) - start) / 1000))); fi
    done
  done
  told "$name" "${first[@]}"
  [ ${#second[@]} -eq 0 ] || told "  the other one" "${second[@]}"
}

told() {
  local name=$1
  shift
  printf '%s\n' "$@" | sort -n | awk -v name="$name" '{ t[NR] = $1 / 1000 }
    END { printf "%-28s min %.1f  median %.1f  max %.1f ms  (%d runs)\n", name, t[1], t[int((NR + 1) / 2)], t[NR], NR }'
}

measure "Neon 8x12 micro-kernel" ukernel
measure "AVX-512 convolution" convolution
measure "AVX-512 14x32 micro-kernel" matrix_product
measure "the demo's seven layers" seven_layers
