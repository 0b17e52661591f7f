#!/usr/bin/env bash
# layers.sh TESSERA [--results FOLDER] [--shapes FILE] [OPTION...]: figure 9 of the TTile papers: convolution layers, padding part of the
# image, weights packed beforehand, beside oneDNN in its own layouts, one core. Each layer is written by `tessera conv` with the scheme
# of its model. Rows to layers.csv. FILE has the columns name, network, K, C, H, R, stride, as data/conv_layers.csv; absent: that file
# without VGG16. Options go to conv_runner (--pairs, --sample-seconds).
. "$(dirname "$0")/experiment.sh"
start layers "$@"
runner=${TESSERA_CONV_RUNNER:-$(dirname "$tessera")/bench/conv_runner}
[ -x "$runner" ] || { echo "layers.sh: there is no $runner; scripts/build release conv_runner builds it" >&2; exit 2; }
if [ -z "$shapes" ]; then
  shapes=$scratch/shapes.csv
  grep -v ',vgg16,' "$data/conv_layers.csv" >"$shapes"
fi
target=scalar
[ "$(uname -m)" != aarch64 ] || target=neon
for feature in avx2 avx512f; do
  if grep -qw "$feature" /proc/cpuinfo; then target=${feature%f}; fi
done

# layer NAME K C H R STRIDE: a row.
layer() {
  local name=$1 out=$scratch/$1 pixels=$(($4 / $6)) shape
  shape=$2,$3,$pixels,$pixels,$5,$5,$6
  "$tessera" conv --shape "$shape" --target "$target" --caches host --stem layer -o "$out" --json >"$out.json" || return 1
  # shellcheck disable=SC2046  # words on purpose
  gcc -std=c11 -O2 $(jq -r '.flags | join(" ")' "$out/layer.json") -shared -fPIC "$out/layer.c" -o "$out/layer.so"
  "$runner" --shape "$shape" --kernel "$out/layer.so:layer" --overwrites --pack "$(jq .panel "$out.json")" --label "$name" \
    --contenders onednn --json "${options[@]}" >"$out.report" || { jq -r '.rows[] | "wrong: \(.name): \(.first_wrong)"' "$out.report" >&2; return 1; }
  jq -r --slurpfile made "$out.json" '.machine.isa as $isa | .rows[0] | [.name, $made[0].scheme, .gflops, .percent_of_peak, .percent_of_peak_quartiles[],
    .ratio_onednn // "", (.ratio_onednn_quartiles // ["", ""])[], .implementation.onednn // "", $isa] | @csv' "$out.report"
}

rows=$results/layers.csv
echo "name,scheme,gflops,percent_of_peak,percent_of_peak_q1,percent_of_peak_q3,ratio_onednn,ratio_onednn_q1,ratio_onednn_q3,implementation,isa" >"$rows"
grep -v '^#' "$shapes" | tail -n +2 | while IFS=, read -r name _ k c h r stride; do
  layer "$name" "$k" "$c" "$h" "$r" "$stride" >>"$rows" || exit 1
  echo "measured: $name" >&2
done
jq -rRn '[inputs | [scan("\"[^\"]*\"|[^,]+")]] | .[1:] | map({name: .[0], percent: (.[3] | tonumber), ratio: (.[6] | tonumber? // null)})
  | "percent_of_peak: geometric mean \((map(.percent | log) | add / length | exp * 10 | round) / 10) over \(length) layers",
    (map(select(.ratio)) | select(length > 0) | "ratio_onednn: geometric mean \((map(.ratio | log) | add / length | exp * 1000 | round) / 1000), " +
      "smallest \(min_by(.ratio) | "\(.ratio * 1000 | round / 1000) (\(.name))")")' "$rows" | tr -d '"'
{ printf 'layer\tTessera\tthe ratio to oneDNN times 100\n'
  jq -rRn '[inputs | [scan("\"[^\"]*\"|[^,]+")]] | .[1:][] | [(.[0] | gsub("\""; "")), .[3], ((.[6] | tonumber? // null) | if . then . * 100 else "?" end)] | @tsv' "$rows"
} | "$experiments/plot.sh" "$results/plots/layers.svg" "Convolution layers, one core" "" "% of the FMA peak" bars
