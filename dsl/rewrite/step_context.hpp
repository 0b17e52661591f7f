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

/// The step in progress: the program, and ways to resolve places, to ask and to refuse.
class StepContext {
 public:
  StepContext(const Proc& proc, const Primitive& primitive);
  StepContext(const StepContext&) = delete;

  const Proc& proc() const { return proc_; }
  const ir::Procedure& ir() const { return proc_.ir(); }
  /// As the printed program has it: for messages that name two.
  std::string shown(ir::Sym name) const { return ir::Names(ir()).of(name); }
  /// Of this program only: a preview wants one of its own, where a window may be another.
  Lowering& lower() { return lower_; }
  /// One that knows no more than the declarations.
  Lowering fresh_lower() { return Lowering(terms(), proc_.version()->declared()); }
  /// The same of what the step, or a part of it, would make of the program.
  Lowering lower_of(const ir::Procedure& preview);
  smt::Terms& terms() { return lower_.terms(); }
  /// A step of the schedule so far that may leave integers which do not fit their places, in another order of a sum or
  /// in a part of it; null where there is none. The sum is right as it is stored, and would not be in a wider place.
  const StepRecord* wrapping_step() const;
  /// Else there are none, now and in what led here.
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

  /// What names mean just before the statement at `path`.
  ir::Expr parse_expr(const Text&, const Path& scope) const;
  ir::Expr parse_window(const Text&, const Path& scope) const;
  /// The declaration of a variable that is in scope somewhere.
  const ir::Declaration& declared(ir::Sym) const;

  /// Throws SchedulingError `primitive.id`.
  [[noreturn]] void refuse(std::string_view id, const Path& place, const std::string& message,
                           const std::string& hint = "") const;
  /// Refuses by the limit on the size of what a step leaves; `size` as it is said, "20000" or "more than 20000".
  [[noreturn]] void refuse_size(const std::string& size, const std::string& hint) const;
  /// For a step that makes many copies at once: refuses, before it does, where so many more statements and expressions
  /// are too many.
  void require_room(std::size_t more, const std::string& hint) const;
  /// Proved now, to find out what to try; what is tried then has obligations of its own.
  bool can_prove(const std::vector<Formula>& assumptions, const Formula& goal, std::string text);
  /// One value that a size may have under the assumptions, if it is found; there may be others.
  std::optional<std::int64_t> possible_size(const std::vector<Formula>& assumptions, const Affine& size);
  /// Proved now, for a choice that is right because of condition `id`: when all queries are proved, they are recorded
  /// with the step as its obligations are; when one is not, the primitive has to do what is right without it.
  bool prove_and_record(std::string_view id, std::vector<smt::Query> queries);
  /// The same for a choice that leans on several conditions: all are recorded, or none. Later ones are formed when the
  /// earlier ones are proved.
  struct Reason {
    std::string_view id;
    std::function<std::vector<smt::Query>()> queries;
  };
  bool prove_and_record(std::initializer_list<Reason>);
  const std::vector<Proof>& recorded() const { return recorded_; }
  const std::set<std::string>& assumed() const { return assumed_; }  ///< ids that prove_and_record() assumed

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
