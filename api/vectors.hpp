// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/evaluate.hpp"
#include "schedules/vectorize.hpp"

namespace tessera::api {

/// Whether its machines choose their number of lanes.
bool chooses_lanes(const script::Library&);
/// Throws InputError (code "lanes") for a library whose machines choose their number of lanes, unless one is `asked`
/// for
/// (--lanes): `what`, "conv", makes kernels for one number; and for another library if one is.
void check_fixed_lanes(const script::Library&, const std::string& what, std::optional<std::int64_t> asked);

/// The first register memory of the library for the type, with the instructions whose register operands are all of the
/// type. Throws InputError (name), listing the library's types, without one.
schedules::VectorTarget vectors(const script::Library&, ir::Scalar, const ContextRef&);

/// All instructions of the library, on whatever types.
std::vector<Proc> instructions(const script::Library&, const ContextRef&);

/// The error for a type that a library lacks.
[[noreturn]] void has_nothing_of(const script::Library&, ir::Scalar);

}  // namespace tessera::api
