#!/usr/bin/env bash
# run.sh TESSERA FAMILY TARGET DTYPE [OPTION...]: `tessera family FAMILY` with these options; the test program of each procedure with
# sanitizers, its evidence; for microkernels the bits of all (bits.c, batch_bits.c), for products larger sizes (products.c), for
# batches the entries (batch.c); the written build files. Exit 77 (skipped) when this machine cannot run the target.
set -euo pipefail
tessera=$1 family=$2 target=$3 dtype=$4
shift 4
here=$(cd "$(dirname "$0")" && pwd)
skip() { echo "skipped: $*"; exit 77; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

compiler="gcc -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all" runner=""
if [ "$target" = neon ] && [ "$(uname -m)" != aarch64 ]; then
  command -v qemu-aarch64 >/dev/null || skip "qemu-aarch64 is not installed"
  compiler="aarch64-linux-gnu-gcc -std=c11 -O1 -static" runner=qemu-aarch64
fi
small="" deep=""
[ "$family" != gemm_blocked ] || { small="--caches 1,2,16" deep="--caches 6,12,256"; } # small sizes reach every level; deep enough to prefetch rows
# shellcheck disable=SC2086  # words on purpose
"$tessera" family "$family" --target "$target" --dtype "$dtype" --test -o "$out" "$@" $small
stem=$(basename "$out"/*.tess .tess)
[ "$(jq '.members | length' "$out/$stem.json")" = "$(find "$out/kernels" -name '*.evidence.json' | wc -l)" ]
flags=$(jq -r '.flags | join(" ")' "$out/$stem.json")
if [ -z "$runner" ]; then
  for feature in $(jq -r '.features[]' "$out/$stem.json"); do
    grep -qw "$feature" /proc/cpuinfo || skip "this CPU has no $feature"
  done
fi

# one procedure, its evidence too
test_one() {
  local kernel=${1%_test.c}
  # shellcheck disable=SC2086  # words on purpose
  $compiler -Wall -Wextra -Werror $flags "$1" "$kernel.c" -lm -o "$kernel.run" && $runner "$kernel.run" "$work" &&
    "$tessera" verify "$kernel.evidence.json" >"$kernel.log" || { cat "$kernel.log"; exit 255; }
}
export -f test_one
work=1000000
[ "$family" = gemm ] || work=5000000 # blocks and panels want larger sizes
export work compiler flags runner tessera
find "$out/kernels" -name '*_test.c' | sort | xargs -P 2 -I{} bash -c 'test_one "$1"' _ {} >"$out/log" || { tail -n 20 "$out/log"; exit 1; }
echo "$(grep -c ', ok' "$out/log") test programs ran, each with its evidence established again"

case $dtype in f32) type=float fma=fmaf ;; *) type=double fma=fma ;; esac
# `of_all PROGRAM FOLDER`: runs a program that calls all procedures of the family in the folder, by its table
of_all() {
  # shellcheck disable=SC2046,SC2086  # words on purpose
  $compiler -Wall -Wextra -Werror $flags -I"$2" -include "$2/$stem.h" -DTABLE="${stem}_table" -DTABLE_SIZE="${stem}_table_size" \
    -DT=$type -DFMA=$fma -DSTEM="$stem" -DWINDOW="struct tessera_win_2$dtype" \
    -DCONST_WINDOW="struct tessera_win_2${dtype}c" -DCONST_WINDOWS="struct tessera_win_3${dtype}c" \
    "$here/$1.c" "$2/$stem"*.c $(find "$2/kernels" -name '*.c' ! -name '*_test.c') -lm -o "$2/$1"
  $runner "$2/$1"
}
case $family in
  gemm) of_all bits "$out" ;;
  gemm_batch)
    of_all batch_bits "$out"
    of_all batch "$out"
    ;;
  *)
    # shellcheck disable=SC2086  # words on purpose
    "$tessera" family "$family" --target "$target" --dtype "$dtype" "$@" $deep -o "$out/deep" >"$out/log"
    of_all products "$out/deep"
    ;;
esac

[ -z "$runner" ] || exit 0
cmake -S "$out" -B "$out/build" -DCMAKE_INSTALL_PREFIX="$out/installed" >"$out/log"
cmake --build "$out/build" >"$out/log" || { cat "$out/log"; exit 1; }
cmake --install "$out/build" >"$out/log"
use=""
[ "$family" != gemm_batch ] || use="if (${stem}_addresses(2, 3, 4, 0, 0, 4, 0, 3, 1, 0, 3)) return 1;"
cat >"$out/use.c" <<EOF
#include <$stem.h>
int main(void) { $use return !(${stem}_runs_here() && ${stem}_find("${stem}_table", 0, 0) == 0 && ${stem}_table_size > 0); }
EOF
libdir=$(dirname "$(find "$out/installed" -name "$stem.pc")")
# shellcheck disable=SC2046  # words on purpose
gcc "$out/use.c" $(PKG_CONFIG_PATH=$libdir pkg-config --cflags --libs "$stem") -o "$out/use"
"$out/use"
echo "built by CMake, installed, found by pkg-config, and used"
