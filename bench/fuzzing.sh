#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzzing.sh TESSERA-FUZZ [MINUTES [SEED [OUT.csv]]]: a long run of `tessera-fuzz` (60 minutes unless told): half of the time on steps,
# the rest on replacements, texts and texts of hardware libraries; writes a row for each. What is found stays beside the
# table as tests; exit 1 when that is something.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
fuzz=$1 minutes=${2:-60} seed=${3:-1} out=${4:-bench/results/fuzzing.csv}
found=$(dirname "$out")/found
status=0
mkdir -p "$(dirname "$out")"
echo "kind,seed,minutes,cases,accepted,refused,undecided,texts,findings" >"$out.new"
for share in "steps 30" "replace 13" "text 9" "library 8"; do
  read -r kind sixtieths <<<"$share"
  compile=()
  [ "$kind" != steps ] || compile=(--compile-every 200)
  report=$("$fuzz" --kind "$kind" --seed "$seed" --count 1000000000 \
    --minutes "$(awk "BEGIN { print $minutes * $sixtieths / 60 }")" "${compile[@]}" --out "$found" --json) || status=1
  jq -r --arg kind "$kind" '[.primitives[]?] as $p | [$kind, .seed, (.seconds / 6 | round / 10), .cases,
    ($p | map(.accepted) | add // 0), ($p | map(.refused) | add // 0), ($p | map(.undecided) | add // 0), .texts,
    (.findings | length)] | @csv' <<<"$report" | tr -d '"' >>"$out.new"
done
mv "$out.new" "$out"
column -s, -t <"$out"
exit $status
