// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "dsl/analysis/lowering.hpp"
#include "dsl/cursor/forward.hpp"
#include "dsl/ir/size.hpp"
#include "dsl/ir/stmt.hpp"
#include "dsl/rewrite/recorded_argument.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera {

/// One proved query of a step.
struct Proof {
  std::string condition;  ///< "S1"
  std::string strategy;   ///< name of the ProofStrategy that was proved, "" for the only one
  smt::Query query;
  smt::Answer answer;
};

/// One step of a schedule: the call, the proofs, the moves of the old nodes.
struct StepRecord {
  std::string primitive;
  RecordedArguments args;
  std::vector<Proof> proofs;
  cursor::Forward forward;
  bool reassociates = false;        ///< changes the order of a floating-point sum
  bool may_wrap = false;            ///< may leave an integer out of its type's range
  bool equivalent = true;           ///< calls may exchange result and input (contract.hpp)
  std::set<std::string> modulo;     ///< fields ("Cfg.f") that may end with other values; all else is equal
  std::vector<std::string> unsafe;  ///< conditions that were assumed
  std::vector<std::shared_ptr<const Version>> uses;  ///< procedures among the arguments
  std::vector<ir::ProcRef> created;                  ///< procedures created besides the result
  SrcLoc loc;                                        ///< the line of the schedule file
};

/// A procedure and the step that made it. Immutable.
struct Version {
  Version() = default;
  Version(const Version&) = delete;
  ~Version();

  ir::ProcRef ir;
  std::shared_ptr<const Version> parent;  ///< null for a procedure as written
  StepRecord step;
  std::uint32_t number = 0;  ///< in its context

  /// Declarations of this version, perhaps also of earlier ones. Computed on demand: many steps may be tried on a
  /// version.
  const analysis::DeclaredRef& declared() const {
    if (!declared_) declared_ = std::make_shared<const analysis::Declared>(*ir);
    return declared_;
  }
  void declared_as(analysis::DeclaredRef known) { declared_ = std::move(known); }

  /// Statements and expressions of the body: counted once for a procedure as written, then updated by each change.
  std::size_t size() const {
    if (size_ == 0) size_ = ir::size(ir->body);
    return size_;
  }
  void sized(std::size_t size) { size_ = size; }

 private:
  mutable analysis::DeclaredRef declared_;
  mutable std::size_t size_ = 0;  ///< 0: not counted yet
};

}  // namespace tessera
