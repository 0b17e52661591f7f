// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/evaluate.hpp"

namespace tessera::api {

/// Gives schedules what stands above the primitives: `scheme(p, nest, text)` (schemes/lower.hpp) on the vectors of the
/// last library.
void add_operations(script::Inputs&);

}  // namespace tessera::api
