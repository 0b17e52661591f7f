// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/evaluate.hpp"

namespace tessera::api {

/// Adds the operations above the primitives to schedules: `scheme(p, nest, text)` (schemes/lower.hpp) on the vectors of
/// the last library.
void add_operations(script::Inputs&);

}  // namespace tessera::api
