#!/usr/bin/env bash
# run_kernel.sh TESSERA SOURCE_DIR TARGET MR NR: the micro-kernel for the target compiles and is right, natively or under an emulator.
# Exit 77 (skipped) when this machine can do neither.
set -euo pipefail
tessera=$1 source=$2 target=$3 mr=$4 nr=$5
skip() { echo "skipped: $*"; exit 77; }
compilers=(gcc clang)
flags=()
runner=()
case "$target" in
  neon)
    [ "$(uname -m)" = aarch64 ] || {
      command -v aarch64-linux-gnu-gcc >/dev/null || skip "aarch64-linux-gnu-gcc is not installed"
      command -v qemu-aarch64 >/dev/null || skip "qemu-aarch64 is not installed"
      compilers=(aarch64-linux-gnu-gcc) flags=(-static) runner=(qemu-aarch64)
    } ;;
  avx512) grep -qw avx512f /proc/cpuinfo || skip "this CPU has no avx512f" ; flags=(-mavx512f) ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$tessera" compile "$source/examples/ukernel/ukernel.tess" --hwlib "$target" --sched "$source/examples/ukernel/any_target.sched" \
  --set "MR=$mr" --set "NR=$nr" --stem kernel -o "$folder" 2>"$folder/warnings" || { cat "$folder/warnings"; exit 1; }
for compiler in "${compilers[@]}"; do
  "$compiler" -O3 -std=c11 -Wall -Wextra -Werror "${flags[@]}" -I"$folder" -DHEADER='"kernel.h"' -DKERNEL="uk_${mr}x$nr" -DMR="$mr" -DNR="$nr" \
    "$folder/kernel.c" "$source/tests/ukernel/run_kernel.c" -o "$folder/run"
  echo "$compiler: $("${runner[@]}" "$folder/run")"
done
