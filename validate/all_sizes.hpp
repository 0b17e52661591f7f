// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/ir/stmt.hpp"

namespace tessera::validate {

/// The result for all sizes at once.
struct AllSizes {
  enum class Verdict { proved, not_applicable, undecided } verdict = Verdict::not_applicable;
  std::string text;         ///< the claim, or the reason that it was not proved
  std::size_t queries = 0;  ///< proved ones
};

/// Proves, for all sizes that satisfy the reference's asserts, that both procedures compute the same sums: the
/// scheduled one's additions to each output (or writes into it) correspond one to one to the reference's, with equal
/// elements and equal values. Applies to: no configuration fields; floating-point data; a reference that stores
/// straight to its outputs, each either only added to, or only assigned and each element once; temporaries as in
/// `contributions`; values made from inputs that nothing writes, by the same operations, with `+` and `*` in either
/// operand order. Never says that they differ.
AllSizes compare_for_all_sizes(const ir::Procedure& reference, const ir::Procedure& scheduled);

}  // namespace tessera::validate
