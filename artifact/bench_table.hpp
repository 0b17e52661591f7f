// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/bench_report.hpp"

namespace tessera::artifact {

/// The measurements as a table, with notes on sizes left out and on the compilers.
std::string bench_table(const BenchReport&);

}  // namespace tessera::artifact
