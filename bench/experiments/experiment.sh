# SPDX-License-Identifier: Apache-2.0
# What the experiments share; sourced. `start` reads the command line NAME.sh TESSERA [OPTION...]:
#   --results FOLDER   rows go here and plots to FOLDER/plots, instead of bench/results
#   --shapes FILE      instead of the experiment's own
# Everything else goes to `tessera bench gemm` (of convolutions: `tessera bench conv`), as --peers openblas,mkl, --pairs 21, --csv excepted.
# Wants gnuplot and jq: scripts/install-deps bench.
set -euo pipefail
export LC_ALL=C
experiments=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=$experiments/../data

# start NAME ARGUMENT...
start() {
  name=$1
  shift
  [ $# -gt 0 ] || { echo "usage: bench/experiments/$name.sh TESSERA [--results FOLDER] [OPTION...]" >&2; exit 2; }
  tessera=$(realpath "$1") results=$experiments/../results shapes= options=()
  shift
  while [ $# -gt 0 ]; do
    case $1 in
      --results) results=${2:?--results wants a folder} && shift 2 ;;
      --shapes) shapes=$(realpath "${2:?--shapes wants a file}") && shift 2 ;;
      *) options+=("$1") && shift ;;
    esac
  done
  local tool
  for tool in jq gnuplot; do
    command -v "$tool" >/dev/null || { echo "$name.sh: there is no $tool; scripts/install-deps bench installs it" >&2; exit 2; }
  done
  mkdir -p "$results/plots"
  results=$(realpath "$results")
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
}

# runs_here: can this CPU run what is of $target?
runs_here() {
  local answer
  answer=$("$tessera" hwlib runs "$target") || { echo "not measured: $answer"; return 1; }
}

# own_shapes FILE [PREFIX]: the rows whose names begin so, unless --shapes was given.
own_shapes() {
  [ -z "$shapes" ] || return 0
  shapes=$scratch/shapes.csv
  grep -E "^(#|name,|${2:-})" "$1" >"$shapes"
}

# measure: `tessera bench gemm` on the shapes. Rows to NAME.csv, the report to $report, the summary to the terminal.
measure() {
  report=$scratch/report.json
  "$tessera" bench gemm --shapes "$shapes" "${options[@]}" --csv "$results/$name.csv" --json >"$report" || {
    local code=$?
    jq -r '.rows[]? | select(.ok | not) | "wrong: \(.name): \(.first_wrong)"' "$report" >&2
    exit "$code"
  }
  jq -r '
    def figure: . * 1000 | round / 1000;
    def both_ends(of): "\(of): smallest \(.smallest.value | figure) (\(.smallest.name)), largest \(.largest.value | figure) " +
      "(\(.largest.name)), slowest/fastest \(.smallest.value / .largest.value | figure)";
    "library: \(.settings.library)",
    (.peers | to_entries[] | select(.value.available == false) | "not measured: \(.key): \(.value.why)"),
    (.peers | to_entries[] | select(.value.is_generic) | "NO FAIR PEER: \(.key) runs \(.value.kernel)"),
    (.peers as $peers | .rows[] | .name as $row | .not_run | to_entries[] | select($peers[.key].available)
      | "not run: \($row): \(.key): \(.value)"),
    (.summary // empty | (.ratio_best_peer // empty | both_ends("ratio_best_peer")),
      (.geometric_mean | select(.ratio_best_peer)
        | "ratio_best_peer: geometric mean \(.ratio_best_peer | figure) over \(.rows_of_ratio_best_peer) rows"),
      (.percent_of_peak // empty | both_ends("percent_of_peak")))' "$report"
}

# percentages COLUMN: a table for plot.sh: the column, then the percentage of the peak of everyone who ran.
percentages() {
  jq -r --arg x "$1" '.rows as $rows
    | (["percent_of_peak"] + [.rows[0] | keys_unsorted[] | select(startswith("percent_of_peak_") and (endswith("_quartiles") | not))]
      | map(. as $key | select(any($rows[]; .[$key])))) as $keys
    | ([$x] + ($keys | map(if . == "percent_of_peak" then "Tessera" else ltrimstr("percent_of_peak_") end))),
      ($rows[] | [.[$x]] + [.[$keys[]] // "?"]) | @tsv' "$report"
}

# networks TITLE: NAME_total.csv, the time of each network with each product counted as often as it has layers of it, and the
# plot of it.
networks() {
  jq -r '["network", "layers", "contender", "ms", "ratio"], (.summary.networks[] | .network as $network | .layers as $layers
    | .ratio as $ratio | .seconds | to_entries[] | select(.value)
    | [$network, $layers, (.key | sub("^library$"; "Tessera")), .value * 1000, $ratio[.key] // ""]) | @csv' "$report" |
    tr -d '"' >"$results/${name}_total.csv"
  column -s, -t <"$results/${name}_total.csv"
  awk -F, 'NR == 1 { print "contender\tms"; next } { print $3 "\t" $4 }' "$results/${name}_total.csv" |
    "$experiments/plot.sh" "$results/plots/${name}_total.svg" "$1: all layers together" "" "ms" bars
}
