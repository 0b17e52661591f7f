#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh TESSERA SOURCES: docs/targets.md has a row for all that the shipped libraries promise; a row that is missing, one too many and
# another number of instructions or compiler are noticed, and a row that was not run, or whose convolutions were not, and says no reason. The edges of a small family on this machine; a wrong
# product and a load beside its place are noticed too.
set -euo pipefail
tessera=$1 sources=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TESSERA_BINARY=$tessera
complain() { echo "FAILED targets: $*"; cat "$work/out"; exit 1; }

page=$sources/docs/targets.md
"$sources/scripts/targets" --check >"$work/out" 2>&1 || complain "the page"
says() { printf 's/^\\(| %s | %s |.*| \\)[^|]* |$/\\1%s |/' "$@"; } # TARGET TYPES WORDS: in place of its failures
sed -e '/^| scalar | f32 /d' -e 's/^| scalar | f64 /| scalar | i64 /' \
  -e 's/^\(| scalar | `f32.tess` | \)[0-9]*/\199/' -e 's/^| neon | [^|`]*gcc [^|]*/| neon | cc 1 /' -e 's/^\(| neon | f64 |.* | \)[0-9]* | 0 |$/\1 | 0 |/' \
  -e "$(says wasm f32 "not run yet")" -e "$(says wasm f64 "convolutions not run yet")" -e "$(says avx2 f32 "not run: needs another machine; C is wrong")" \
  -e "$(says avx2 f64 "not run: needs another machine")" "$page" >"$work/page.md"
if "$sources/scripts/targets" --check -o "$work/page.md" >"$work/out" 2>&1; then complain "accepted another page"; fi
for wrong in "no row for scalar f32" "no row for scalar f64" "a row for scalar i64" "the instructions are not as on record" "the machines are not as on record"; do
  grep -qF -- "targets: $wrong; run scripts/targets" "$work/out" || complain "not said: $wrong"
done
for wrong in "wasm f32 says 'not run yet'; run scripts/targets wasm --only f32" "wasm f64 says 'convolutions not run yet'; run scripts/targets wasm --only f64" \
  "avx2 f32 says 'not run: needs another machine; C is wrong'; run scripts/targets avx2 --only f32" \
  "neon f64 says '0' and has no convolutions; run scripts/targets neon --only f64"; do
  grep -qF "targets: the row of $wrong" "$work/out" || complain "not said: $wrong"
done
if grep -q "avx2 f64" "$work/out"; then complain "a row with its reason is refused"; fi
if "$sources/scripts/targets" pdp11 >"$work/out" 2>&1; then complain "an unknown target"; fi
grep -q "pdp11 is not one of amx" "$work/out" || complain "an unknown target"

edges() { "$here/edges.py" "$tessera" "$1" f32 --variant "$2" --rows 1 3 >"$work/out" 2>&1; }
edges scalar add_packed_packed || complain "the edges of scalar"
[ "$(jq .cases "$work/out")" = 360 ] || complain "2 heights, 8 widths, 2 of them by the whole tile too, 18 depths"
# planted EDIT WORDS: an instruction whose C is not what its body says
planted() {
  rm -rf "$work/planted"
  cp -r "$sources/hwlib/scalar" "$work/planted"
  rm "$work/planted/conformance.json"
  sed -i "$1" "$work/planted"/f32*.tess
  ! cmp -s "$work/planted/f32.tess" "$sources/hwlib/scalar/f32.tess" || complain "nothing is planted: $1"
  if edges "$work/planted" add_packed_packed; then complain "accepted: $1"; fi
  grep -q "$2" "$work/out" || complain "not said: $2"
}
planted 's/\({dst_data} += {a_data} \* \){b_data};/\1({b_data} + 1);/' "C is wrong at its element"
planted 's/memcpy(&{dst_data}, &{src_data}, sizeof {dst_data});/memcpy(\&{dst_data}, (\&{src_data}) + 1, sizeof {dst_data});/' "wrong at\|status -11"
echo "the page is of what is promised; edges are run, and what is wrong is noticed"
