#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The messages and exit codes of the command: `tests/cli/run.sh TESSERA [CASE...]`. Each case in cases/*.sh, or only those
# named, runs the command once or more and says what it must exit with, what it must print, and that it leaves no file after.
set -u
TESSERA_CACHE=none  # cases say where they want one
export TESSERA_CACHE
here=$(cd "$(dirname "$0")" && pwd)
tessera=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
only_cases=" $* "
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
checks=0

complain() {
  failures=$((failures + 1))
  printf 'FAILED %s\n  %s\n' "$current" "$1"
  sed 's/^/  | /' "$work/output"
}

# run ARGUMENT...: the command in the case's own folder; its output and exit code are then checked.
run() {
  current="$case_name: tessera $*"
  "$tessera" "$@" >"$work/stdout" 2>"$work/stderr" </dev/null
  code=$?
  cat "$work/stdout" "$work/stderr" >"$work/output"
}

# expect CODE TEXT...: the exit code, and texts that the output holds.
expect() {
  checks=$((checks + 1))
  [ "$code" -eq "$1" ] || complain "exit code $code, expected $1"
  shift
  for text in "$@"; do
    grep -qF -e "$text" "$work/output" || complain "the output lacks: $text"
  done
}

# expect_no TEXT: a text that the output must not hold.
expect_no() {
  if grep -qF -e "$1" "$work/output"; then complain "the output must not hold: $1"; fi
}

# expect_json FILTER...: the standard output is one JSON value for which each filter of jq is true.
expect_json() {
  for filter in "$@"; do
    checks=$((checks + 1))
    [ "$(jq -s "length == 1 and (.[0] | $filter)" "$work/stdout" 2>&1)" = true ] || complain "not so in the JSON: $filter"
  done
}

# no_files FOLDER: no file is there, partial or whole.
no_files() {
  checks=$((checks + 1))
  left=$(find "$1" -type f 2>/dev/null)
  [ -z "$left" ] || complain "left behind: $left"
}

for case_file in "$here"/cases/*.sh; do
  case_name=$(basename "$case_file" .sh)
  case $only_cases in "  " | *" $case_name "*) ;; *) continue ;; esac
  mkdir "$work/$case_name"
  cd "$work/$case_name" || exit 1
  . "$case_file"
done

printf '%s checks, %s failures\n' "$checks" "$failures"
[ "$failures" -eq 0 ] && [ "$checks" -gt 0 ]
