// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/script/evaluate.hpp"

namespace tessera::fuzz {

/// What to take for granted and what to compare.
struct Settings {
  std::set<std::string> assumed;  ///< conditions taken as given ("reorder_loops.S1"), to see that fuzzing notices
  unsigned compile_every = 0;     ///< the C of every so-manieth case is compiled and run; 0: of none
  std::uint64_t data_seed = 1;    ///< of the sizes and data on which results are compared
};

/// A module that passed all checks, and what a schedule of its last procedure may name.
struct Subject {
  ContextRef context;
  syntax::Module module;
  script::Inputs inputs;

  const Proc& start() const { return inputs.procs.back(); }
  Proc run(const std::string& schedule) const;
};

/// Reads and checks a module. Throws the errors of both.
Subject load(const std::string& program, const Settings&);

/// A context whose solver answers the same on every machine: limited by its resources, hardly ever by time.
ContextRef make_context(const Settings&);

}  // namespace tessera::fuzz
