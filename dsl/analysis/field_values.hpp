// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/lowering.hpp"

namespace tessera::analysis {

/// What is known of the configuration fields at one place of a procedure. Fields go by "Config.field".
struct FieldValues {
  Lowering::Fields control;              ///< of each field that the procedure writes, over variables of the place
  std::map<std::string, ir::Expr> data;  ///< an expression that has the field's value, where there is one
  std::vector<Formula> facts;            ///< of the variables that stand for what branches and loops leave open
};

/// Follows the fields through a procedure, statement by statement: into calls, over branches (the value of one or the
/// other), around loops (a value that the body keeps, or sets again). The lowering learns what is found, so that a read
/// of a field means its value at the present place; also the windows that are passed, and the extents of buffers whose
/// declarations read fields.
class FieldFlow {
 public:
  /// At the procedure's entry: every field has a value of its own, of which the asserts may speak.
  FieldFlow(Lowering&, const ir::Procedure&);

  const FieldValues& values() const { return state_; }
  /// Back to a place of which the values were kept.
  void resume(FieldValues);
  /// From the place before the statement to that after it.
  void pass(const ir::Stmt&);
  /// From the place before the loop to the head of any of its iterations.
  void enter(const ir::For&);

 private:
  void pass(const ir::Block&);
  bool concerns(const ir::Block&) const;
  void write(const ir::WriteConfig&);
  void pass_loop(const ir::For&);
  void pass_branches(const ir::If&);
  void pass_call(const ir::Call&);
  void bind(const ir::Arg& param, const ir::Expr& arg);
  void name_arguments(const ir::Procedure& callee, const ir::Call&);
  void forget_writes(const ir::Block&);
  FieldValues head(const ir::For&);
  void forget_lost(const ir::For&, std::set<std::string>& kept, FieldValues& start);
  void leave(const ir::For&, const FieldValues& before, const FieldValues& start, const FieldValues& end);
  void join(const Formula& cond, const FieldValues& then, const FieldValues& otherwise, FieldValues before);
  void set(const std::string& field, Affine value);
  Affine open(const std::string& field);
  Affine truth(const std::string& name, const ir::Expr& condition);
  void forget_reads_of(ir::Sym buffer);
  void pin(ir::Sym name, std::vector<ir::Expr> shape);
  void window(const ir::WindowStmt&);

  /// Fields whose values a body was seen not to keep. Whoever tries it again knows no more than before, so it would not
  /// keep them then either; and to know less is never wrong.
  struct Lost {
    std::set<std::string> control, data;
  };
  class Repeat;

  Lowering& lower_;
  std::set<std::string> written_;
  FieldValues state_;
  std::unordered_map<ir::Sym, Lost> lost_;  ///< of loops, by their counters
  int repeats_ = 0;                         ///< around the present place: bodies that are passed once more, and callees
  std::size_t work_left_ = 0;  ///< statements that may be passed there; then loops and calls forget what they write
};

/// What holds at `path`, as facts_at does, with the fields followed to it. The lowering knows their values there: that
/// is right for what is evaluated at this place, not for what lies below or after.
std::vector<Formula> facts_and_fields_at(Lowering&, const ir::Procedure&, const ir::Path& path);
/// For questions about a block in which it does not matter what the fields hold: those that the procedure writes, but
/// not in the block, have a value each.
Lowering::Fields invariant_fields(const ir::Procedure&, const ir::Block&);
/// As facts_and_fields_at; the flow goes on from there.
FieldFlow flow_to(Lowering&, const ir::Procedure&, const ir::Path& path, std::vector<Formula>& facts);

}  // namespace tessera::analysis
