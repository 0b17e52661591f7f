// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/ir/stmt.hpp"

namespace tessera::validate {

/// What could be shown for all sizes at once.
struct AllSizes {
  enum class Verdict { proved, not_applicable, undecided } verdict = Verdict::not_applicable;
  std::string text;         ///< what was shown, or why it was not
  std::size_t queries = 0;  ///< that were proved
};

/// Proves, for all sizes that satisfy the reference's asserts, that both procedures make the same sums: the
/// instances of what the scheduled one adds to each output (or writes into it) and of what the reference adds
/// correspond one to one, with equal elements and equal values. The class: no configuration fields; data in floating
/// point; the reference stores straight to its outputs, each of which is either added to only, or assigned only and
/// each element once; temporaries of the scheduled procedure are as `contributions` says; values are made of inputs
/// that nothing writes, by the same operations, `+` and `*` in either operand order. Never says that they differ.
AllSizes compare_for_all_sizes(const ir::Procedure& reference, const ir::Procedure& scheduled);

}  // namespace tessera::validate
