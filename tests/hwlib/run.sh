#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tests/hwlib/run.sh TESSERA LIBRARY [INSTRUCTION...]: what is on record for a shipped library is about its files as they are, of every
# instruction; and checking all of them here, or only those named, gives the same. 77: this machine cannot run it.
set -eu
tessera=$1
library=$2
shift 2
out=$(mktemp)
checked=$(mktemp)
trap 'rm -f "$out" "$checked"' EXIT

"$tessera" hwlib show "$library" --json >"$out"
old=$(jq -r '.instructions[] | select(.conformance | test("^passed [1-9]") | not) | "\(.name): \(.conformance)"' "$out")
[ -z "$old" ] || { printf 'not on record:\n%s\nrun `tessera hwlib check %s --record`\n' "$old" "$library"; exit 1; }
recorded=$(jq -c '[.instructions[].name]' "$out")

# check [--only INSTRUCTION]
check() {
  status=0
  "$tessera" hwlib check "$library" "$@" --json >"$out" || status=$?
  case $status in
    0) ;;
    3) jq -r '.instructions[] | "skipped \(.name): \(.why)"' "$out"; exit 77 ;;
    *) cat "$out"; exit 1 ;;
  esac
  jq '.instructions[]' "$out" >>"$checked"
}

if [ $# -eq 0 ]; then
  check
  [ "$(jq -sc 'map(.name)' "$checked")" = "$recorded" ] || { echo "other instructions were checked"; exit 1; }
else
  for name; do check --only "$name"; done
fi

# With as many compilers as were there when it was recorded, as many runs.
folder=$("$tessera" hwlib list --json | jq -r --arg l "$library" '.[] | select(.library == $l).folder')
differs=$(jq -rn --slurpfile here "$checked" --slurpfile kept "$folder/conformance.json" '
  ($here | map(.name)) as $names | [$here[], ($kept[0].instructions[] | select(.name as $n | $names | index($n)))] | group_by(.name)[] | select(length != 2 or
  (all(.machines) and (map(.runs / (.machines | length)) | unique | length) != 1)) | map("\(.name): \(.runs) runs")[]')
[ -z "$differs" ] || { printf 'the runs are not those on record:\n%s\n' "$differs"; exit 1; }
jq -sr 'map(.verdict) | "\(map(select(. == "passed")) | length) passed, \(map(select(. == "skipped")) | length) skipped"' "$checked"
