#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# family_time.sh TESSERA [PROCESSES]: how long a family of matrix-product microkernels takes to schedule, prove, check and emit:
# every tile of two or more rows and vectors that fits 32 registers, for AVX-512 (16 lanes), Neon (4) and portable C (4), each in a process of its own, none remembering another's proofs. Prints the count and the seconds.
set -euo pipefail
export TESSERA_CACHE=none
tessera=$(realpath "$1")
processes=${2:-2}
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# A tile needs MR * NR / LANES registers for C and a row of NR / LANES for B.
tiles() {
  local target=$1 lanes=$2 rows vectors
  for ((vectors = 2; vectors <= 15; vectors++)); do
    for ((rows = 2; (rows + 1) * vectors <= 32; rows++)); do echo "$target $rows $((vectors * lanes))"; done
  done
}

compile() {
  "$1" compile examples/gemm/gemm.tess --hwlib "$3" --sched examples/gemm/microkernel.sched --set MR="$4" NR="$5" \
    --stem "$3_$4x$5" -o "$2" >"$2/$3_$4x$5.log" 2>&1 || { cat "$2/$3_$4x$5.log"; exit 255; }
}
export -f compile

mapfile -t family < <(tiles avx512 16; tiles neon 4; tiles scalar 4)
start=$(date +%s%N)
printf '%s\n' "${family[@]}" | xargs -P "$processes" -L 1 bash -c 'compile "$@"' _ "$tessera" "$out"
elapsed=$(($(date +%s%N) - start))
printf '%s kernels in %s.%03d s on %s processes\n' "$(find "$out" -name '*.c' | wc -l)" $((elapsed / 1000000000)) \
  $((elapsed / 1000000 % 1000)) "$processes"
