// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/evaluate.hpp"
#include "schedules/vectorize.hpp"

namespace tessera::api {

/// The first register memory of the library that holds the type, with the instructions all of whose register operands
/// are of it. Throws InputError (name), which says what the library has, when it has none.
schedules::VectorTarget vectors(const script::Library&, ir::Scalar, const ContextRef&);

/// For what a library has nothing of.
[[noreturn]] void has_nothing_of(const script::Library&, ir::Scalar);

}  // namespace tessera::api
