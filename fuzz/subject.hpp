// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/script/evaluate.hpp"

namespace tessera::fuzz {

/// Assumptions and comparisons of a run.
struct Settings {
  std::set<std::string> assumed;  ///< assumed conditions ("reorder_loops.S1"), to see that fuzzing notices
  unsigned compile_every = 0;     ///< period of cases whose C is compiled and run; 0: none
  std::uint64_t data_seed = 1;    ///< of the sizes and data on which results are compared
};

/// A module that passed all checks, and the names for schedules of its last procedure.
struct Subject {
  ContextRef context;
  syntax::Module module;
  script::Inputs inputs;

  const Proc& start() const { return inputs.procs.back(); }
  Proc run(const std::string& schedule) const;
};

/// Reads and checks a module. Throws the errors of both.
Subject load(const std::string& program, const Settings&);

/// A context with the same answers on every machine: limited by resources, hardly ever by time.
ContextRef make_context(const Settings&);

}  // namespace tessera::fuzz
