// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "api/solver_options.hpp"
#include "artifact/report/facts.hpp"

namespace tessera::report {

/// All queries of a context and their deciders.
class SolverLog {
 public:
  SolverLog() = default;
  SolverLog(const SolverLog&) = delete;

  /// Starts logging; keeps the context. Once.
  void follow(ContextRef context);
  /// Counts and times by decider, then the slowest queries, each with its step; empty before `follow`.
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
  /// The step of a query.
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

/// With --stats: the member "solver" of a command's JSON.
void add_statistics(report::Json& facts, const api::SolverOptions&);

}  // namespace tessera::report
