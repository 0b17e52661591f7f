// SPDX-License-Identifier: Apache-2.0
#pragma once
// Optimization schemes: one line of text for the tiles of a loop nest, exact covers by several microkernels, unrolled
// and vector loops (docs/schemes.md).
#include "schemes/lower.hpp"
#include "schemes/parallel.hpp"
#include "schemes/scheme.hpp"
