#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh TESSERA SOURCES: scripts/recheck accepts what is proved, and fails for an obligation that is false, that no solver
# decides, or that is missing.
set -euo pipefail
tessera=$(realpath "$1")
recheck=$(realpath "$2")/scripts/recheck
for command in z3 cvc5 jq; do command -v "$command" >/dev/null || { echo "skipped: no $command here"; exit 77; }; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

# The extent needs more than linear arithmetic.
cat >p.tess <<'T'
def p(n: size, m: size, A: f32[n * m]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[0] += 1.0
T
printf "p = reorder_loops(p, 'i j')\np = divide_loop(p, 'i', 4, ['io', 'ii'], tail='cut')\n" >p.sched
"$tessera" verify p.tess --sched p.sched --smt2 exported >log || { cat log; exit 1; }

# expect CODE TEXT: recheck of the folder `planted`, which starts as what was exported.
expect() {
  local code=0
  RECHECK_SECONDS=1 "$recheck" planted >log 2>&1 || code=$?
  if [ "$code" -ne "$1" ] || ! grep -qF -e "$2" log; then
    echo "FAILED: exit code $code, expected $1 and: $2"
    cat log
    failures=$((failures + 1))
  fi
  rm -rf planted
  cp -r exported planted
}
cp -r exported planted
file=$(jq -r '.obligations[0].file' exported/index.json)

expect 0 "0 obligations not confirmed"

# Without the negated goal the assumptions alone are left, which hold somewhere.
sed -i '/^; the negated goal$/,/^(assert/d' "planted/$file"
grep -q check-sat "planted/$file"
expect 1 "FAILED: planted/$file"
sed -i '/^; the negated goal$/,/^(assert/d' "planted/$file"
expect 1 "1 obligations not confirmed"

# The least solution has sixteen digits (Booker 2019).
cat >"planted/$file" <<'S'
(set-logic QF_NIA)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (= (+ (* x x x) (* y y y) (* z z z)) 33))
(check-sat)
S
expect 1 "z3 unknown, cvc5 unknown"

rm "planted/$file"
expect 1 "$file"
rm planted/index.json
expect 2 "no index.json"
[ "$failures" -eq 0 ] && echo "recheck accepts what holds and nothing else"
