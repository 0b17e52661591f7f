#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# layers.sh TESSERA [--results FOLDER] [--shapes FILE] [OPTION...]: figure 9 of the TTile papers, and VGG16: convolution layers, zeros
# around the image a part of it, beside oneDNN, XNNPACK, im2row with a matrix product, and the naive C. FILE has the columns of
# data/conv_layers.csv or data/conv_odd.csv; absent: the first.
. "$(dirname "$0")/experiment.sh"
. "$(dirname "$0")/convolutions.sh"
start layers "$@"
shapes=${shapes:-$data/conv_layers.csv}
measure_layers
plots_of_layers "Convolution layers"
