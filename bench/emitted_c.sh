#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# emitted_c.sh OLD NEW [CONVOLUTIONS] [SEED]: do two tessera commands write the same C? For all shipped schedules and that
# many random convolutions (100 unless given). What a comment says, and where a header breaks its lines, may differ: the
# source after its first comment is compared byte for byte, the header without comments and blanks. Prints what differs,
# and exits with 1 then.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: emitted_c.sh OLD NEW [CONVOLUTIONS] [SEED]" >&2; exit 2; }
old=$(realpath "$1") new=$(realpath "$2") convolutions=${3:-100} seed=${4:-1}
cd "$(dirname "$0")/.."
export TESSERA_CACHE=none
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
compared=0 differing=0 refused=0

code_of() { sed '1,/\*\/$/d' "$1"; }
declarations_of() { sed '/^\/\*/,/\*\/$/d' "$1" | tr -d ' \n'; }

# differs FILE: the two made other code, or one of them none.
differs() {
  local strip=code_of
  [[ $1 = *.h ]] && strip=declarations_of
  ! cmp -s <("$strip" "$out/old/$1") <("$strip" "$out/new/$1")
}

# both WORDS...: runs both commands, and compares what C they leave.
both() {
  local file status_old=0 status_new=0
  rm -rf "$out/old" "$out/new"
  mkdir "$out/old" "$out/new"
  "$old" "$@" -o "$out/old" >/dev/null 2>&1 || status_old=$?
  "$new" "$@" -o "$out/new" >/dev/null 2>"$out/errors" || status_new=$?
  if [ "$status_old" -ne "$status_new" ]; then
    differing=$((differing + 1))
    echo "exit codes $status_old and $status_new: $*"
    cat "$out/errors"
    return
  fi
  [ "$status_new" -eq 0 ] || refused=$((refused + 1))
  while read -r file; do
    compared=$((compared + 1))
    if differs "$file"; then
      differing=$((differing + 1))
      echo "$file differs: $*"
    fi
  done < <(cd "$out" && find old new -name '*.[ch]' -printf '%P\n' | sort -u)
}

schedules=0
while IFS=$'\t' read -ra words; do
  both compile "${words[@]:1}"
  schedules=$((schedules + 1))
done < <(scripts/shipped-schedules)
targets=(avx512 avx2 neon scalar) next=0
while IFS= read -r line; do
  eval "words=($line)"  # options as a shell reads them
  both conv --target "${targets[next++ % 4]}" "${words[@]}"
done < <(tests/conv/descriptors.py "$convolutions" "$seed")
echo "$schedules schedules, $convolutions convolutions ($refused refused by both): $compared files compared, $differing differ"
[ "$differing" -eq 0 ]
