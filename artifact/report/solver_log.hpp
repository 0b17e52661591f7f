// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "api/solver_options.hpp"
#include "artifact/report/facts.hpp"

namespace tessera::report {

/// Every question of a context and how it was decided.
class SolverLog {
 public:
  SolverLog() = default;
  SolverLog(const SolverLog&) = delete;

  /// From now on; keeps the context. Once.
  void follow(ContextRef context);
  /// Empty before that; else counts and times by decider, then the questions that took longest, each with its step.
  std::string text() const;
  report::Json facts() const;

 private:
  struct Entry {
    std::string name, text;
    smt::Status status;
    smt::Decider decider;
    double seconds;
    std::size_t number;
    SrcLoc line;  ///< of the schedule
  };
  /// The step that a question is a proof of.
  struct Place {
    int step;
    std::string procedure;
  };
  struct Share {
    std::string decider;
    std::size_t count = 0;
    double seconds = 0;
  };

  std::vector<Share> shares() const;
  std::vector<const Entry*> slowest() const;
  std::map<std::size_t, Place> places(const std::vector<const Entry*>&) const;

  ContextRef context_;
  std::vector<Entry> entries_;
};

/// With --stats: the member "solver" of the facts that a command prints.
void add_statistics(report::Json& facts, const api::SolverOptions&);

}  // namespace tessera::report
