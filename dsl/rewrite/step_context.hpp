// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>
#include <set>

#include "dsl/analysis/obligation.hpp"
#include "dsl/ir/path.hpp"
#include "dsl/rewrite/arguments.hpp"

namespace tessera::rewrite {

using analysis::Affine;
using analysis::Formula;
using analysis::Lowering;
using analysis::Obligation;
using ir::Path;
using ir::Range;

struct LoopAt {
  Path path;
  const ir::For* loop = nullptr;
};
struct BufferAt {
  std::optional<Path> alloc;  ///< nothing for an argument
  std::size_t arg = 0;
  ir::Sym name;
  ir::Type type;
  ir::MemoryRef mem;
};

/// The step in progress: the program, and functions to resolve places, prove and refuse.
class StepContext {
 public:
  StepContext(const Proc& proc, const Primitive& primitive);
  StepContext(const StepContext&) = delete;

  const Proc& proc() const { return proc_; }
  const ir::Procedure& ir() const { return proc_.ir(); }
  /// The name in the printed program: for messages with two names.
  std::string shown(ir::Sym name) const { return ir::Names(ir()).of(name); }
  /// For this program only: a preview, whose windows may differ, needs another.
  Lowering& lower() { return lower_; }
  /// A lowering without facts: declarations only.
  Lowering fresh_lower() { return Lowering(terms(), proc_.version()->declared()); }
  /// The same for a preview of the step's result, or of a part.
  Lowering lower_of(const ir::Procedure& preview);
  smt::Terms& terms() { return lower_.terms(); }
  /// An earlier step of the schedule that may leave integers out of their type's range, in a reordered or split sum;
  /// null without one. The sum is right modulo the stored type's range, and would not be in a wider type.
  const StepRecord* wrapping_step() const;
  /// False: neither this version nor an earlier one has windows.
  bool may_have_windows() const { return proc_.declarations().may_have_windows(); }
  std::vector<Formula> facts(const Path& path) { return facts_.at(path); }

  // Places; a pattern that matches nothing, or the wrong kind of thing, refuses.
  Path stmt(const StmtPlace&) const;
  Path scope(const ScopePlace&) const;
  LoopAt loop(const LoopPlace&) const;
  BufferAt buffer(const BufferPlace&) const;
  Path expr(const ExprPlace&) const;
  std::vector<Path> exprs(const ExprPlace&) const;  ///< all matches of a pattern; one for a cursor
  Range block(const BlockPlace&) const;
  Path gap(const GapPlace&) const;  ///< the place before which the gap lies
  Path call(const CallPlace&) const;

  /// Parses an expression with the names in scope just before the statement at `path`.
  ir::Expr parse_expr(const Text&, const Path& scope) const;
  ir::Expr parse_assert(const Text&, const Path& scope) const;
  ir::Expr parse_window(const Text&, const Path& scope) const;
  /// The declaration of a variable that is in scope somewhere.
  const ir::Declaration& declared(ir::Sym) const;

  /// Throws SchedulingError `primitive.id`.
  [[noreturn]] void refuse(std::string_view id, const Path& place, const std::string& message,
                           const std::string& hint = "") const;
  /// Refuses by the limit on a step's result; `size` in words, "20000" or "more than 20000".
  [[noreturn]] void refuse_size(const std::string& size, const std::string& hint) const;
  /// For a step that makes many copies: refuses beforehand when this many more statements and expressions exceed the
  /// limit.
  void require_room(std::size_t more, const std::string& hint) const;
  /// Tries to prove it, to choose a rewrite; the chosen rewrite has obligations of its own.
  bool can_prove(const std::vector<Formula>& assumptions, const Formula& goal, std::string text);
  /// One possible value of a size under the assumptions, if found; there may be others.
  std::optional<std::int64_t> possible_size(const std::vector<Formula>& assumptions, const Affine& size);
  /// For a choice that condition `id` justifies: when all queries are proved, they are recorded with the step like its
  /// obligations; otherwise the primitive must take the alternative.
  bool prove_and_record(std::string_view id, std::vector<smt::Query> queries);
  /// The same for a choice that several conditions justify: all are recorded, or none. Each is formed after the ones
  /// before it are proved.
  struct Reason {
    std::string_view id;
    std::function<std::vector<smt::Query>()> queries;
  };
  bool prove_and_record(std::initializer_list<Reason>);
  const std::vector<Proof>& recorded() const { return recorded_; }
  const std::set<std::string>& assumed() const { return assumed_; }  ///< ids assumed by prove_and_record()

 private:
  Proc proc_;
  const Primitive& primitive_;
  Lowering lower_;
  analysis::Facts facts_;
  bool prove(const Reason&, std::vector<Proof>& proofs);
  std::vector<Proof> recorded_;
  std::set<std::string> assumed_;
};

}  // namespace tessera::rewrite
