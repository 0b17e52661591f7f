#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# edges.sh TESSERA [OPTION...]: the other half of figure 3 of the TTile paper: ways to cover 8 to 56 rows, J = K = 128, in percent of
# the FMA peak. Combination: the last two tiles of nearly equal height. Partial tile: a low one after whole ones. Padding: whole
# tiles only, of which just the rows that were asked for count (what copying them would cost is left out). Rows to edges.csv.
# Options: experiment.sh, without --shapes and --peers.
. "$(dirname "$0")/experiment.sh"
start edges "$@"
shapes=$scratch/shapes.csv
{ echo "name,m,n,k"; for m in $(seq 8 56); do echo "rows_$m,$m,128,128"; done; } >"$shapes"

# of_edges HOW: "rows percent" of each product.
of_edges() {
  "$tessera" bench gemm --shapes "$shapes" --peers none "${options[@]}" --edges "$1" --json >"$scratch/$1.json"
  jq -r '.rows[] | "\(.m) \(.percent_of_peak)"' "$scratch/$1.json"
}

of_edges even >"$scratch/even"
of_edges last >"$scratch/last"
high=$(jq -r '.settings.library | capture("_(?<rows>[0-9]+)x").rows' "$scratch/even.json")
awk -v high="$high" 'NR == FNR { even[$1] = $2; next }
  FNR == 1 { print "rows,tile_rows,combination,partial_tile,padding" }
  { up = int(($1 + high - 1) / high) * high
    printf "%d,%d,%.1f,%.1f,%s\n", $1, high, even[$1], $2, up in even ? sprintf("%.1f", even[up] * $1 / up) : "" }' \
  "$scratch/even" "$scratch/last" >"$results/edges.csv"
awk -F, 'NR > 1 { for (i = 3; i <= 5; ++i) if ($i) { sum[i] += log($i); ++n[i]; if (!lo[i] || $i < lo[i]) lo[i] = $i } }
  END { split("combination partial_tile padding", names, " ")
    for (i = 3; i <= 5; ++i) printf "%s: geometric mean %.1f %% of the peak, smallest %.1f\n", names[i - 2], exp(sum[i] / n[i]), lo[i] }' \
  "$results/edges.csv"
awk -F, 'NR == 1 { print "I\tcombination\tpartial tile\tpadding"; next } { print $1 "\t" $3 "\t" $4 "\t" ($5 ? $5 : "?") }' "$results/edges.csv" |
  "$experiments/plot.sh" "$results/plots/edges.svg" "Ways to cover I rows, J = K = 128" "I" "% of the FMA peak" lines
