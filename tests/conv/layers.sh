#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# layers.sh TESSERA SOURCES: the library that `tessera conv --layers` makes of layers.csv: built with sanitizers, and each layer
# compared with a loop by each target (NET_TARGET) that runs here; shared, installed, found by pkg-config and find_package; the same
# again in another folder. Where there is an emulator, another machine's library too.
set -euo pipefail
tessera=$(realpath "$1") sources=$(realpath "$2")
here=$sources/tests/conv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
complain() { echo "FAILED conv.layers: $*"; exit 1; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; complain "$*"; }; }
warnings="-std=c11 -Wall -Wextra -Werror"

# build FOLDER LIBRARY CMAKE-OPTION...
build() {
  quietly cmake -S "$2" -B "$work/$1" -DCMAKE_C_COMPILER=gcc "${@:3}"
  quietly cmake --build "$work/$1" -j 2
}

cd "$work"
"$tessera" conv --layers "$here/layers.csv" -o net
[ "$(jq '[.layers[].kernel] | unique | length' net/net.json)" = 4 ] || complain "equal layers have kernels of their own"
jq -e '[.layers[] | .targets[] | .scheme | length > 0] | all' net/net.json >/dev/null || complain "the manifest lacks schemes"
jq -e '.layers[0] | .arguments[0].shape == [1, 6, 6, 20] and .pack.arguments[0].shape == [3, 3, 3, 20]' net/net.json >/dev/null || complain "shapes of the manifest"
targets=$(jq -r '.targets[].name' net/net.json)

sanitizers="-O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
build sanitized net -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$sanitizers -Wall -Wextra -Werror"
# shellcheck disable=SC2086  # words on purpose
quietly gcc $warnings $sanitizers -Inet "$here/layers_test.c" sanitized/libnet.a -lm -o run_test
runs=0
for target in $targets; do
  NET_TARGET=$target ./run_test >told || { cat told; complain "$target"; }
  cat told
  if grep -q "^$target: .* ok" told; then runs=$((runs + 1))
  elif "$tessera" hwlib runs "$target" >/dev/null; then complain "$target was not used"; fi
done
[ "$runs" -gt 0 ] || complain "no target runs here"
NET_TARGET=nobody ./run_test | grep -q ': 5 layers, ok' || complain "a name that is not on the list"

# What others see of it.
build shared net -DBUILD_SHARED_LIBS=ON
exported=$(nm -D --defined-only shared/libnet.so | awk '{print $3}')
for symbol in $exported; do
  case $symbol in net_*) ;; *) complain "exported: $symbol" ;; esac
  for target in $targets; do case $symbol in net_"$target"*) complain "exported: $symbol" ;; esac; done
done
quietly cmake --install shared --prefix "$work/first"
mv first installed # wherever it was, it may be moved
export PKG_CONFIG_PATH=$work/installed/lib/pkgconfig:$work/installed/lib/x86_64-linux-gnu/pkgconfig:$work/installed/lib/aarch64-linux-gnu/pkgconfig
if pkg-config --cflags net | grep -q -- -m; then complain "flags of the machine for everybody: $(pkg-config --cflags net)"; fi
# shellcheck disable=SC2046,SC2086  # words on purpose
quietly gcc $warnings "$here/layers_test.c" $(pkg-config --cflags --libs net) -Wl,-rpath,"$(pkg-config --variable=libdir net)" -o by_pkg_config
./by_pkg_config
mkdir user
printf 'cmake_minimum_required(VERSION 3.18)\nproject(user C)\nfind_package(net 0.1 REQUIRED)\nadd_executable(user %s)\ntarget_link_libraries(user net::net)\n' \
  "$here/layers_test.c" >user/CMakeLists.txt
quietly cmake -S user -B user/build -DCMAKE_PREFIX_PATH="$work/installed"
quietly cmake --build user/build
user/build/user

# The same bytes in another folder, as text that names no machine; and the evidence holds.
mkdir elsewhere
quietly "$tessera" conv --layers "$here/layers.csv" -o elsewhere/net --jobs 1
diff -r -x '*.json' net elsewhere/net || complain "another folder, other files"
for evidence in net/*/net_*_stem.evidence.json; do quietly "$tessera" verify "$evidence"; done

# On several threads, of one target.
weakest=$(echo "$targets" | tail -n 1)
quietly "$tessera" conv --layers "$here/layers.csv" --threads collapse --target "$weakest" --stem net -o threads
for kind in OFF ON; do # static, shared: who uses it need not know of OpenMP
  build on_threads threads -DBUILD_SHARED_LIBS=$kind
  rm -rf installed user/build
  quietly cmake --install on_threads --prefix "$work/installed"
  # shellcheck disable=SC2046,SC2086
  quietly gcc $warnings "$here/layers_test.c" $(pkg-config --cflags --libs net) -Wl,-rpath,"$(pkg-config --variable=libdir net)" -o on_threads/test
  OMP_NUM_THREADS=3 on_threads/test
  quietly cmake -S user -B user/build -DCMAKE_PREFIX_PATH="$work/installed"
  quietly cmake --build user/build
  OMP_NUM_THREADS=3 user/build/user
done

# Layers of several types: pointers to these, and to void in the table.
if [ "$(uname -m)" = x86_64 ]; then
  quietly "$tessera" conv --layers "$here/layers_types.csv" --target avx2 --target avx512 --stem net -o types
  jq -e '[.layers[].types] == ["ui8,i8,i32", "ui8,i8,i32", "f32"]' types/net.json >/dev/null || complain "the manifest lacks types"
  build of_types types -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="$sanitizers -Wall -Wextra -Werror"
  # shellcheck disable=SC2086
  quietly gcc $warnings $sanitizers -Itypes "$here/layers_types_test.c" of_types/libnet.a -o of_types/test
  for target in avx2 avx512; do
    NET_TARGET=$target of_types/test >told || { cat told; complain "types on $target"; }
    cat told
  done
fi

if [ "$(uname -m)" = x86_64 ] && command -v qemu-aarch64 >/dev/null && command -v aarch64-linux-gnu-gcc >/dev/null; then
  quietly "$tessera" conv --layers "$here/layers.csv" --target neon --stem net -o other
  quietly cmake -S other -B on_other -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_SYSTEM_NAME=Linux
  quietly cmake --build on_other -j 2
  # shellcheck disable=SC2086
  quietly aarch64-linux-gnu-gcc $warnings -static -Iother "$here/layers_test.c" on_other/libnet.a -lm -o on_other/test
  qemu-aarch64 on_other/test
fi
