#!/usr/bin/env bash
# run.sh BUILD SOURCES: installs the built tree, moves the installation, and builds examples/cmake_project and options/ against
# it as its users would: outside of the tree, with what find_package finds. The kernels are for this CPU where it has AVX-512,
# else plain C. Then the schedule is changed, and must be run again.
set -euo pipefail
build=$(realpath "$1")
sources=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# quietly COMMAND...: its output only when it fails.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; echo "FAILED: $*" >&2; exit 1; }; }

quietly cmake --install "$build" --prefix "$work/first"
mv "$work/first" "$work/moved"
cp -r "$sources/examples/cmake_project" "$work/project"
unset TESSERA_HWLIB

target=scalar
if grep -qw avx512f /proc/cpuinfo 2>/dev/null; then target=avx512; fi
use() {
  quietly cmake -S "$1" -B "$2" -G Ninja -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_BUILD_TYPE=Debug -DTARGET="$target"
  quietly cmake --build "$2"
  quietly ctest --test-dir "$2" --output-on-failure --no-tests=error
}
use "$work/project" "$work/build"
use "$sources/tests/install/options" "$work/options"

# The installed command reads the installed libraries, wherever it is called from.
echo 'no program' >"$work/moved/share/tessera/hwlib/scalar/unreadable.tess"
if (cd / && PATH="$work/moved/bin:$PATH" tessera show "$work/project/scale_add.tess" --hwlib scalar) >"$work/log" 2>&1; then
  echo "FAILED: the installed command does not read the installed hardware libraries" >&2
  exit 1
fi
grep -q "$work/moved/share/tessera/hwlib/scalar/unreadable.tess" "$work/log" || { cat "$work/log" >&2; exit 1; }
rm "$work/moved/share/tessera/hwlib/scalar/unreadable.tess" # kernels for `scalar` are built again below

# So it does with the C that is put around products.
echo '/* of this installation */' >>"$work/moved/share/tessera/runtime/blas/threads.c"
PATH="$work/moved/bin:$PATH" quietly tessera blas --target avx2 --tile 2x16 --caches 1,2 -o "$work/blas"
grep -q 'of this installation' "$work/blas/threads.c" || { echo "FAILED: the installed runtime is not used" >&2; exit 1; }

# Nothing to do when nothing changed; another schedule gives another kernel.
kernel=$work/build/scale_add.tessera/scale_add.c
cp "$kernel" "$work/before.c"
quietly cmake --build "$work/build"
grep -q 'no work to do' "$work/log" || { echo "FAILED: built again without a change" >&2; cat "$work/log" >&2; exit 1; }
echo "p = rename(p, 'another')" >>"$work/project/vectors.sched"
quietly cmake --build "$work/build" --target scale_add
if cmp -s "$kernel" "$work/before.c"; then echo "FAILED: a changed schedule gives the same kernel" >&2; exit 1; fi
echo "installed, moved, and used for $target"
