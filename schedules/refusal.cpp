// SPDX-License-Identifier: Apache-2.0
#include "schedules/refusal.hpp"

#include "dsl/support/diagnostic.hpp"

namespace tessera::schedules {

void refuse_operation(const char* operation, const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = operation;
  d.message = message;
  d.hint = hint;
  throw SchedulingError(d);
}

}  // namespace tessera::schedules
