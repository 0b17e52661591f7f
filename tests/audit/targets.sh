#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# targets.sh TESSERA [TARGET...]: the default microkernel of each type of each target, or of those named, audited with each compiler of the
# target's library: nothing is out of place in the loop over k. Prints the table of docs/audit.md; fails at a defect. Exit code 77: no compiler is installed.
set -euo pipefail
tessera=$1
shift
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
if [ $# -gt 0 ]; then targets=("$@"); else mapfile -t targets < <("$tessera" hwlib list --json | jq -r '.[].library'); fi

# kernel MEMBER TARGET FAMILY-OPTION...: the file of the product of that name, a pattern. What `hwlib show --needs` says can be made must be.
kernel() {
  rm -rf "$out/family"
  "$tessera" family gemm --target "${@:2}" --only "$1" -o "$out/family" >"$out/log" 2>&1 || { echo "FAILED $*: $(cat "$out/log")" >&2; return 1; }
  find "$out/family/kernels" -name 'gemm_*.c' | head -n 1
}

# audited FILE TARGET OPTION...: into audit.json
audited() {
  "$tessera" audit "$1" --hwlib "${@:2}" --json >"$out/audit.json" 2>"$out/log" || [ -s "$out/audit.json" ]
}

# rows TARGET TYPES FILE: a row of the table for each compiler; of C that is too new for all of them, for clang 19
rows() {
  audited "$3" "$1" || { echo "FAILED $1 $2: $(cat "$out/log")"; return 0; }
  if command -v clang-19 >/dev/null && jq -e 'all(.audits[]; .counts == null)' "$out/audit.json" >/dev/null; then
    cp "$out/audit.json" "$out/refused.json"
    audited "$3" "$1" --cc clang-19 && jq -e 'any(.audits[]; .counts)' "$out/audit.json" >/dev/null || mv "$out/refused.json" "$out/audit.json"
  fi
  jq -r --arg what "| $1 | $2" '[.audits[] | .name = ([.command[0], (.command[] | select(startswith("--target=")))] | join(" "))] | unique_by(.name)[] |
    if .counts then "\($what) | \(.function) | \(.name) | " + (.counts | "\(.multiply_adds) | \(.loads) | \(.spills) | \(.moved_accumulators) | \(.other_defects) | \(.instructions) |")
    elif .outcome == "no loop" then "FAILED \($what) \(.name): \(.why)"
    else "\($what) | | \(.name) | not run: \(.why | split("\n")[0]) |" end' "$out/audit.json"
}

echo "| target | types | microkernel | compiler | multiply-adds | loads | spills | moved | other | instructions |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
for target in "${targets[@]}"; do
  for type in $("$tessera" hwlib show "$target" --needs --json | jq -r '.types[] | select(.multiplies) | .type'); do
    blocked=$("$tessera" family gemm_blocked --target "$target" --dtype "$type" --list --json 2>/dev/null | jq -r '.members[0]' | grep -oE '[0-9]+x[0-9]+' | head -n 1) || blocked=""
    file=$(kernel '_[0-9]+x[0-9]+v?_' "$target" --dtype "$type" --variant add_packed_packed --tile "${blocked:-14x2v}")
    rows "$target" "$type" "$file"
  done
  # Of a target whose machines choose their number of lanes the least one.
  while read -r types tile lanes; do
    file=$(kernel "_${tile}_" "$target" --types "$types" ${lanes:+--lanes "$lanes"} --variant add --tile "$tile")
    rows "$target" "$types" "$file"
  done < <("$tessera" hwlib show "$target" --needs --json | jq -r '.products[] | select(.suffices) | "\(.types) \(.tiles[0] | "\(.rows)x\(.columns) \(.lanes // "")")"')
done | tee "$out/table"
[ "$(awk -F'|' 'NF > 9' "$out/table" | wc -l)" -gt 2 ] || { echo "SKIPPED: none of the compilers is installed"; exit 77; }
if grep '^FAILED' "$out/table"; then exit 1; fi
awk -F'|' 'NF > 9 && $8 + $9 + $10 > 0 { print "DEFECT:" $0; found = 1 } END { exit found }' "$out/table"
