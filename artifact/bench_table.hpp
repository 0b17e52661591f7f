// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/bench_report.hpp"

namespace tessera::artifact {

/// What was measured as a table for people, with notes below it: what is left out, and which compilers these are.
std::string bench_table(const BenchReport&);

}  // namespace tessera::artifact
