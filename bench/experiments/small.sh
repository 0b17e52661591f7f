#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# small.sh TESSERA [OPTION...]: figure 3 of the TTile paper: products of 8 to 49 rows with J = K = 128 beside the peers, in percent of
# the FMA peak. Options: experiment.sh.
. "$(dirname "$0")/experiment.sh"
start small "$@"
own_shapes "$data/gemm_small.csv"
measure
percentages m | "$experiments/plot.sh" "$results/plots/$name.svg" "Small matrix products, J = K = 128" "I" "% of the FMA peak" lines
