#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# layers_odd.sh TESSERA [--results FOLDER] [--shapes FILE] [OPTION...]: the same as layers.sh for odd sizes, oblong kernels, dilation, and
# zeros that differ from side to side and are a part of the layer (data/conv_odd.csv).
. "$(dirname "$0")/experiment.sh"
. "$(dirname "$0")/convolutions.sh"
start layers_odd "$@"
shapes=${shapes:-$data/conv_odd.csv}
measure_layers
plots_of_layers "Odd convolutions"
