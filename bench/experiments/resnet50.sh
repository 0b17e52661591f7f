#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# resnet50.sh TESSERA [OPTION...]: figures 15 and 16 of the micro-kernel paper: the products of ResNet50 v1.5 by im2row, each beside
# the peers, and all layers together. Options: experiment.sh.
. "$(dirname "$0")/experiment.sh"
start resnet50 "$@"
own_shapes "$data/gemm_shapes.csv" resnet50_
measure
percentages name | "$experiments/plot.sh" "$results/plots/$name.svg" "ResNet50 v1.5, batch 1" "" "% of the FMA peak" bars
networks "ResNet50 v1.5, batch 1"
