// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/report/facts.hpp"
#include "codegen/arguments.hpp"

namespace tessera::report {

/// Of each argument of a function, in the order of the C: name, c_name where that is another, kind, type, shape,
/// strides, memory, access (in, out, inout), declaration. Extents and strides are numbers, or expressions as text.
Json arguments_facts(const codegen::Interface&);
Json to_json(const codegen::Argument&);
/// What to_json gave, from another process.
codegen::Argument argument_of(const Json&);

}  // namespace tessera::report
