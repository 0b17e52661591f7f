// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/syntax/schedule.hpp"

namespace tessera::script {

// Integers of a schedule, in 64 bits. What does not fit, or is no operation on integers, throws InputError at `e`.
std::int64_t negated(const syntax::ScheduleExpr& e, std::int64_t);
std::int64_t computed(const syntax::ScheduleExpr& e, std::int64_t a, std::int64_t b);

}  // namespace tessera::script
