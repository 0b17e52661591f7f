# SPDX-License-Identifier: Apache-2.0
# What the experiments on convolutions share; sourced after experiment.sh. Options that `start` does not know go to `tessera bench
# conv`, as --pairs 21, --untuned, --threads 2.

# has_option NAME: was it given?
has_option() {
  local option
  for option in "${options[@]}"; do [ "$option" != "$1" ] || return 0; done
  return 1
}

# threads_asked: as --threads says.
threads_asked() {
  local i
  for i in "${!options[@]}"; do
    [ "${options[$i]}" != --threads ] || { echo "${options[$i + 1]:-1}" && return; }
  done
  echo 1
}

# convolve REPORT OPTION...: `tessera bench conv`; the report as JSON. What is wrong is told.
convolve() {
  local report=$1
  shift
  "$tessera" bench conv --layers "$shapes" "$@" --json >"$report" || {
    local code=$?
    jq -r '.rows[]? | select(.ok | not) | "wrong: \(.name): \(.first_wrong)"' "$report" >&2
    exit "$code"
  }
}

# measure_layers: all contenders on the layers of $shapes. Rows to NAME.csv, the report to $report, the summary to the terminal: of
# all layers, of those outside of VGG16 where there are both, and of each network.
measure_layers() {
  local contenders=()
  has_option --contenders || contenders=(--contenders plain,onednn,onednn_plain,xnnpack,im2row,im2row_openblas,naive)
  report=$scratch/report.json
  [ "$(threads_asked)" = 1 ] || name=${name}_$(threads_asked)_cores
  convolve "$report" "${contenders[@]}" "${options[@]}" --csv "$results/$name.csv"
  jq -r '
    def figure: . * 1000 | round / 1000;
    def mean: map(log) | add / length | exp;
    def told(of; rows; $key): [rows[] | select(.[$key])] | select(length > 0)
      | "\($key)\(of): geometric mean \(map(.[$key]) | mean | figure) over \(length) layers, " +
        (min_by(.[$key]) | "smallest \(.[$key] | figure) (\(.name))");
    "kernels: \(.settings.kernels)", "machine: \(.machine.cpu), \(.machine.isa), \(.settings.threads) of \(.machine.cores) cores",
    (.peers | to_entries[] | if .value.available then "\(.key): \(.value.version)" else "not measured: \(.key): \(.value.why)" end),
    (.peers as $peers | .rows[] | .name as $row | .not_run | to_entries[] | select($peers[.key].available != false and .value != "not asked for")
      | "not run: \($row): \(.key): \(.value)"),
    (.rows as $rows | [$rows[].network // empty] | unique as $networks
      | ("percent_of_peak", "ratio_onednn", "ratio_onednn_plain", "ratio_xnnpack", "ratio_im2row", "ratio_im2row_openblas", "ratio_naive") as $key
      | told(""; $rows; $key),
        (select($networks | length > 1) | (select(any($networks[]; . == "vgg16")) | told(" outside of vgg16"; $rows | map(select(.network != "vgg16")); $key)),
          ($networks[] as $n | told(" of \($n)"; $rows | map(select(.network == $n)); $key))))' "$report"
}

# plot_layers FILE TITLE CONTENDER...: percentages of the peak, "kernel" or "plain", the first of them, as Tessera's. Nothing where it
# was not measured.
plot_layers() {
  local file=$1 title=$2
  shift 2
  jq -r '
    def key: "percent_of_peak" + if . == "kernel" then "" else "_" + . end;
    .rows as $rows | [$ARGS.positional[] | select(key as $key | any($rows[]; .[$key]))] as $those
    | (["layer", "Tessera"] + $those[1:]), ($rows[] | [.name] + [.[$those[] | key] // "?"]) | @tsv' --args "$@" <"$report" |
    "$experiments/plot.sh" "$results/plots/$file.svg" "$title" "" "% of the FMA peak" bars
}

# plots_of_layers WHAT: two pictures: weights packed beforehand, and plain ones.
plots_of_layers() {
  local cores="one core"
  [ "$(threads_asked)" = 1 ] || cores="$(threads_asked) cores"
  plot_layers "$name" "$1, $cores, weights packed beforehand" kernel onednn xnnpack naive
  if jq -e 'any(.rows[]; .percent_of_peak_plain)' "$report" >/dev/null; then
    plot_layers "${name}_plain" "$1, $cores, from plain layouts to plain layouts" plain onednn_plain im2row im2row_openblas
  fi
}
