#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD SOURCES: installs the built tree, moves the installation, and builds examples/cmake_project and options/ against
# it as its users would: outside of the tree, with what find_package finds. The kernels are for this CPU where it has AVX-512,
# else plain C. Then the schedule is changed, and must be run again. The example is built for Neon by a cross compiler too,
# where one is here, and what an installation cannot give is refused with its reason.
set -euo pipefail
build=$(realpath "$1")
sources=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# quietly COMMAND...: its output only when it fails.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; echo "FAILED: $*" >&2; exit 1; }; }

# The command's target makes all that is installed.
if [ -f "$build/libtessera.a" ]; then
  rm "$build/libtessera.a"
  quietly cmake --build "$build" --target tessera
fi
quietly cmake --install "$build" --prefix "$work/first"
mv "$work/first" "$work/moved"
cp -r "$sources/examples/cmake_project" "$work/project"
unset TESSERA_HWLIB

target=scalar
if "$work/moved/bin/tessera" hwlib runs avx512 >"$work/log"; then target=avx512; fi
use() {
  quietly cmake -S "$1" -B "$2" -G Ninja -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_BUILD_TYPE=Debug -DTARGET="$target"
  quietly cmake --build "$2"
  quietly ctest --test-dir "$2" --output-on-failure --no-tests=error
}
use "$work/project" "$work/build"
use "$sources/tests/install/options" "$work/options"

# says TEXT CMAKE-ARGUMENT...: the configuration of refused/ fails with this text, wherever its lines are broken.
says() {
  local text=$1
  shift
  if cmake -S "$sources/tests/install/refused" -B "$work/refused" -G Ninja "$@" >"$work/log" 2>&1; then
    echo "FAILED: not refused: $*" >&2
    exit 1
  fi
  tr -s ' \n' ' ' <"$work/log" | grep -qF -e "$text" || { echo "FAILED: no word of '$text': $*" >&2; cat "$work/log" >&2; exit 1; }
  rm -r "$work/refused"
}

# Kernels want no C++ and nothing that the library links to.
if [ -n "$(find "$work/moved" -name libtessera.a)" ]; then # a shared one brings it all
  absent=(-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON -DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON)
  quietly cmake -S "$sources/tests/install/options" -B "$work/without" -G Ninja -DCMAKE_PREFIX_PATH="$work/moved" "${absent[@]}"
  grep -q 'kernels only: the library tessera::tessera wants what was not found: fmt, OpenSSL' "$work/log" ||
    { echo "FAILED: no word of the library that is not there" >&2; cat "$work/log" >&2; exit 1; }
  quietly cmake --build "$work/without"
  found=(-DCMAKE_PREFIX_PATH="$work/moved" "${absent[@]}")
  says "the library tessera::tessera wants what was not found: fmt, OpenSSL; COMPONENTS kernels does without it" \
    -DASKS=required_library "${found[@]}"
  says "tessera::the_library_wants_what_was_not_found__fmt__OpenSSL" -DASKS=linked_library "${found[@]}"
fi
says "there is no component another: there are kernels and library" -DASKS=another_component -DCMAKE_PREFIX_PATH="$work/moved"

# For another machine, with nothing of ours but the command of this one.
if command -v aarch64-linux-gnu-gcc >"$work/log" && command -v qemu-aarch64 >>"$work/log"; then
  package=$(dirname "$(find "$work/moved" -name tessera-config.cmake)")
  cross=(-DCMAKE_TOOLCHAIN_FILE="$sources/tests/install/aarch64.cmake" -Dtessera_DIR="$package")
  (
    unset CC CXX CFLAGS CXXFLAGS
    quietly cmake -S "$work/project" -B "$work/cross" -G Ninja "${cross[@]}" -DTARGET=neon
    quietly cmake --build "$work/cross"
    quietly ctest --test-dir "$work/cross" --output-on-failure --no-tests=error
    grep -q 'vld1q_f32' "$work/cross/scale_add.tessera/scale_add.c" || { echo "FAILED: no kernel for Neon" >&2; exit 1; }
    says "SCHEDULE_PROGRAM program would have to run on this host while the project is built, but it is compiled for Linux aarch64" \
      -DASKS=schedule_program "${cross[@]}"
    says "is for the host that it is installed on, and this project is for another machine" -DASKS=required_library "${cross[@]}"
    says "tessera::the_library_is_for_the_host" -DASKS=linked_library "${cross[@]}"
  )
else
  echo "skipped: no aarch64-linux-gnu-gcc, or no qemu-aarch64: nothing is built for another machine"
fi

# The installed command reads the installed libraries, wherever it is called from.
echo 'no program' >"$work/moved/share/tessera/hwlib/scalar/unreadable.tess"
if (cd / && PATH="$work/moved/bin:$PATH" tessera show "$work/project/scale_add.tess" --hwlib scalar) >"$work/log" 2>&1; then
  echo "FAILED: the installed command does not read the installed hardware libraries" >&2
  exit 1
fi
grep -q "$work/moved/share/tessera/hwlib/scalar/unreadable.tess" "$work/log" || { cat "$work/log" >&2; exit 1; }
rm "$work/moved/share/tessera/hwlib/scalar/unreadable.tess" # kernels for `scalar` are built again below

# Beside it lie what completes in a shell and the page for man.
grep -q 'complete .* tessera$' "$work/moved/share/bash-completion/completions/tessera" || { echo "FAILED: no completion" >&2; exit 1; }
grep -q '^.TH TESSERA 1' "$work/moved/share/man/man1/tessera.1" || { echo "FAILED: no page for man" >&2; exit 1; }

# So it does with the C that is put around products.
echo '/* of this installation */' >>"$work/moved/share/tessera/templates/blas/threads.c"
PATH="$work/moved/bin:$PATH" quietly tessera blas --target avx2 --tile 2x16 --caches 1,2 -o "$work/blas"
grep -q 'of this installation' "$work/blas/threads.c" || { echo "FAILED: the installed template is not used" >&2; exit 1; }

# Nothing to do when nothing changed; another schedule gives another kernel.
kernel=$work/build/scale_add.tessera/scale_add.c
cp "$kernel" "$work/before.c"
quietly cmake --build "$work/build"
grep -q 'no work to do' "$work/log" || { echo "FAILED: built again without a change" >&2; cat "$work/log" >&2; exit 1; }
echo "p = rename(p, 'another')" >>"$work/project/vectors.sched"
quietly cmake --build "$work/build" --target scale_add
if cmp -s "$kernel" "$work/before.c"; then echo "FAILED: a changed schedule gives the same kernel" >&2; exit 1; fi
echo "installed, moved, and used for $target"
