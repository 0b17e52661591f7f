#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# space.sh TESSERA [--results FOLDER] [--shapes FILE] [--only NAME,…] [--sample N] [OPTION...]: figure 7 of the TTile paper: how fast the
# schemes of a convolution are, all of them, or N at random beside the model's first 50. Absent: 1000 of Yolo9000-4. Options go to `tessera
# tune`, as --store FILE, with which a run that was ended goes on. Rows to space_NAME.csv; for each convolution the best, what the
# model likes best and the best of its first 50, and the same by what the paper ranks by: the steps of the sum in a run of a
# tile, the more the better, then the share of L1 that it fills, 120 % the best.
. "$(dirname "$0")/experiment.sh"
start space "$@"
shapes=${shapes:-$data/conv_layers.csv} only= sample=1000 rest=()
set -- "${options[@]}"
while [ $# -gt 0 ]; do
  case $1 in
    --only) only=${2:?--only wants names} && shift 2 ;;
    --sample) sample=${2:?--sample wants a number} && shift 2 ;;
    *) rest+=("$1") && shift ;;
  esac
done
options=("${rest[@]}")
[ "$shapes" != "$data/conv_layers.csv" ] || only=${only:-yolo9000_4}
guesses=50

# rows REPORT: as CSV, in the model's order.
rows() {
  jq -r '["name", "scheme", "rank", "percent_of_peak", "in_turns", "expected", "reduction", "first_filled"],
    (.rows[0] | .name as $name | .measured[] | select(.outcome == "measured")
      | [$name, .scheme, .rank, .percent_of_peak, .in_turns, .expected, .reduction, .l1_filled]) | @csv' "$1"
}

# summary REPORT
summary() {
  jq -r --argjson guesses "$guesses" '.rows[0] | .name as $name | .space as $space
    | [.measured[] | select(.outcome == "measured")] as $all
    | ($all | max_by(.percent_of_peak)) as $best
    | def slower: ($best.percent_of_peak / .percent_of_peak - 1) * 1000 | round / 10;
      def told(by): by[0] as $first | (by[:$guesses] | max_by(.percent_of_peak))
        | "first \($first | slower) % slower than the best, best of \([by | length, $guesses] | min) \(slower) %";
    "\($name): \($all | length) of \($space) schemes; the best \($best.percent_of_peak | . * 10 | round / 10) % of the peak, \($best.scheme)",
    "\($name): by the model: \(told($all | sort_by(.rank)))",
    "\($name): by the papers: \(told($all | sort_by([-.reduction, (.l1_filled - 1.2 | fabs)])))"' "$1"
}

# picture REPORT FILE.svg: percent of the peak over the share of L1; a series for each number of steps.
picture() {
  jq -r '[.rows[0].measured[] | select(.outcome == "measured")] | (map(.reduction) | unique) as $steps
    | (["filled"] + ($steps | map("\(.) steps"))),
      (.[] | . as $one | [100 * .l1_filled] + ($steps | map(if . == $one.reduction then $one.percent_of_peak else "?" end))) | @tsv' "$1" |
    "$experiments/plot.sh" "$2" "Schemes of $layer" "% of L1 that a run of a tile fills" "% of the FMA peak" points
}

if [ -n "$only" ]; then
  IFS=, read -ra names <<<"$only"
else
  mapfile -t names < <(grep -v '^#' "$shapes" | tail -n +2 | cut -d, -f1)
fi
for layer in "${names[@]}"; do
  grep -q "^$layer," "$shapes" || { echo "space.sh: $shapes has no layer '$layer'" >&2; exit 2; }
  { grep -v '^#' "$shapes" | head -n 1; grep "^$layer," "$shapes"; } >"$scratch/layer.csv"
  "$tessera" tune --layers "$scratch/layer.csv" --loops-only --best "$guesses" --sample "$sample" "${options[@]}" --json >"$scratch/report.json"
  rows "$scratch/report.json" >"$results/space_$layer.csv"
  summary "$scratch/report.json"
  picture "$scratch/report.json" "$results/plots/space_$layer.svg"
done
