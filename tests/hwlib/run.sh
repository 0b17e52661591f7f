#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tests/hwlib/run.sh TESSERA LIBRARY: what is on record for a shipped library is about its files as they are, of every
# instruction; and checking it here gives the same. 77: this machine cannot run it.
set -eu
tessera=$1
library=$2
out=$(mktemp)
trap 'rm -f "$out"' EXIT

"$tessera" hwlib show "$library" --json >"$out"
old=$(jq -r '.instructions[] | select(.conformance | test("^passed [1-9]") | not) | "\(.name): \(.conformance)"' "$out")
[ -z "$old" ] || { printf 'not on record:\n%s\nrun `tessera hwlib check %s --record`\n' "$old" "$library"; exit 1; }
recorded=$(jq -c '[.instructions[].name]' "$out")

status=0
"$tessera" hwlib check "$library" --json >"$out" || status=$?
case $status in
  0) ;;
  3) jq -r '.instructions[] | "skipped \(.name): \(.why)"' "$out"; exit 77 ;;
  *) cat "$out"; exit 1 ;;
esac
[ "$(jq -c '[.instructions[].name]' "$out")" = "$recorded" ] || { echo "other instructions were checked"; exit 1; }

# With as many compilers as were there when it was recorded, as many runs.
folder=$("$tessera" hwlib list --json | jq -r --arg l "$library" '.[] | select(.library == $l).folder')
differs=$(jq -rn --slurpfile here "$out" --slurpfile kept "$folder/conformance.json" '
  [$here[0].instructions[], $kept[0].instructions[]] | group_by(.name)[] | select(length != 2 or
  (all(.machines) and (map(.runs / (.machines | length)) | unique | length) != 1)) | map("\(.name): \(.runs) runs")[]')
[ -z "$differs" ] || { printf 'the runs are not those on record:\n%s\n' "$differs"; exit 1; }
jq -r '"\(.passed) passed, \(.skipped) skipped"' "$out"
