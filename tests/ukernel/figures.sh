#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# figures.sh TESSERA SOURCE_DIR [EXAMPLE]: the program after each phase of the schedule is the paper's figure; the schedule for any
# target and the C++ EXAMPLE end at the same program.
set -euo pipefail
tessera=$1 examples=$2/examples/ukernel
failed=0
compare() { # NAME EXPECTED_FILE < actual
  diff -u "$2" - || { echo "$1 differs from $2" >&2; failed=1; }
}
while read -r figure steps; do
  "$tessera" show "$examples/ukernel.tess" --hwlib neon --sched "$examples/neon_8x12.sched" --after "$steps" |
    compare "figure $figure" "$examples/figures/figure_$figure.tess"
done <<'END'
06 2
07 4
08 14
09 28
10 30
11 32
END
final=$(mktemp)
trap 'rm -f "$final"' EXIT
"$tessera" show "$examples/ukernel.tess" --hwlib neon --sched "$examples/neon_8x12.sched" >"$final"
"$tessera" show "$examples/ukernel.tess" --hwlib neon --sched "$examples/any_target.sched" --set MR=8 --set NR=12 |
  compare "the schedule for any target" "$final"
if [ $# -ge 3 ]; then "$3" | compare "the C++ schedule" "$final"; fi
exit "$failed"
