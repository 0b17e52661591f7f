#!/usr/bin/env bash
# blis.sh TESSERA [OPTION...]: microkernels of the family put into a copy of the context of BLIS as it is installed, through its expert
# API: the packing and the five loops stay BLIS's. Checked exactly, then each product timed in turn with the same calls on BLIS's
# own microkernel (blis in the rows), on one thread, the path for small matrices off for both. Rows of each tile go to blis_TILE.csv.
#   --tile RxC         a tile, may be repeated. Absent: 12x32 (that of BLIS's own), 14x32 and 24x16; on AVX2 6x16
#   --by-columns       BLIS sees the transposed tile, and prefers C by columns
#   --blocks MC,KC,NC  else BLIS's own, MC and NC rounded down to whole tiles
#   --check-only       does not time
# Other options: experiment.sh.
. "$(dirname "$0")/experiment.sh"
tiles=() defines=() arguments=() is_timed=1
while [ $# -gt 0 ]; do
  case $1 in
    --tile) tiles+=("${2:?--tile wants RxC}") && shift 2 ;;
    --by-columns) defines+=(-DBY_COLUMNS) && shift ;;
    --blocks)
      IFS=, read -r mc kc nc <<<"${2:?--blocks wants MC,KC,NC}"
      defines+=("-DMC=$mc" "-DKC=$kc" "-DNC=$nc") && shift 2 ;;
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
  "$tessera" family gemm --target "$target" --tile "$1" --variant add_packed_packed --variant set_packed_packed \
    --variant scale_add_packed_packed --variant scale_add_packed_packed_anyc -o "$1" >&2
}

# library TILE FILE: BLIS with the microkernel of this tile.
library() {
  local name=gemm_f32_$1_$target flags
  flags=$(jq -r '.flags | join(" ")' "$1/gemm_f32_$target.json")
  # shellcheck disable=SC2086  # words on purpose
  "${compile[@]}" $flags -shared -fPIC "-I$1" -include "gemm_f32_$target.h" "-DKERNEL(variant)=${name}_##variant" "-DROWS=${1%x*}" \
    "-DCOLUMNS=${1#*x}" "${defines[@]}" "$experiments/../blis/product.c" "$1/kernels/$name"_*.c -o "$2" -lblis
}

# check LIBRARY
check() {
  "${compile[@]}" "$experiments/../blis/check.c" "$1" -o check -lblis
  ./check || exit 1
}

# tile RxC
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
  runs_here "${of_target[0]}/gemm_f32_$target.json" || continue
  for one in "${of_target[@]}"; do tile "$one"; done
  exit 0
done <<'END'
avx512 12x32 14x32 24x16
avx2 6x16
END
echo "blis.sh: this CPU runs none of these targets" >&2
exit 2
