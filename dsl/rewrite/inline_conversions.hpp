// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/stmt.hpp"

namespace tessera::rewrite {

/// One form for conversions, which may be written as `x: f32; x = a[i]` (an assignment converts) or as `f32(a[i])`. A
/// local scalar that is assigned once, an element of another type, is replaced by the conversion where nothing writes
/// that element's buffer after it; a conversion to the type of the place that it is stored in is dropped. Means the
/// same. Named windows are resolved for it.
ir::Block inline_conversions(const ir::Block&);

/// Whether the block may change so.
bool may_have_conversions(const ir::Block&);

}  // namespace tessera::rewrite
