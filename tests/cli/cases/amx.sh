# SPDX-License-Identifier: Apache-2.0
# Tiles by number: the example's kernels, all eight tiles, run with the library's model of the machine, or on a CPU that has it. For the machine
# itself they are compiled and linked.
example=$here/../../examples/amx amx=$here/../../hwlib/amx
kernel() { # FOLDER PROGRAM SETTINGS...
  local folder=$1 program=$2
  shift 2
  run compile "$example/$program.tess" --hwlib amx --sched "$example/tiles.sched" --set MR=32 NR=32 "$@" --test -o "$folder"
}

kernel bytes u8s8
expect 0
cp bytes/tiles_32x32.c "$work/output"
expect 0 '#include "amx_tiles.h"' '_tile_loadconfig(&amx_full_tiles);' '/* acc: 0, 1, 2, 3 */' '/* a: 4, 5 */' '/* b: 6, 7 */' \
  '_tile_dpbusd(3, 5, 7);' '_tile_stored(3, ' '_tile_release();'
kernel bf16 bf16 R=2
expect 0
strict="-std=c11 -O2 -Wall -Wextra -Werror"
for folder in bytes bf16; do
  for compiler in gcc clang; do
    command -v $compiler >/dev/null || { echo "SKIPPED amx: $compiler is not installed"; continue; }
    # shellcheck disable=SC2086  # words
    $compiler $strict -mamx-tile -mamx-int8 -mamx-bf16 -c $folder/tiles_32x32.c -o real.o || complain "$compiler does not take the C of $folder"
  done
  # shellcheck disable=SC2086
  gcc $strict -include "$amx/amx_model.h" -I"$amx" -c $folder/tiles_32x32.c -o $folder/modelled.o || complain "the model does not take the C of $folder"
  gcc -std=c11 -O2 -I$folder $folder/modelled.o $folder/tiles_32x32_test.c -lm -o modelled
  ./modelled >"$work/output" 2>&1
  code=$?
  expect 0 ', ok'
done

# The numbers matter: with those of another tile the same test fails.
sed 's/_tile_dpbusd(3, 5, 7)/_tile_dpbusd(3, 5, 6)/' bytes/tiles_32x32.c >bytes/wrong.c
gcc -std=c11 -O2 -include "$amx/amx_model.h" -I"$amx" -c bytes/wrong.c -o wrong.o
gcc -std=c11 -O2 wrong.o bytes/tiles_32x32_test.c -lm -o wrong
./wrong >"$work/output" 2>&1 && complain "a wrong tile is not noticed"

# Compilers add nothing to the loop that keeps a tile from its product.
run audit "$example/u8s8.tess" --hwlib amx --sched "$example/tiles.sched" --cc gcc
expect 0 'tiles_32x32' '1 audited, 0 with a defect'

run compile "$example/u8s8.tess" --hwlib amx --sched "$example/tiles.sched" --set MR=32 NR=48 --allow-spills -o large
expect 1 'error[registers]' 'needs 3 registers of AMX with numbers one after the other; of 0 to 7, acc has 0 to 5' 'nothing to spill to'

# Every instruction is on record, for the files as they are; two are checked here, in the model (hwlib.amx checks all).
run hwlib show amx --json
expect_json '[.instructions[] | select(.conformance | test("^passed [1-9][0-9]* runs") | not)] == []'
for instruction in amx_dpbusd amx_stored_i8; do
  run hwlib check amx --only $instruction
  expect 0 "$instruction " '0 failed;' ' 0 not run'
done

# Convolutions are made of vectors.
run conv --target amx --shape 16,64,4,4,3,3 --types ui8,i8,i32 -o conv
expect 2 "error[name]: the library amx has no vector of i32" "its registers of i32 have rows; what is asked for needs a memory that holds i32[N]"
no_files conv
