// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "audit/loop.hpp"
#include "dsl/ir/stmt.hpp"

namespace tessera::audit {

/// What a hardware library says, with source, of the multiply-adds that a procedure uses. Of several that of the
/// fastest: a bound must hold for all.
struct Figures {
  std::optional<double> latency, throughput;  ///< cycles; nothing: not known of one of them
  std::vector<std::string> sources;

  bool is_known() const { return latency || throughput; }
};
Figures figures_of(const ir::Procedure&);

/// Cycles that once through the loop takes at least: so many multiply-adds one after the other, and as many in a chain
/// as go to one register. Nothing where no figure is known.
std::optional<double> least_cycles(const Counts&, const Figures&);

}  // namespace tessera::audit
