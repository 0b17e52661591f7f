#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# squares.sh TESSERA [OPTION...]: figure 14 of the micro-kernel paper: squares of 1000 to 5000 beside the peers, in percent of the
# FMA peak. Options: experiment.sh.
. "$(dirname "$0")/experiment.sh"
start squares "$@"
own_shapes "$data/gemm_squares.csv"
measure
percentages m | "$experiments/plot.sh" "$results/plots/$name.svg" "Square matrix products" "m = n = k" "% of the FMA peak" lines
