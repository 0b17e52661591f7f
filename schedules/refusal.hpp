// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera::schedules {

/// The SchedulingError of an operation that does not apply to its program.
[[noreturn]] void refuse_operation(const char* operation, const std::string& message, const std::string& hint);

}  // namespace tessera::schedules
