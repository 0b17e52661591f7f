#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh TESSERA TARGET[/LANES] COUNT SEED [SHARE [TYPES]]: COUNT convolutions (descriptors.py), those of rare.txt and of TARGET.txt (SHARE 3:
# each third of them, by the seed; 0: none), or COUNT of TYPES: each written, compiled with sanitizers, its test program run
# (exact integers between guard pages, the packing too; on three threads, each fifth without OpenMP, or all where the compiler has none;
# each third with its data coming otherwise), and the evidence of each tenth established again. Exit 77 (skipped) when this machine cannot run the target.
set -euo pipefail
tessera=$1 target=$2 count=$3 seed=$4 share=${5:-1} types=${6:-}
here=$(cd "$(dirname "$0")" && pwd)
skip() { echo "skipped: $*"; exit 77; }
compiler="gcc -std=c11 -O1 -fsanitize=address,undefined -fno-sanitize-recover=all" runner=""
# shellcheck source=tests/emulator.sh
. "$here/../emulator.sh"
if emulator_of "$target"; then
  missing=$(can_emulate) || skip "$missing"
  wrong=$("$here/../targets/machines.py" "$tessera" "${target%/*}")
  [ -z "$wrong" ] || skip "$wrong"
  compiler="$cross -std=c11 -O1 -static"
fi
model=$([ -n "$runner" ] || model_of "$tessera" "$target") # for what needs more than this CPU has
[ -n "$runner$model" ] || "$tessera" hwlib runs "$target" >/dev/null || skip "$("$tessera" hwlib runs "$target")"
here_are=$("$tessera" hwlib features --json | jq -c 'map(select(.here).feature)')
half=$(half_of "$compiler")
for_target="--target ${target%/*}"
[ "$target" = "${target%/*}" ] || for_target+=" --lanes ${target#*/}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# other_data NUMBER OPTIONS: the same loops with other choices of how data comes.
other_data() {
  local number=$1 scheme
  shift
  # shellcheck disable=SC2068,SC2048,SC2086  # words on purpose
  scheme=$("$tessera" conv $for_target $@ --stem c -o "$work/$number" --json | jq -er .scheme) || return 1
  "$here/data.py" "$scheme" "$number" $*
}

# on_one_thread NUMBER OPTIONS: the same without threads, where these were refused for a memory whose state is that of one.
on_one_thread() {
  grep -q "whose state is that of one thread" "$work/$1.log" && [[ $2 == *--threads* ]] && test_one "$1" "$(sed -E 's/--threads [^ ]+//' <<<"$2")"
}

# without_epilogue NUMBER OPTIONS: the same without one, where its test program counts so many roundings of short numbers that it could tell nothing.
without_epilogue() {
  grep -q "no size was run" "$work/$1.log" && [[ $2 == *--epilogue* ]] && test_one "$1" "$(sed -E 's/--epilogue [^ ]+//' <<<"$2")"
}

# test_one NUMBER OPTIONS
test_one() {
  local out=$work/$1 number=$1 flags file sources command scheme=()
  shift
  if [ $((number % 3)) = 0 ]; then
    # shellcheck disable=SC2068
    scheme=(--scheme "$(other_data "$number" $@ 2>"$out.log")") || { on_one_thread "$number" "$*" || { echo "conv $*"; cat "$out.log"; return 1; }; return 0; }
  fi
  # shellcheck disable=SC2068,SC2086  # words on purpose
  "$tessera" conv $for_target $@ "${scheme[@]}" --stem c --test -o "$out" >"$out.log" 2>&1 || {
    on_one_thread "$number" "$*" && return 0
    echo "conv $* ${scheme[*]}"
    cat "$out.log"
    return 1
  }
  for file in c c_pack; do
    [ -f "$out/$file.c" ] || continue
    flags=$(jq -r '.flags | join(" ")' "$out/$file.json")
    command=$compiler
    if [ -n "$model" ] && [ "$(jq --argjson here "$here_are" '.features - $here' "$out/$file.json")" != "[]" ]; then
      command="$model -std=c11 -O1" flags=$(grep -o -e -fopenmp <<<"$flags" || true)
    fi
    [ -n "$openmp" ] && [ $((number % 5)) != 0 ] || flags=${flags/-fopenmp/}
    sources=$(jq -r --arg out "$out" '.sources | map("\($out)/\(.)") | join(" ")' "$out/$file.json")
    # shellcheck disable=SC2086
    { $command -Wall -Wextra -Werror $flags "$out/${file}_test.c" "$out/$file.c" $sources $half -lm -o "$out/$file.run" &&
      $runner "$out/$file.run"; } >"$out.log" 2>&1 || {
      without_epilogue "$number" "$*" && return 0
      echo "conv $* ${scheme[*]}"
      cat "$out.log"
      return 1
    }
    grep -q ', ok' "$out.log" || { echo "conv $* ${scheme[*]}"; cat "$out.log"; return 1; }
  done
  if [ $((number % 10)) = 0 ]; then
    "$tessera" verify "$out/c.evidence.json" >"$out.log" 2>&1 || { echo "conv $* ${scheme[*]}"; cat "$out.log"; return 1; }
  fi
  rm -r "$out"
}
export -f test_one on_one_thread without_epilogue other_data
export here_are model half tessera for_target openmp work here compiler runner OMP_NUM_THREADS=3
lists=("$here/rare.txt")
[ ! -f "$here/${target%/*}.txt" ] || lists+=("$here/${target%/*}.txt")
rare=$(grep -hv '^#' "${lists[@]}" | awk -v share="$share" -v seed="$seed" 'share > 0 && NR % share == seed % share')
listed() {
  "$here/descriptors.py" "$count" "$seed" ${types:+"$types"}
  [ -z "$rare" ] || echo "$rare"
}
listed | awk '{ print NR - 1 " " $0 }' | tr '\n' '\0' |
  xargs -0 -P 2 -I{} bash -c 'test_one $1 || exit 255' _ {} || exit 1
echo "$(listed | wc -l) convolutions right, each with its evidence"
