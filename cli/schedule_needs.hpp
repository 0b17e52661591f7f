// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"
#include "schedules/needs.hpp"

namespace tessera::cli {

/// The roles that a schedule file asks a hardware library for, as hw.load, hw.f64.load or hw[T].load: those of this
/// type, each once. Throws InputError (file).
schedules::Generator needs_of_schedule(const std::string& file, ir::Scalar type);

}  // namespace tessera::cli
