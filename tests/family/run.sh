#!/usr/bin/env bash
# run.sh TESSERA FAMILY TARGET DTYPE [OPTION...]: `tessera family FAMILY` with these options; the test program of each procedure with
# sanitizers, its evidence; for microkernels the bits of all (bits.c); the written build files. Exit 77 (skipped) when this
# machine cannot run the target.
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
"$tessera" family "$family" --target "$target" --dtype "$dtype" --test -o "$out" "$@"
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
[ "$family" = gemm ] || work=5000000 # its blocks want larger sizes
export work compiler flags runner tessera
find "$out/kernels" -name '*_test.c' | sort | xargs -P 2 -I{} bash -c 'test_one "$1"' _ {} >"$out/log" || { tail -n 20 "$out/log"; exit 1; }
echo "$(grep -c ', ok' "$out/log") test programs ran, each with its evidence established again"

if [ "$family" = gemm ]; then
  case $dtype in f32) type=float fma=fmaf ;; *) type=double fma=fma ;; esac
  # shellcheck disable=SC2046,SC2086  # words on purpose
  $compiler -Wall -Wextra -Werror $flags -I"$out" -include "$out/$stem.h" -DTABLE="${stem}_table" -DTABLE_SIZE="${stem}_table_size" \
    -DT=$type -DFMA=$fma -DWINDOW="struct tessera_win_2$dtype" -DCONST_WINDOW="struct tessera_win_2${dtype}c" \
    "$here/bits.c" "$out/$stem.c" $(find "$out/kernels" -name '*.c' ! -name '*_test.c') -lm -o "$out/bits"
  $runner "$out/bits"
fi

[ -z "$runner" ] || exit 0
cmake -S "$out" -B "$out/build" -DCMAKE_INSTALL_PREFIX="$out/installed" >"$out/log"
cmake --build "$out/build" >"$out/log" || { cat "$out/log"; exit 1; }
cmake --install "$out/build" >"$out/log"
cat >"$out/use.c" <<EOF
#include <$stem.h>
int main(void) { return !(${stem}_runs_here() && ${stem}_find("${stem}_table", 0, 0) == 0 && ${stem}_table_size > 0); }
EOF
libdir=$(dirname "$(find "$out/installed" -name "$stem.pc")")
# shellcheck disable=SC2046  # words on purpose
gcc "$out/use.c" $(PKG_CONFIG_PATH=$libdir pkg-config --cflags --libs "$stem") -o "$out/use"
"$out/use"
echo "built by CMake, installed, found by pkg-config, and used"
