#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh TESSERA TARGET WORK COMMAND...: COMMAND -o FOLDER writes kernels and their test programs; each is compiled with all compilers that
# are here, and with sanitizers, and run. WORK bounds the time of each program. Exit 77 (skipped) when this machine cannot run
# the target, 1 when a program fails.
set -euo pipefail
tessera=$1 target=$2 work=$3
shift 3
skip() { echo "skipped: $*"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# name|compiler with its options|emulator|share of the work, in percent: sanitizers and emulators are slow
ways=("gcc|gcc -O2||100" "clang|clang -O2||100"
  "gcc with sanitizers|gcc -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all||10")
# shellcheck source=tests/emulator.sh
. "$(dirname "$0")/../emulator.sh"
if emulator_of "$target"; then
  missing=$(can_emulate) || skip "$missing"
  ways=("${cross%% *} under ${runner%% *}|$cross -O2 -static|$runner|10")
else
  "$tessera" hwlib runs "$target" >/dev/null || skip "$("$tessera" hwlib runs "$target")"
  native=1
fi

"$@" -o "$folder" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
# An instruction may need more than others of its library.
missing=$("$tessera" hwlib features --json | jq -r --argjson wanted "$(jq -s '[.[].features? // [] | .[]] | unique' "$folder"/*.json)" \
  '.[] | select((.here | not) and (.feature as $f | $wanted | index($f))) | .feature')
[ -z "${native:-}" ] || [ -z "$missing" ] || skip "this CPU has no $missing"
named() { sed -n "1,/\*\//s/^ \* $1: //p" "$2"; } # a line of the comment at the top of the C
ran=0 failed=0
for test in "$folder"/*_test.c; do
  kernel=${test%_test.c}
  for way in "${ways[@]}"; do
    IFS='|' read -r name compiler runner share <<<"$way"
    command -v "${compiler%% *}" >/dev/null || { echo "skipped: ${compiler%% *} is not installed"; continue; }
    # shellcheck disable=SC2046,SC2086  # words on purpose
    $compiler -std=c11 -Wall -Wextra -Werror $(named 'Compiler flags' "$kernel.c") "$test" "$kernel.c" -lm -o "$kernel.run"
    echo "$name: $($runner "$kernel.run" $((work * share / 100)))" || failed=1
    ran=$((ran + 1))
  done
done
[ "$ran" -gt 0 ] || skip "no compiler"
exit "$failed"
