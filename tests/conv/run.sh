#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh TESSERA TARGET[/LANES] COUNT SEED [SHARE]: COUNT convolutions (descriptors.py), those of rare.txt and of TARGET.txt (SHARE 3:
# each third of them, by the seed): each written, compiled with sanitizers, its test program run
# (exact integers between guard pages, the packing too; on three threads, each fifth without OpenMP, or all where the compiler has none;
# each third with its data coming otherwise), and the evidence of each tenth established again. Exit 77 (skipped) when this machine cannot run the target.
set -euo pipefail
tessera=$1 target=$2 count=$3 seed=$4 share=${5:-1}
here=$(cd "$(dirname "$0")" && pwd)
skip() { echo "skipped: $*"; exit 77; }
compiler="gcc -std=c11 -O1 -fsanitize=address,undefined -fno-sanitize-recover=all" runner=""
# shellcheck source=tests/emulator.sh
. "$here/../emulator.sh"
if emulator_of "$target"; then
  missing=$(can_emulate) || skip "$missing"
  compiler="$cross -std=c11 -O1 -static"
fi
[ -n "$runner" ] || "$tessera" hwlib runs "$target" >/dev/null || skip "$("$tessera" hwlib runs "$target")"
# shellcheck disable=SC2086  # words on purpose
echo 'int main(void) { return 0; }' | $compiler -fopenmp -x c - -o /dev/null 2>/dev/null && openmp=1 || openmp=""
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

# test_one NUMBER OPTIONS
test_one() {
  local out=$work/$1 number=$1 flags file scheme=()
  shift
  if [ $((number % 3)) = 0 ]; then
    # shellcheck disable=SC2068
    scheme=(--scheme "$(other_data "$number" $@)") || { echo "conv $*"; return 1; }
  fi
  # shellcheck disable=SC2068,SC2086  # words on purpose
  "$tessera" conv $for_target $@ "${scheme[@]}" --stem c --test -o "$out" >"$out.log" 2>&1 || { echo "conv $* ${scheme[*]}"; cat "$out.log"; return 1; }
  for file in c c_pack; do
    [ -f "$out/$file.c" ] || continue
    flags=$(jq -r '.flags | join(" ")' "$out/$file.json")
    [ -n "$openmp" ] && [ $((number % 5)) != 0 ] || flags=${flags/-fopenmp/}
    # shellcheck disable=SC2086
    { $compiler -Wall -Wextra -Werror $flags "$out/${file}_test.c" "$out/$file.c" -lm -o "$out/$file.run" &&
      $runner "$out/$file.run"; } >"$out.log" 2>&1 || { echo "conv $* ${scheme[*]}"; cat "$out.log"; return 1; }
    grep -q ', ok' "$out.log" || { echo "conv $* ${scheme[*]}"; cat "$out.log"; return 1; }
  done
  if [ $((number % 10)) = 0 ]; then
    "$tessera" verify "$out/c.evidence.json" >"$out.log" 2>&1 || { echo "conv $* ${scheme[*]}"; cat "$out.log"; return 1; }
  fi
  rm -r "$out"
}
export -f test_one other_data
export tessera for_target openmp work here compiler runner OMP_NUM_THREADS=3
lists=("$here/rare.txt")
[ ! -f "$here/${target%/*}.txt" ] || lists+=("$here/${target%/*}.txt")
rare=$(grep -hv '^#' "${lists[@]}" | awk -v share="$share" -v seed="$seed" 'NR % share == seed % share')
{ "$here/descriptors.py" "$count" "$seed"; echo "$rare"; } | awk '{ print NR - 1 " " $0 }' | tr '\n' '\0' |
  xargs -0 -P 2 -I{} bash -c 'test_one $1 || exit 255' _ {} || exit 1
echo "$((count + $(wc -l <<<"$rare"))) convolutions right, each with its evidence"
