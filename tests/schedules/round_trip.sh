#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# round_trip.sh TESSERA SOURCE_DIR: every shipped schedule is compiled, the trace that this leaves is replayed, once from the .sched
# and once from the evidence; the C, the header, the evidence and the trace that come out must have the same bytes (the trace
# from the evidence names its program from elsewhere), and the evidence must hold.
set -euo pipefail
tessera=$1 sources=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
seen=" "
failures=0
cd "$sources"

# round_trip STEM ARGUMENT...: the arguments of `tessera compile`.
round_trip() {
  local stem=$1 result=same first=$folder/first again=$folder/again log=$folder/log spills=()
  [[ " $* " != *" --allow-spills "* ]] || spills=(--allow-spills)
  "$tessera" compile "${@:2}" --stem "$stem" -o "$first" >"$log" 2>&1 || { cat "$log"; result="does not compile"; }
  [ ! -e "$first/$stem.sched" ] || round_trip_of_one
  for trace in "$first/$stem".*.sched; do  # of a schedule for several lengths of vectors: a trace for each
    [ -e "$trace" ] && [ "$result" = same ] || continue
    "$tessera" replay "$trace" --stem "$stem" -o "$again" >"$log" 2>&1 || { cat "$log"; result="$trace does not replay"; break; }
    cmp "$trace" "$again/$stem.sched" || result="$trace gives another trace"
  done
  if [ "$result" = same ]; then
    "$tessera" verify "$first/$stem.evidence.json" >"$log" 2>&1 || { cat "$log"; result="the evidence does not hold"; }
  fi
  echo "$stem: $result"
  [ "$result" = same ] || failures=$((failures + 1))
}

# round_trip_of_one: of the schedule compiled last, by its one trace.
round_trip_of_one() {
  for trace in sched evidence.json; do
    [ "$result" = same ] || break
    rm -rf "$again"
    "$tessera" replay "$first/$stem.$trace" "${spills[@]}" --stem "$stem" -o "$again" >"$log" 2>&1 ||
      { cat "$log"; result="$trace does not replay"; break; }
    for file in c h evidence.json $([ "$trace" = sched ] && echo sched); do
      cmp "$first/$stem.$file" "$again/$stem.$file" || result="$trace gives another .$file"
    done
  done
}

while IFS=$'\t' read -r -a words; do
  for word in "${words[@]}"; do [[ "$word" != *.sched ]] || seen+="$word "; done
  round_trip "${words[@]}"
done < <(scripts/shipped-schedules)

for schedule in examples/*/*.sched; do
  [[ "$seen" = *" $schedule "* ]] || { echo "no round trip of $schedule"; failures=$((failures + 1)); }
done
exit $((failures > 0))
