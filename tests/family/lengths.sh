#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lengths.sh TESSERA TARGET TYPE FAMILY-OPTION...: the family gemm for a target whose machines choose their number of lanes: one C for
# all of them, run by its test programs on each emulated machine of the library, the evidence of each member established again,
# and the table asked for tiles. Exit code 77: a compiler or an emulator is missing.
set -euo pipefail
tessera=$1 target=$2 dtype=$3
shift 3
sources=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
complain() { echo "FAILED family gemm of $target: $*"; exit 1; }
machines=$sources/hwlib/$target/machines.json
compiler=$(jq -r '.emulated[0].compile | join(" ")' "$machines")
for needed in "${compiler%% *}" "$(jq -r '.emulated[0].run[0]' "$machines")"; do
  command -v "$needed" >/dev/null || { echo "SKIPPED: $needed is not installed"; exit 77; }
done

"$tessera" family gemm --target "$target" --dtype "$dtype" --test -o "$out" "$@" >"$out/log" || complain "$(cat "$out/log")"
stem=$(basename "$out"/*.tess .tess)
members=$(jq '.members | length' "$out/$stem.json")
lengths=$(jq '.emulated | length' "$machines")
[ "$(find "$out/kernels" -name '*_test.c' | wc -l)" = $((members * lengths)) ] || complain "not one test for each member and length"
flags=$(jq -r '.flags | join(" ")' "$out/$stem.json")
objects=()
for file in "$out"/kernels/*.c "$out/$stem.c" "$out/${stem}_lanes.c"; do
  case $file in *_test.c) continue ;; esac
  # shellcheck disable=SC2086  # words on purpose
  $compiler -std=c11 -O1 -Wall -Wextra -Werror $flags -c "$file" -o "$file.o" || complain "$file"
  objects+=("$file.o")
done
for kernel in "$out"/kernels/*.evidence.json; do
  "$tessera" verify "$kernel" >"$out/log" || complain "$(cat "$out/log")"
done

# The tile that is found for so many columns has them; none has more than the widest.
cat >"$out/find.c" <<EOF
#include "$stem.h"
#include <stdio.h>
int main(void) {
  const int lanes = ${stem}_lanes();
  for (int t = 0; t < ${stem}_table_size; t++) {
    const struct ${stem}_entry *e = &${stem}_table[t];
    for (int columns = 0; columns <= (e->vectors + 1) * lanes; columns++) {
      const struct ${stem}_entry *found = ${stem}_find(e->variant, e->rows, columns);
      const int vectors = (columns + lanes - 1) / lanes;
      if (vectors == e->vectors && e->is_partial && !found) return printf("no tile of %d columns\n", columns), 1;
      if (found && (found->vectors != vectors || (!found->is_partial && columns % lanes))) return printf("the wrong tile for %d columns\n", columns), 1;
    }
  }
  return printf("%d lanes\n", lanes), 0;
}
EOF
# shellcheck disable=SC2086  # words on purpose
$compiler -std=c11 -O1 -Wall -Wextra -Werror -I"$out" "$out/find.c" "${objects[@]}" -lm -o "$out/find"

# run_on NUMBER: the test programs of one length, and those of another, which say that they are not of this machine
run_on() {
  local number=$1 runner lanes test kernel others=""
  runner=$(jq -r ".emulated[$number].run | join(\" \")" "$machines") lanes=$(jq -r ".emulated[$number].lanes" "$machines")
  $runner "$out/find" >"$out/$number.log" || complain "$(cat "$out/$number.log")"
  for test in "$out"/kernels/*."$(jq -r .symbol "$out/lanes.json")$lanes"_test.c; do
    kernel=${test%.*_test.c}
    # shellcheck disable=SC2086  # words on purpose
    $compiler -std=c11 -O1 -Wall -Wextra -Werror $flags "$test" "$kernel.c.o" -lm -o "$test.run" || complain "$test"
    $runner "$test.run" 1e6 >"$out/$number.log" || complain "$(jq -r ".emulated[$number].name" "$machines"): $(cat "$out/$number.log")"
    grep -q ', ok' "$out/$number.log" || complain "$(cat "$out/$number.log")"
    others=$test.run
  done
  runner=$(jq -r ".emulated[($number + 1) % $lengths].run | join(\" \")" "$machines")
  if $runner "$others" >"$out/$number.log"; then complain "a test of other lanes ran"; fi
  grep -q 'skipped: this machine has' "$out/$number.log" || complain "$(cat "$out/$number.log")"
}
export -f run_on complain
jq .lanes "$out/kernels/$(jq -r '.members[0].name' "$out/$stem.json").json" >"$out/lanes.json"
export out machines compiler flags lengths target
seq 0 $((lengths - 1)) | xargs -P 2 -I{} bash -euo pipefail -c 'run_on {}' || exit 1
echo "$members members, each with its evidence established again, right on $lengths machines: $(jq -c .lengths "$out/lanes.json")"
