#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# linear_time.sh LINEAR_TIME [OPTION...]: how the time of each primitive grows with the program. Runs the program (its options:
# --largest STATEMENTS, --limit SECONDS, --only PRIMITIVE), writes its rows to bench/results/linear_time.csv, and prints for each
# the slope in log-log over the longer half of its programs: 1 is linear, 2 quadratic.
set -euo pipefail
program=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
rows=bench/results/linear_time.csv
{
  echo "# bench/linear_time.sh on one core of $("$(dirname "$program")/../tessera" hwlib host --json | jq -r .cpu)"
  "$program" "$@"
} >"$rows"

# Below a millisecond a time says nothing; the slope is that of the least squares over the last rows, up to five.
awk -F, '!/^#/ && $1 != "what" {
    key = sprintf("%-26s %-13s", $1, $2)
    if (!(key in count)) order[++keys] = key
    n = ++count[key]
    x[key, n] = log($3); y[key, n] = log($4 < 1e-6 ? 1e-6 : $4); size[key] = $3; time[key] = $4
  }
  END {
    printf "%-26s %-13s %10s %11s %6s\n", "what", "where", "statements", "seconds", "slope"
    for (k = 1; k <= keys; ++k) {
      key = order[k]; n = count[key]; from = n > 5 ? n - 4 : 1; m = sx = sy = sxx = sxy = 0
      for (i = from; i <= n; ++i) { ++m; sx += x[key, i]; sy += y[key, i]; sxx += x[key, i]^2; sxy += x[key, i] * y[key, i] }
      slope = m > 1 ? sprintf("%.2f", (m * sxy - sx * sy) / (m * sxx - sx^2)) : "-"
      printf "%s %10d %11.4f %6s\n", key, size[key], time[key], slope
    }
  }' "$rows"
