// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "codegen/conformance/machines_file.hpp"
#include "dsl/script/evaluate.hpp"

namespace tessera::api {

/// Throws InputError (code "machines") for a known fault of a machine that the library does not have, or of an
/// instruction that neither it nor what it extends declares: a misspelt one would be run as if it were right.
void check_known_wrong(const script::Library&, const conformance::Machines&);

}  // namespace tessera::api
