// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "audit/assembly.hpp"
#include "audit/classify.hpp"
#include "audit/flow.hpp"
#include "audit/loop.hpp"

namespace tessera::audit {

/// A function with all that is known of its instructions. Keeps the references.
struct ReadFunction {
  const Function& function;
  std::vector<Classified> what;
  Flow flow;
  std::vector<bool> on_stack;

  ReadFunction(const Function&, const Table&, Classifier&);
};

/// One of its loops, counted.
HottestLoop counted_loop(const ReadFunction&, const Loop&, const Table&);

}  // namespace tessera::audit
