#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# neon_assembly.sh TESSERA SOURCE_DIR: gcc -O3 for aarch64 turns the 8x12 kernel's k loop into figure 12: 24 fmla, the loads of
# 2 + 3 vectors, nothing on the stack. Exit 77 (skipped) without the cross compiler.
set -euo pipefail
compiler=aarch64-linux-gnu-gcc
command -v "$compiler" >/dev/null || { echo "skipped: $compiler is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" compile "$2/examples/ukernel/ukernel.tess" --hwlib neon --sched "$2/examples/ukernel/neon_8x12.sched" -o "$folder" 2>"$folder/warnings"
"$compiler" -O3 -std=c11 -Wall -Wextra -Werror -S -o "$folder/kernel.s" "$folder/uk_8x12.c"

# The innermost loop that multiplies: from the label that a backward branch returns to, to that branch.
awk '
  /^\.L[0-9]+:/ { label = $1; sub(":", "", label); start[label] = NR }
  { line[NR] = $0 }
  $1 ~ /^(b\.|bne|b|cbnz|tbnz)/ && ($NF in start) {
    fmla = 0
    for (i = start[$NF]; i <= NR; i++) if (line[i] ~ /^[ \t]*fmla[ \t]/) fmla++
    if (fmla > 0) { for (i = start[$NF]; i <= NR; i++) print line[i]; exit }
  }' "$folder/kernel.s" >"$folder/loop.s"

count() { grep -cE "$1" "$folder/loop.s" || true; }
fmla=$(count '\bfmla\b')
vectors=$(($(count '\bldr\s+q') + 2 * $(count '\bldp\s+q')))
stack=$(count '\[sp')
stores=$(count '\bst[rp]\b')
cat "$folder/loop.s"
echo "fmla $fmla, vectors loaded $vectors, stack accesses $stack, stores $stores"
[ "$fmla" -eq 24 ] && [ "$vectors" -eq 5 ] && [ "$stack" -eq 0 ] && [ "$stores" -eq 0 ]
