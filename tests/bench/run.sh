#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the measuring programs accept, refuse and report: `tests/bench/run.sh FOLDER-OF-THE-PROGRAMS SOURCE-FOLDER`. The
# libraries under test are compiled here, right and wrong. Nothing is said of how fast anything is.
set -u
programs=$(cd "$1" && pwd)
source=$(cd "$2" && pwd)
here=$source/tests/bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
checks=0
cd "$work" || exit 1

complain() {
  failures=$((failures + 1))
  printf 'FAILED %s\n  %s\n' "$current" "$1"
  sed 's/^/  | /' output
}

# run PROGRAM ARGUMENT...: its output and exit code are then checked.
run() {
  current="$*"
  program=$1
  shift
  timeout 120 "$programs/$program" "$@" >stdout 2>stderr </dev/null
  code=$?
  cat stdout stderr >output
}

# expect CODE TEXT...: the exit code, and texts that the output holds.
expect() {
  checks=$((checks + 1))
  [ "$code" -eq "$1" ] || complain "exit code $code, expected $1"
  shift
  for text in "$@"; do
    grep -qF -e "$text" output || complain "the output lacks: $text"
  done
}

# expect_json FILTER...: the standard output is one JSON value for which each filter of jq is true.
expect_json() {
  for filter in "$@"; do
    checks=$((checks + 1))
    [ "$(jq -s "length == 1 and (.[0] | $filter)" stdout 2>&1)" = true ] || complain "not so in the JSON: $filter"
  done
}

# compile NAME SOURCE FLAG...: NAME.so
compile() {
  name=$1
  file=$2
  shift 2
  cc -std=c11 -O1 -ffp-contract=off -shared -fPIC "$@" "$here/$file" -o "$name.so" || exit 1
}

for case_file in "$here"/cases/*.sh; do
  . "$case_file"
done

echo "$checks checks, $failures failed"
[ "$failures" -eq 0 ]
