#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh TESSERA FAMILY TARGET DTYPE [OPTION...]: `tessera family FAMILY` with these options; the test program of each procedure with
# sanitizers, its evidence; for microkernels the bits of all (bits.c, batch_bits.c), for products larger sizes (products.c), for
# batches the entries (batch.c); the written build files. DTYPE may be the types of a product, ui8,i8,i32. Where a model in C stands for the machine, the test programs only.
# Exit 77 (skipped) when neither is there.
set -euo pipefail
tessera=$1 family=$2 target=$3 dtype=$4
shift 4
here=$(cd "$(dirname "$0")" && pwd)
skip() { echo "skipped: $*"; exit 77; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

compiler="gcc -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all" runner=""
# shellcheck source=tests/emulator.sh
. "$here/../emulator.sh"
if emulator_of "$target"; then
  missing=$(can_emulate) || skip "$missing"
  compiler="$cross -std=c11 -O1 -static"
fi
of_types=--dtype
[[ $dtype != *,* ]] || of_types=--types
small="" deep=""
[ "$family" != gemm_blocked ] || { small="--caches 1,2,16" deep="--caches 6,12,256"; } # small sizes reach every level; deep enough to prefetch rows
# shellcheck disable=SC2086  # words on purpose
"$tessera" family "$family" --target "$target" $of_types "$dtype" --test -o "$out" "$@" $small
stem=$(basename "$out"/*.tess .tess)
[ "$(jq '.members | length' "$out/$stem.json")" = "$(find "$out/kernels" -name '*.evidence.json' | wc -l)" ]
flags=$(jq -r '.flags | join(" ")' "$out/$stem.json")
if [ -z "$runner" ]; then
  lacks=$("$tessera" hwlib features --json | jq -r --argjson wanted "$(jq -c .features "$out/$stem.json")" \
    '.[] | select((.here | not) and (.feature as $f | $wanted | index($f))) | "this CPU has no \(.feature)"')
  { "$tessera" hwlib runs "$target" && [ -z "$lacks" ]; } >"$out/log" || { echo "$lacks" >>"$out/log" && model=$(model_of "$tessera" "$target"); }
  [ -n "${model-here}" ] || skip "$(cat "$out/log")"
  [ -z "${model:-}" ] || compiler="$model -std=c11 -O1" flags=""
fi

# one procedure, its evidence too; its object stays for `of_all`
test_one() {
  local kernel=${1%_test.c}
  # shellcheck disable=SC2086  # words on purpose
  $compiler -Wall -Wextra -Werror $flags -c "$kernel.c" -o "$kernel.o" &&
    $compiler -Wall -Wextra -Werror $flags "$1" "$kernel.o" -lm -o "$kernel.run" && $runner "$kernel.run" "$work" &&
    "$tessera" verify "$kernel.evidence.json" >"$kernel.log" || { cat "$kernel.log"; exit 255; }
}
export -f test_one
work=1000000
[ "$family" = gemm ] || work=5000000 # blocks and panels want larger sizes
export work compiler flags runner tessera
find "$out/kernels" -name '*_test.c' | sort | xargs -P 2 -I{} bash -c 'test_one "$1"' _ {} >"$out/log" || { tail -n 20 "$out/log"; exit 1; }
echo "$(grep -c ', ok' "$out/log") test programs ran, each with its evidence established again"
[ -z "${model:-}" ] || { echo "in a model: $model"; exit 0; }

case $dtype in f32) type=float fma=fmaf ;; *) type=double fma=fma ;; esac
# `of_all PROGRAM FOLDER KERNEL...`: runs a program that calls all procedures of the family in the folder, by its table
of_all() {
  # shellcheck disable=SC2086  # words on purpose
  $compiler -Wall -Wextra -Werror $flags -I"$2" -include "$2/$stem.h" -DTABLE="${stem}_table" -DTABLE_SIZE="${stem}_table_size" \
    -DT=$type -DFMA=$fma -DEACH="${TESSERA_EACH_SIZE:-1}" -DSTEM="$stem" -DWINDOW="struct tessera_win_2$dtype" \
    -DCONST_WINDOW="struct tessera_win_2${dtype}c" -DCONST_WINDOWS="struct tessera_win_3${dtype}c" \
    "$here/$1.c" "$2/$stem"*.c "${@:3}" -lm -o "$2/$1"
  $runner "$2/$1"
}
case $family$of_types in
  gemm--dtype) of_all bits "$out" "$out"/kernels/*.o ;;
  gemm--types) ;;
  gemm_batch--dtype)
    of_all batch_bits "$out" "$out"/kernels/*.o
    of_all batch "$out" "$out"/kernels/*.o
    ;;
  *)
    # shellcheck disable=SC2086  # words on purpose
    "$tessera" family "$family" --target "$target" --dtype "$dtype" "$@" $deep -o "$out/deep" >"$out/log"
    of_all products "$out/deep" "$out"/deep/kernels/*.c
    ;;
esac

# What asks the CPU: the emulated one where there is one, whatever the machine below is, and without the flags of the kernels.
complain() { echo "FAILED: $*"; exit 1; }
features=$(jq -r '.features | length' "$out/$stem.json")
cat >"$out/runs.c" <<EOF
#include <stdio.h>
int ${stem}_runs_here(void);
int main(void) { puts(${stem}_runs_here() && ${stem}_runs_here() ? "here" : "not here"); }
EOF
# a table of procedures that are not linked: only the question is
sed '/_table\[\] = {$/,/^};$/d; /_table_size = /d; /_find(/,/^}$/d' "$out/$stem.c" >"$out/question.c"
$compiler -Wall -Wextra -Werror -I"$out" "$out/runs.c" "$out/question.c" -o "$out/runs"
[ "$($runner "$out/runs")" = here ] || complain "the CPU that ran the kernels lacks their features"
[ "$features" = 0 ] || grep -q tessera_cpu_has_all "$out/$stem.c" || complain "nobody asks the CPU"
if [ "$(uname -m)" = x86_64 ] && [ -z "$runner" ] && [ "$features" -gt 0 ]; then
  # another CPU than the one of this machine, whose /proc says what it said before
  if command -v qemu-x86_64 >/dev/null; then
    gcc -std=c11 -O1 -static -I"$out" "$out/runs.c" "$out/question.c" -o "$out/runs_static"
    [ "$(qemu-x86_64 -cpu Nehalem "$out/runs_static")" = "not here" ] || complain "a Nehalem has none of $(jq -c .features "$out/$stem.json")"
  fi
fi
if grep -q fopen "$out/$stem.c" "$out"/tessera_cpu.h 2>/dev/null; then complain "a file is asked"; fi
echo "the CPU is asked, and says the same whatever /proc says"

[ -z "$runner" ] || exit 0
cmake -S "$out" -B "$out/build" >"$out/log"
cmake --build "$out/build" >"$out/log" || { cat "$out/log"; exit 1; }
cmake --install "$out/build" --prefix "$out/installed" >"$out/log"
use=""
[ "$family" != gemm_batch ] || use="if (${stem}_addresses(2, 3, 4, 0, 0, 4, 0, 3, 1, 0, 3)) return 1;"
cat >"$out/use.c" <<EOF
#include <$stem.h>
int main(void) { $use return !(${stem}_runs_here() && ${stem}_find("${stem}_table", 0, 0) == 0 && ${stem}_table_size > 0); }
EOF
libdir=$(dirname "$(find "$out/installed" -name "$stem.pc")")
export PKG_CONFIG_PATH=$libdir
if pkg-config --cflags --libs --static "$stem" | grep -q -e ' -m'; then complain "flags of the machine reach the caller: $(pkg-config --cflags --libs --static "$stem")"; fi
# shellcheck disable=SC2046  # words on purpose
gcc "$out/use.c" $(pkg-config --cflags --libs "$stem") -o "$out/use"
"$out/use"
version=$(jq -r .made_by "$out/$stem.json" | grep -o "^[0-9.]*")
[ "$(pkg-config --modversion "$stem")" = "$version" ] || complain "pkg-config says version $(pkg-config --modversion "$stem"), not $version"
echo "built by CMake, installed, found by pkg-config, and used"

# The same by find_package, moved elsewhere: no flags of the machine reach the caller, and another version is not found.
mv "$out/installed" "$out/moved"
mkdir "$out/consumer"
cp "$out/use.c" "$out/consumer"
cat >>"$out/consumer/use.c" <<EOF
#include <string.h>
_Static_assert(${stem^^}_VERSION_NUMBER >= 100, "the version as a number");
int same_version(void) { return strcmp(${stem}_version(), ${stem^^}_VERSION) == 0; }
EOF
sed -i 's/^int main(void) {/int same_version(void);\n&/; s/return !(/return !(same_version() \&\& /' "$out/consumer/use.c"
cat >"$out/consumer/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.18)
project(consumer LANGUAGES C)
find_package($stem $version REQUIRED)
find_package($stem 99.1 QUIET)
if(${stem}_FOUND)
  message(FATAL_ERROR "version 99.1 was found")
endif()
find_package($stem REQUIRED)
get_target_property(options $stem::$stem INTERFACE_COMPILE_OPTIONS)
if(options)
  message(FATAL_ERROR "the caller is compiled with \${options}")
endif()
add_executable(use use.c)
target_link_libraries(use PRIVATE $stem::$stem)
EOF
cmake -S "$out/consumer" -B "$out/consumer/build" -DCMAKE_PREFIX_PATH="$out/moved" >"$out/log" 2>&1 || { cat "$out/log"; exit 1; }
cmake --build "$out/consumer/build" >"$out/log" 2>&1 || { cat "$out/log"; exit 1; }
"$out/consumer/build/use" || complain "a program that found the package"
echo "found by find_package, version $version, and used"
