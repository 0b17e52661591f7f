#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# solo.sh TESSERA [--results FOLDER] [OPTION...]: figure 13 of the micro-kernel paper: the GEMM microkernels of every height with two
# vectors, in f32, alone, in percent of the FMA peak of the same vectors; whole tiles, then tiles that leave one column out. For
# each target that this CPU runs: rows to gemm_solo_TARGET.csv. Options go to ukr_runner (--pairs, --sample-seconds).
# `of_tile` is the share of what the tile allows: of `tile_allows` percent of the peak, which as many chains of multiply-adds in
# registers reach beside it as the tile has sums.
. "$(dirname "$0")/experiment.sh"
start solo "$@"
runner=${TESSERA_UKR_RUNNER:-$(dirname "$tessera")/bench/ukr_runner}
[ -x "$runner" ] || { echo "solo.sh: there is no $runner; scripts/build release ukr_runner builds it" >&2; exit 2; }
vectors=2

# kernels FOLDER: solo.so with a function per microkernel as ukr_runner calls it, and the table of them.
kernels() {
  local out=$1 name rows columns partial n flags
  echo "name,path,symbol,mr,nr,k" >"$out/kernels.csv"
  {
    echo "#include \"$stem.h\""
    jq -r '.members[] | [.name, .rows, .columns, .is_partial] | @tsv' "$out/$stem.json" | while read -r name rows columns partial; do
      n=$((columns - partial))
      echo "void solo_$name(int64_t k, const float *a, const float *b, float *c, int64_t ldc) {"
      echo "  $name($([ "$partial" = 0 ] || echo "$n, ")k, a, (struct tessera_win_2f32c){b, {$n, 1}},"
      echo "    (struct tessera_win_2f32){c, {ldc, 1}});"
      echo "}"
      echo "$name,solo.so,solo_$name,$rows,$n,512" >>"$out/kernels.csv"
    done
  } >"$out/solo.c"
  flags=$(jq -r '.flags | join(" ")' "$out/$stem.json")
  # shellcheck disable=SC2046,SC2086  # words on purpose
  gcc -std=c11 -O2 $flags -shared -fPIC -I"$out" "$out/solo.c" $(find "$out/kernels" -name '*.c') -o "$out/solo.so"
}

# rows REPORT: as CSV.
rows() {
  jq -r '.machine as $m |
    def tenths: . * 10 | round / 10;
    ["name", "mr", "nr", "k", "gflops", "percent_of_peak", "of_tile", "tile_allows", "cpu", "isa"],
    (.rows[] | [.name, .mr, .nr, .k, (.gflops, .percent_of_peak, .percent_of_tile, .tile_allows | tenths), $m.cpu, $m.isa]) | @csv' \
    "$1" | tr -d '"'
}

# summary ROWS.csv
summary() {
  awk -F, -v target="$target" 'NR > 1 { for (i = 6; i <= 7; ++i) { sum[i] += log($i); if (NR == 2 || $i < lo[i]) { lo[i] = $i; at[i] = $1 }
      if ($i > hi[i]) hi[i] = $i } }
    END { for (i = 6; i <= 7; ++i) printf "%s: %s: geometric mean %.1f over %d tiles, smallest %.1f (%s), slowest/fastest %.3f\n",
      target, i == 6 ? "percent_of_peak" : "of_tile", exp(sum[i] / (NR - 1)), NR - 1, lo[i], at[i], lo[i] / hi[i] }' "$1"
}

# picture ROWS.csv: by height.
picture() {
  { printf 'rows\twhole tile\tof what the tile allows\tone column less\tof what that tile allows\n'
    awk -F, -v width="$width" 'NR > 1 { v[$2, $3 == width] = $6 "\t" $7; if ($2 > n) n = $2 }
      END { for (i = 1; i <= n; ++i) print i "\t" v[i, 1] "\t" v[i, 0] }' "$1"
  } | "$experiments/plot.sh" "$results/plots/gemm_solo_$target.svg" "Microkernels alone, $target: rows x $width, k = 512" \
    "rows of the tile" "%" lines
}

# solo HEIGHT PEAK: of $target.
solo() {
  local out=$scratch/$target rows tiles=()
  stem=gemm_f32_$target
  lanes=$("$tessera" family gemm --target "$target" --list | sed -n 's/^gemm_f32_1x\([0-9]*\)_.*/\1/p' | sort -n | head -n 1)
  width=$((lanes * vectors))
  for ((rows = 1; rows <= $1; rows++)); do tiles+=(--tile "${rows}x$width"); done
  "$tessera" family gemm --target "$target" --variant add_packed_strided -o "$out" "${tiles[@]}" >&2
  runs_here || return 0
  kernels "$out"
  "$runner" --kernels "$out/kernels.csv" --peak "$2" "${options[@]}" >"$out/report.json" || exit 1
  rows "$out/report.json" >"$results/gemm_solo_$target.csv"
  column -s, -t <"$results/gemm_solo_$target.csv"
  summary "$results/gemm_solo_$target.csv"
  picture "$results/gemm_solo_$target.csv"
}

# The most rows that leave registers for the operands: 32 of AVX-512, 16 of AVX2.
while read -r target height peak; do solo "$height" "$peak"; done <<'END'
avx512 14 avx512f
avx2 6 avx2
END
