#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# blis.sh TESSERA [OPTION...]: microkernels of the family put into a copy of the context of BLIS as it is installed, through its expert
# API: the packing and the five loops stay BLIS's. Checked exactly, then each product timed in turn with the same calls on BLIS's
# own microkernel (blis in the rows), on one thread, the path for small matrices off for both. Rows of each tile go to blis_TILE.csv.
#   --tile RxC[t]      a tile, may be repeated; with t BLIS sees it transposed, and prefers C by columns. Absent: 12x32t, which is the
#                      tile of BLIS's own with the same blocks and packing, and 14x32; on AVX2 6x16, BLIS's own there
#   --blocks MC,KC,NC  else BLIS's own, MC and NC rounded down to whole tiles
#   --check-only       does not time
# Other options: experiment.sh.
. "$(dirname "$0")/experiment.sh"
tiles=() blocks=() arguments=() is_timed=1
while [ $# -gt 0 ]; do
  case $1 in
    --tile) tiles+=("${2:?--tile wants RxC[t]}") && shift 2 ;;
    --blocks)
      IFS=, read -r mc kc nc <<<"${2:?--blocks wants MC,KC,NC}"
      blocks+=("-DMC=$mc" "-DKC=$kc" "-DNC=$nc") && shift 2 ;;
    # A dgemm found would be BLIS's, untouched, on both sides.
    --dtype* | --threads* | --target* | --library*) echo "blis.sh: there is no ${1%%=*} here: it is f32 on one thread" >&2 && exit 2 ;;
    --check-only) arguments+=("$1") is_timed= && shift ;;
    *) arguments+=("$1") && shift ;;
  esac
done
start blis "${arguments[@]}"
echo '#include <blis.h>' | cc -E - >"$scratch/blis.h" 2>&1 ||
  { echo "blis.sh: there is no blis.h; scripts/install-deps bench installs it" >&2; exit 2; }
own_shapes "$data/gemm_shapes.csv"
cd "$scratch" # libraries are named without it in the reports
compile=(cc -std=gnu11 -O2 -Wall -Wextra -Werror "-I$experiments/../blis")

# family TILE: of $target, to the folder TILE.
family() {
  "$tessera" family gemm --target "$target" --tile "${1%t}" --variant add_packed_packed --variant set_packed_packed \
    --variant scale_add_packed_packed --variant scale_add_packed_packed_anyc -o "$1" >&2
}

# library TILE FILE: BLIS with the microkernel of this tile.
library() {
  local rows_columns=${1%t} flags name
  name=gemm_f32_${rows_columns}_$target
  flags=$(jq -r '.flags | join(" ")' "$1/gemm_f32_$target.json")
  [ "$1" = "$rows_columns" ] || flags+=" -DBY_COLUMNS"
  # shellcheck disable=SC2086  # words on purpose
  "${compile[@]}" $flags -shared -fPIC "-I$1" -include "gemm_f32_$target.h" "-DKERNEL(variant)=${name}_##variant" \
    "-DROWS=${rows_columns%x*}" "-DCOLUMNS=${rows_columns#*x}" "${blocks[@]}" "$experiments/../blis/product.c" \
    "$1/kernels/$name"_*.c -o "$2" -lblis
}

# check LIBRARY
check() {
  "${compile[@]}" "$experiments/../blis/check.c" "$1" -o check -lblis
  ./check || exit 1
}

# tile TILE
tile() {
  local library=./blis_with_gemm_f32_$1_$target.so
  library "$1" "$library"
  check "$library"
  name=blis_$1
  options=("${given[@]}" --library "$library" --peers blis --peer-path blis=./blis_with_its_own.so)
  measure
  [ -n "$is_timed" ] || return 0
  percentages name | "$experiments/plot.sh" "$results/plots/$name.svg" "BLIS with the microkernel $1, $target" "" "% of the FMA peak" bars
}

given=("${options[@]}")
"${compile[@]}" -shared -fPIC "$experiments/../blis/product.c" -o blis_with_its_own.so -lblis
while read -r target usual; do
  read -ra of_target <<<"$usual"
  [ ${#tiles[@]} -eq 0 ] || of_target=("${tiles[@]}")
  for one in "${of_target[@]}"; do family "$one"; done
  runs_here || continue
  for one in "${of_target[@]}"; do tile "$one"; done
  exit 0
done <<'END'
avx512 12x32t 14x32
avx2 6x16
END
echo "blis.sh: this CPU runs none of these targets" >&2
exit 2
