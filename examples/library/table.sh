#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# table.sh PROGRAM [TARGET...]: the kernels of this folder as a table: lines of schedule, and for each hardware library the steps
# and proofs that they took, whether translation validation proved them for all sizes, and at how many sizes it ran them. PROGRAM is the built library_kernels. Exit 1 when a schedule is longer than 30 lines.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=${1:?usage: table.sh PROGRAM [TARGET...]}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(avx512 avx2 neon)

# The lines of the function that schedules the kernel, without its signature and closing brace; one-liners count as one.
schedule_lines() {
  awk -v name="$1" '
    $0 ~ "^Proc " name "\\(" { inside = 1; n = 0; if ($0 ~ /}$/) { print 1; exit } next }
    inside && /^}/ { print n; exit }
    inside { ++n }' "$here"/*.cpp
}

counts=$(mktemp -d)
trap 'rm -rf "$counts"' EXIT
header=$(printf '| %-15s | lines' kernel) rule='| --------------- | -----'
for target in "${targets[@]}"; do
  "$program" "$here/kernels.tess" "$target" >"$counts/$target"
  header+=$(printf ' | %s steps | proofs | all sizes | run at' "$target")
  rule+=' | ----- | ----- | ----- | -----'
done
printf '%s |\n%s |\n' "$header" "$rule"

too_long=0
while read -r kernel _; do
  [ "$kernel" = kernel ] && continue
  lines=$(schedule_lines "$kernel")
  row=$(printf '| %-15s | %5s' "$kernel" "$lines")
  for target in "${targets[@]}"; do
    row+=$(awk -v name="$kernel" '$1 == name { printf " | %s | %s | %s | %s", $2, $3, $4, $5 }' "$counts/$target")
  done
  printf '%s |\n' "$row"
  [ "$lines" -le 30 ] || too_long=1
done <"$counts/${targets[0]}"
exit "$too_long"
