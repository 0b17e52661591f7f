// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/rewrite/primitive.hpp"
#include "fuzz/steps.hpp"

namespace tessera::fuzz {

/// The attempted steps of a case: each is journaled first and counted, and the first finding is kept.
class Attempts {
 public:
  Attempts(std::string program, const Journal& journal, CaseResult& out)
      : program_(std::move(program)), journal_(journal), out_(out) {}

  const std::string& program() const { return program_; }
  Counts& counts() { return out_.counts; }
  bool has_finding() const { return out_.finding.has_value(); }
  /// Its program becomes the case's.
  void report(std::optional<Finding>);
  /// The result of the step; nothing when it was refused, or changed nothing.
  std::optional<Proc> step(const Primitive&, const rewrite::CallArguments&, const Proc& to);

 private:
  void refused(const Error&, const Finding& attempt);

  std::string program_;
  const Journal& journal_;
  CaseResult& out_;
};

}  // namespace tessera::fuzz
