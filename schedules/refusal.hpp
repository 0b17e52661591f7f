// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera::schedules {

/// SchedulingError of an operation that finds its program otherwise than it must be.
[[noreturn]] void refuse_operation(const char* operation, const std::string& message, const std::string& hint);

}  // namespace tessera::schedules
