#!/usr/bin/env bash
# gemm_solo.sh TESSERA UKR_RUNNER [TARGET [MR [VECTORS [OUT.csv]]]]: figure 13 of the micro-kernel paper: the GEMM microkernels of
# every height up to MR (14) with so many vectors (2), in f32, alone beside the FMA peak; whole tiles, then tiles that
# leave one column out. `of_tile` is the share of what the tile allows on a core with two FMA units of four cycles and two loads
# a cycle: rows * vectors products want max(rows * vectors / 2, 4, (rows + vectors) / 2) cycles.
set -euo pipefail
export LC_ALL=C
tessera=$(realpath "$1") runner=$(realpath "$2") target=${3:-avx512} most=${4:-14} vectors=${5:-2}
results=$(dirname "$0")/results
result=$(realpath -m "${6:-$results/gemm_solo_$target.csv}")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

lanes=$("$tessera" family gemm --target "$target" --list | sed -n 's/^gemm_f32_1x\([0-9]*\)_.*/\1/p' | sort -n | head -n 1)
width=$((lanes * vectors))
tiles=()
for ((rows = 1; rows <= most; rows++)); do tiles+=(--tile "${rows}x$width"); done
"$tessera" family gemm --target "$target" --variant add_packed_strided -o "$out" "${tiles[@]}" >&2
stem=gemm_f32_$target
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
"$runner" --kernels "$out/kernels.csv" --csv "$out/rows.csv" >"$out/report.json" || { cat "$out/report.json"; exit 1; }
jq -r --argjson lanes "$lanes" '"name,mr,nr,k,gflops,percent_of_peak,of_tile",
  (.rows[] | ((.nr + $lanes - 1) / $lanes | floor) as $v | (.mr * $v / 2) as $fma |
    ([$fma, 4, (.mr + $v) / 2] | max) as $cycles |
    [.name, .mr, .nr, .k, (.gflops * 10 | round / 10), (.percent_of_peak * 10 | round / 10),
     (.percent_of_peak * $cycles / $fma * 10 | round / 10)] | @csv)' "$out/report.json" | tr -d '"' >"$result"
column -s, -t <"$result"
