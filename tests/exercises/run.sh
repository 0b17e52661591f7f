#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh WHAT TESSERA SOURCES: a new machine's library in few lines, from examples/: every instruction against its body, and
# kernels under their own test programs. WHAT: vector (at most 60 lines, products and a convolution), any_length (at most 60, at each length), dot and
# outer_product (at most 120), tile (a machine with state; at most 120), new (what `tessera hwlib new` writes). The first four run under an emulator where this
# CPU is another. Prints the numbers of lines. Exit code 77: there is no compiler or emulator.
set -euo pipefail
what=$1 tessera=$2 sources=$3
export TESSERA_CACHE=none
examples=$sources/examples
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
complain() { echo "FAILED exercises.$what: $*"; exit 1; }
skip() { echo "SKIPPED exercises.$what: $*"; exit 77; }

# quietly COMMAND...: its output only when it fails.
quietly() { "$@" >"$out/log" 2>&1 || { cat "$out/log"; complain "$*"; }; }

# lines NAME MOST PATH...
lines() {
  local name=$1 most=$2 count
  shift 2
  count=$(find "$@" -type f -exec cat {} + | wc -l)
  echo "$name: $count lines, of $most"
  [ "$count" -le "$most" ] || complain "$name has $count lines"
}

compiler=gcc runner=()
# arm FLAGS RUNNER...: compile and run for AArch64.
arm() {
  for needed in aarch64-linux-gnu-gcc qemu-aarch64; do command -v $needed >/dev/null || skip "$needed is not installed"; done
  compiler="aarch64-linux-gnu-gcc -static $1"
  shift
  runner=("$@")
}

# check LIBRARY: all of its instructions ran, here or under the emulator, and are right.
check() {
  quietly "$tessera" hwlib check "$1"
  grep -q ' 0 failed; .* 0 not run' "$out/log" || complain "$(cat "$out/log")"
  tail -n 1 "$out/log"
}

# run_tests FOLDER [BUDGET]: each test program in it with its kernel.
run_tests() {
  local test kernel count=0
  for test in "$1"/*_test.c; do
    kernel=${test%_test.c}
    # shellcheck disable=SC2086  # words
    quietly $compiler -O2 -I"$1" "$test" "$kernel.c" -lm -o "$out/test"
    "${runner[@]}" "$out/test" "${@:2}" >"$out/log" 2>&1 || { cat "$out/log"; complain "$kernel"; }
    grep ', ok$' "$out/log" || complain "$(cat "$out/log")"
    count=$((count + 1))
  done
  [ "$count" -gt 0 ] || complain "there is no test program in $1"
}

# products LIBRARY TILE: of matrices whose operands are packed, and a convolution with channels that are no whole vectors.
products() {
  quietly "$tessera" family gemm --target "$1" --tile "$2" --variant set_packed_packed --variant add_packed_packed --test -o "$out/gemm"
  run_tests "$out/gemm/kernels" 1e6
  quietly "$tessera" conv --target "$1" --shape 16,3,6,6,3,3 --untuned --cpu none --test -o "$out/conv"
  run_tests "$out/conv" 1e6
}

# tile LIBRARY FOLDER SETTINGS...
tile() {
  local library=$1 folder=$2
  shift 2
  quietly "$tessera" compile "$folder/gemm.tess" --sched "$folder/tile.sched" --hwlib "$library" --set "$@" --validate --test -o "$out/$*"
  run_tests "$out/$*"
}

case $what in
  vector)
    arm "-march=armv8.2-a+sve -msve-vector-bits=256" qemu-aarch64 -cpu max,sve-default-vector-length=32
    lines "the library" 60 "$examples/vector/sve256"
    check "$examples/vector/sve256"
    products "$examples/vector/sve256" 4x16
    ;;
  any_length)
    arm "-march=armv8.2-a+sve"
    library=$examples/any_length/anysve
    lines "the library" 60 "$library"
    check "$library"
    quietly "$tessera" compile "$examples/any_length/rows.tess" --sched "$examples/any_length/rows.sched" --hwlib "$library" --test -o "$out/rows"
    quietly "$tessera" family gemm --target "$library" --tile 4x2v --variant set_packed_packed --test -o "$out/gemm"
    mv "$out"/gemm/kernels/* "$out/rows"
    for lanes in 4 8 16; do
      mkdir "$out/$lanes"
      for kernel in "$out"/rows/*.h; do
        kernel=${kernel%.h}
        cp "$kernel".[ch] "$out/$lanes"
        cp "$kernel.VL${lanes}_test.c" "$out/$lanes/${kernel##*/}_test.c"
      done
      runner=(qemu-aarch64 -cpu "max,sve-default-vector-length=$((4 * lanes))")
      run_tests "$out/$lanes" 1e6
    done
    ;;
  dot)
    arm "-march=armv8.2-a+dotprod" qemu-aarch64
    lines "library, program and schedule" 120 "$examples/dot"
    check "$examples/dot/sdot"
    for size in "8 8" "3 8" "2 16"; do tile "$examples/dot/sdot" "$examples/dot" "MR=${size% *}" "NR=${size#* }"; done
    ;;
  outer_product)
    arm "-march=armv8.2-a+i8mm" qemu-aarch64
    lines "library, program and schedule" 120 "$examples/outer_product"
    check "$examples/outer_product/smmla"
    for size in "8 8" "4 4" "6 8"; do tile "$examples/outer_product/smmla" "$examples/outer_product" "MR=${size% *}" "NR=${size#* }"; done
    ;;
  tile)
    lines "the library" 120 "$examples/tile/chip"
    lines "program and schedule" 60 "$examples/tile/gemm.tess" "$examples/tile/tile.sched"
    check "$examples/tile/chip"
    for size in "6 16" "8 16" "3 24"; do tile "$examples/tile/chip" "$examples/tile" "MR=${size% *}" "NR=${size#* }"; done
    ;;
  new)
    for words in "" "--type f64 --lanes 4" "--type i32 --lanes 4" "--like scalar" "--lanes 16 --registers 32"; do
      rm -rf "$out/mychip" "$out/gemm" "$out/conv"
      # shellcheck disable=SC2086  # words
      quietly "$tessera" hwlib new mychip -o "$out/mychip" $words
      check "$out/mychip"
      [[ $words != *i32* ]] || continue
      [[ $words != *f64* ]] || continue
      lanes=$("$tessera" hwlib show "$out/mychip" --needs --json | jq '.types[0].lanes')
      products "$out/mychip" "4x$lanes"
      quietly "$tessera" compile "$examples/ukernel/ukernel.tess" --sched "$examples/ukernel/any_target.sched" --hwlib "$out/mychip" \
        --set "MR=$lanes" "NR=$lanes" --allow-spills --test -o "$out/ukernel$lanes"
      run_tests "$out/ukernel$lanes"
    done
    # for another machine, under its emulator
    arm "-march=armv8.2-a+dotprod" qemu-aarch64
    quietly "$tessera" hwlib new theirs -o "$out/theirs" --lanes 4 --feature asimddp --flags -march=armv8.2-a+dotprod \
      --cc "aarch64-linux-gnu-gcc -static" --run qemu-aarch64
    check "$out/theirs"
    rm -rf "$out/gemm" "$out/conv"
    products "$out/theirs" 4x8
    ;;
  *) complain "there is no such test" ;;
esac
