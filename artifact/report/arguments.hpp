// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/report/facts.hpp"
#include "codegen/arguments.hpp"

namespace tessera::report {

/// For each argument of a function, in C order: name, c_name where different, kind, type, shape, strides, memory,
/// access (in, out, inout), declaration. Extents and strides are numbers, or expressions as text.
Json arguments_facts(const codegen::Interface&);
Json to_json(const codegen::Argument&);
/// Parses the JSON of another process.
codegen::Argument argument_of(const Json&);

}  // namespace tessera::report
