// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "dsl/analysis/lowering.hpp"
#include "dsl/cursor/forward.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/size.hpp"
#include "dsl/ir/stmt.hpp"
#include "dsl/rewrite/recorded_argument.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera {

/// What all steps of one compilation share: the solver with its limits and answers, and where each procedure came from.
struct Context {
  explicit Context(smt::Limits limits = {}) : solver(limits) {}

  smt::Solver solver;
  /// Statements and expressions of what a step leaves. A step that would leave more, and more than it found, is refused
  /// before the memory for them is taken.
  std::size_t largest_result = usual_largest_result;
  static constexpr std::size_t usual_largest_result = 1'000'000;
  /// Condition ids ("reorder_loops.S1") that are taken as given. A step that leans on one is marked unsafe in its trace
  /// and in the header of the C. For experiments, and for the test that every condition is tested.
  std::set<std::string> assumed;
  /// Refusals are only counted, by a composite that tries many steps: they need no counterexample and no run of it.
  bool quiet = false;
  /// What texts of steps may name besides the configurations that the procedure mentions: all that files declare. Of
  /// two with one name the first counts.
  std::vector<ir::ConfigRef> configs;
  /// The line of the schedule file that is being carried out; steps and errors get it.
  SrcLoc line;
  /// The version that made each procedure: which calls may be exchanged is read off their histories.
  std::unordered_map<const ir::Procedure*, VersionRef> versions;
  /// What a cursor needs of each version that it is forwarded over, side by side: there may be thousands. By their
  /// numbers.
  struct Passed {
    const Version* version;
    std::uint32_t parent;  ///< its own number for a procedure as written
    std::uint32_t run;     ///< from which number on each was made of the one before it, up to this
    cursor::Untouched untouched;
  };
  std::vector<Passed> passed;
  /// The same of `in_stretch` neighbours together, where each was made of the one before it.
  std::vector<cursor::Untouched> stretches;
  static constexpr std::uint32_t in_stretch = 64;
  /// From here on the version is one of the context's.
  void keep(const std::shared_ptr<Version>&, const cursor::Untouched& = {});
};
using ContextRef = std::shared_ptr<Context>;

/// One answered question of a step.
struct Proof {
  std::string condition;  ///< "S1"
  std::string way;        ///< which sufficient reason, "" for the only one
  smt::Query query;
  smt::Answer answer;
};

/// One step of a schedule: what was called, what was proved, where the old nodes went.
struct StepRecord {
  std::string primitive;
  RecordedArguments args;
  std::vector<Proof> proofs;
  cursor::Forward forward;
  bool reassociates = false;        ///< changes the order of a floating-point sum
  bool may_wrap = false;            ///< may leave an integer that does not fit its place
  bool equivalent = true;           ///< the result may stand for the input at every call (contract.hpp)
  std::set<std::string> modulo;     ///< fields ("Cfg.f") that the result may leave with other values; else it is equal
  std::vector<std::string> unsafe;  ///< conditions that were assumed
  std::vector<std::shared_ptr<const Version>> uses;  ///< procedures that were arguments of the step
  std::vector<ir::ProcRef> created;                  ///< procedures that the step made besides its result
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

  /// What it declares, and maybe what versions before it did. Found out when it is first asked for: many steps may be
  /// tried on a version.
  const analysis::DeclaredRef& declared() const {
    if (!declared_) declared_ = std::make_shared<const analysis::Declared>(*ir);
    return declared_;
  }
  void declared_as(analysis::DeclaredRef known) { declared_ = std::move(known); }

  /// Statements and expressions of the body: counted once for a procedure as written, from there on by what changes.
  std::size_t size() const {
    if (size_ == 0) size_ = ir::size(ir->body);
    return size_;
  }
  void sized(std::size_t size) { size_ = size; }

 private:
  mutable analysis::DeclaredRef declared_;
  mutable std::size_t size_ = 0;  ///< 0: not counted yet
};

class Cursor;
class LoopCursor;
class BlockCursor;
class ArgCursor;

/// A procedure in the making, as a value: copying is cheap, primitives return new ones. Knows all versions before it.
class Proc {
 public:
  Proc() = default;
  /// A procedure as written. Without a context it gets one of its own.
  explicit Proc(ir::ProcRef ir, ContextRef context = nullptr);
  Proc(VersionRef version, ContextRef context) : version_(std::move(version)), context_(std::move(context)) {}

  const ir::Procedure& ir() const { return *version_->ir; }
  const ir::ProcRef& ref() const { return version_->ir; }
  const std::string& name() const { return ir().name; }
  /// The program text, in the syntax that the parser reads.
  std::string text() const { return ir::print(ir()); }
  const VersionRef& version() const { return version_; }
  /// What each variable that is in scope somewhere was declared as; and maybe some that versions before it had.
  const analysis::Declared& declarations() const { return *version_->declared(); }
  const ContextRef& context() const { return context_; }
  /// The versions from the first to this one.
  std::vector<VersionRef> history() const;
  explicit operator bool() const { return version_ != nullptr; }

  // Cursors (cursor.hpp); a pattern that matches nothing throws SchedulingError and lists the nearest candidates.
  Cursor find(const std::string& pattern) const;
  std::vector<Cursor> find_all(const std::string& pattern) const;
  LoopCursor find_loop(const std::string& name) const;  ///< "i", "i #1", "i j", or a pattern
  Cursor find_alloc_or_arg(const std::string& name) const;
  BlockCursor body() const;
  std::vector<ArgCursor> args() const;
  /// The cursor of an older version, on this one. Throws SchedulingError when a step removed the node, and when the
  /// cursor is of a later version or of another procedure.
  Cursor forward(const Cursor&) const;
  /// The same, of the same kind.
  template <class Typed> Typed forward(const Typed&) const;

  // Method spelling of two primitives, as in the papers.
  Proc rename(const std::string& name) const;
  template <class... Values> Proc partial_eval(Values... values) const;
  Proc partial_eval_values(const std::vector<std::int64_t>& values) const;

 private:
  VersionRef version_;
  ContextRef context_;
};

template <class... Values> Proc Proc::partial_eval(Values... values) const {
  return partial_eval_values({static_cast<std::int64_t>(values)...});
}

}  // namespace tessera
