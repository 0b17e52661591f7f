#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# vgg16.sh TESSERA [OPTION...]: figures 17 and 18 of the micro-kernel paper: the products of VGG16 by im2row, each beside the peers,
# and all layers together. Options: experiment.sh.
. "$(dirname "$0")/experiment.sh"
start vgg16 "$@"
own_shapes "$data/gemm_shapes.csv" vgg16_
measure
percentages name | "$experiments/plot.sh" "$results/plots/$name.svg" "VGG16, batch 1" "" "% of the FMA peak" bars
networks "VGG16, batch 1"
