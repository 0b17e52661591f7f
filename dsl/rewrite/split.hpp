// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shared by fission and autofission: their conditions, and the levels of a split, from the gap outwards.
#include "dsl/rewrite/loops.hpp"

namespace tessera::rewrite {

// clang-format off
#define TESSERA_SPLIT_CONDITIONS                                                                                      \
  {"R2", "no allocation or window of the first part is used in the second"},                                          \
  {"R3", "as many loops enclose the gap as are to be split (autofission: at least one)"},                             \
  {"R4", "there are statements on both sides of the gap"},                                                            \
  {"R5", "no bound or condition of a split scope reads a configuration field that its body writes"},                  \
  {"S1", "one of: (a) the second part of an iteration and the first part of a later one do not conflict; (b) the "    \
         "first part writes the same values again; (c) only the last run of the second part counts"}
// clang-format on

/// One level: the scope to split, and the place, in the program after the levels before it.
struct SplitLevel {
  ir::ProcRef before;
  std::shared_ptr<Lowering> lower;  ///< of `before`; obligations keep it
  Path at, gap;
  int split() const { return gap.steps.back().index; }  ///< index in the list of the gap
  bool drop_first = false, drop_second = false;         ///< the loop around this part does nothing
};
enum class NeedlessLoops { keep, drop };

std::vector<SplitLevel> plan_split(StepContext&, const Path& gap, std::int64_t levels, NeedlessLoops);
std::vector<Obligation> split_is_safe(const std::vector<SplitLevel>&);
/// Whether both parts add to one sum, whose order changes.
bool split_reassociates(const std::vector<SplitLevel>&);
void apply_split(Edit&, const std::vector<SplitLevel>&);

}  // namespace tessera::rewrite
