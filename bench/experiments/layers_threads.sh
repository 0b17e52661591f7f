#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# layers_threads.sh TESSERA [--results FOLDER] [--shapes FILE] [--threads N] [--conv-options WORDS] [OPTION...]: the layers on N cores
# (2 when absent) over the same on one, each in the same rounds, of Tessera's kernels and of oneDNN's. WORDS are what `tessera conv` is told.
# `peak_over_one` is what the cores gain that do nothing but multiply: less than N where others use them too.
. "$(dirname "$0")/experiment.sh"
. "$(dirname "$0")/convolutions.sh"
start layers_threads "$@"
shapes=${shapes:-$data/conv_layers.csv}
cores=2 of_kernels=() rest=()
set -- "${options[@]}"
while [ $# -gt 0 ]; do
  case $1 in
    --threads) cores=${2:?--threads wants a number} && shift 2 ;;
    --conv-options) of_kernels=(--conv-options "${2:?--conv-options wants words}") && shift 2 ;;
    *) rest+=("$1") && shift ;;
  esac
done
options=("${rest[@]}")
has_option --contenders || options+=(--contenders onednn)

rows=$results/layers_threads.csv
echo "name,cores,kernel_one,kernel_all,kernel_over_one,kernel_over_one_q1,kernel_over_one_q3,onednn_one,onednn_all,onednn_over_one,onednn_over_one_q1,onednn_over_one_q3,ratio_onednn_all,ratio_onednn_all_q1,ratio_onednn_all_q3,scheme,cpu,kernels,peak_over_one,peak_over_one_q1,peak_over_one_q3" >"$rows"
mapfile -t names < <(grep -v '^#' "$shapes" | tail -n +2 | cut -d, -f1)
for layer in "${names[@]}"; do
  convolve "$scratch/layer.json" --only "$layer" --threads "$cores" --over-one "${of_kernels[@]}" "${options[@]}"
  jq -r '
    def measured($key): .[$key] // "", (.["\($key)_quartiles"] // ["", ""])[];
    .settings as $settings | .machine.cpu as $cpu | .rows[0]
    | [.name, $settings.threads, .gflops_one // "", .gflops // "", measured("over_one"), .gflops_one_onednn // "", .gflops_onednn // "",
       measured("over_one_onednn"), measured("ratio_onednn"), .scheme, $cpu, $settings.kernels, measured("peak_over_one")] | @csv' "$scratch/layer.json" >>"$rows"
  echo "measured: $layer" >&2
done
jq -rRn '[inputs | [scan("\"[^\"]*\"|[^,]+")]] | .[1:]
  | def told($what; $at): [.[] | {name: (.[0] | gsub("\""; "")), value: (.[$at] | tonumber? // null)} | select(.value)] | select(length > 0)
      | "\($what): geometric mean \(map(.value | log) | add / length | exp * 1000 | round / 1000) over \(length) layers, " +
        (min_by(.value) | "smallest \(.value * 1000 | round / 1000) (\(.name))");
    told("kernel_over_one"; 4), told("onednn_over_one"; 9), told("ratio_onednn_all"; 12),
    told("peak_over_one"; 18)' "$rows"
{ printf 'layer\tTessera\toneDNN\n'
  jq -rRn '[inputs | [scan("\"[^\"]*\"|[^,]+")]] | .[1:][] | [(.[0] | gsub("\""; "")), .[4], (.[9] | tonumber? // "?")] | @tsv' "$rows"
} | "$experiments/plot.sh" "$results/plots/layers_threads.svg" "Convolution layers, $cores cores over one" "" "times as fast" bars
