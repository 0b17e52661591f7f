#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# solver.sh TESSERA [RUNS]: what proving costs, on the micro-kernel paper's Neon 8x12 and on the AVX-512 convolution: the share
# of obligations that Z3 was asked for, and the time of the whole process from program and schedule to C, without a cache and
# with a filled one (median of RUNS, 11 by default). Exit 1 when Z3 is asked for a tenth of the obligations or more.
set -euo pipefail
export LC_ALL=C
tessera=$(realpath "$1")
runs=${2:-11}
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# median COMMAND...: milliseconds.
median() {
  local i start times=()
  for ((i = 0; i < runs; i++)); do
    start=$(date +%s%N)
    "$@" >/dev/null
    times+=($((($(date +%s%N) - start) / 1000)))
  done
  printf '%s\n' "${times[@]}" | sort -n | awk '{ t[NR] = $1 / 1000 } END { printf "%.1f", t[int((NR + 1) / 2)] }'
}

failed=0
# measure NAME ARGUMENT...: those of `tessera compile`.
measure() {
  local name=$1 facts questions asked cold warm
  shift
  facts=$("$tessera" compile "$@" --cache none --stats --json -o "$out")
  questions=$(jq .solver.questions <<<"$facts")
  asked=$(jq '.solver.decided_by | .z3.count + .unknown.count' <<<"$facts")
  cold=$(median "$tessera" compile "$@" --cache none -o "$out")
  "$tessera" compile "$@" --cache "$out/cache" -o "$out" >/dev/null
  warm=$(median "$tessera" compile "$@" --cache "$out/cache" -o "$out")
  printf '%-22s %5d questions, Z3 asked for %d (%.1f%%); whole process %s ms, with the cache %s ms (median of %d)\n' \
    "$name" "$questions" "$asked" "$(awk "BEGIN { print 100 * $asked / $questions }")" "$cold" "$warm" "$runs"
  [ $((asked * 10)) -lt "$questions" ] || failed=1
}

measure "Neon 8x12" examples/ukernel/ukernel.tess --hwlib neon --sched examples/ukernel/neon_8x12.sched
measure "AVX-512 convolution" examples/conv/conv.tess --proc conv --hwlib avx512 --sched examples/conv/two_tiles.sched \
  --set K=64 C=64 H=54 W=54 R=3 S=3 ta=14 tb=12
exit "$failed"
