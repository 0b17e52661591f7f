#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mma.sh TESSERA SOURCE_DIR: each compiler for POWER10 that is here keeps the accumulators of examples/gemm/mma.sched in their
# registers: its loop over k, of one step or more, has the eight outer products of each, and moves no accumulator. Exit 77 (skipped)
# without the compiler.
set -euo pipefail
tessera=$1 sources=$2
command -v powerpc64le-linux-gnu-gcc >/dev/null || { echo "skipped: powerpc64le-linux-gnu-gcc is not installed"; exit 77; }
found=$("$tessera" audit "$sources/examples/gemm/gemm.tess" --sched "$sources/examples/gemm/mma.sched" --hwlib power10 --set MR=8 NR=16 \
  --flags -O2 --json)
jq -e '.audited >= 1 and .refused == 0 and .with_defects == 0 and ([.audits[] | select(.outcome == "audited")] |
  all(.counts.spills == 0 and .counts.moved_accumulators == 0 and .counts.multiply_adds > 0 and .counts.multiply_adds % 8 == 0) and
  any(.compiler == "powerpc64le-linux-gnu-gcc" and .counts.multiply_adds == 8))' <<<"$found" >/dev/null ||
  { echo "$found"; exit 1; }
