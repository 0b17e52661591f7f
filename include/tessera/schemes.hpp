// SPDX-License-Identifier: Apache-2.0
#pragma once
// Optimization schemes: one line of text that says how a nest of loops is tiled, covered exactly by several
// microkernels, unrolled and computed in vectors (docs/schemes.md).
#include "schemes/lower.hpp"
#include "schemes/parallel.hpp"
#include "schemes/scheme.hpp"
