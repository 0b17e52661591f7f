// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/syntax/schedule.hpp"

namespace tessera::script {

// Integer arithmetic of a schedule, in 64 bits. Throws InputError at `e` on overflow and for other operations.
std::int64_t negated(const syntax::ScheduleExpr& e, std::int64_t);
std::int64_t computed(const syntax::ScheduleExpr& e, std::int64_t a, std::int64_t b);

}  // namespace tessera::script
