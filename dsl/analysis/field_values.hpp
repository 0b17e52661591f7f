// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/lowering.hpp"

namespace tessera::analysis {

/// Known values of the configuration fields at one place of a procedure. Fields are named "Config.field".
struct FieldValues {
  Lowering::Fields control;              ///< of each field that the procedure writes, over variables of the place
  std::map<std::string, ir::Expr> data;  ///< an expression equal to the field's value, if one is known
  std::vector<Formula> facts;            ///< about the variables for values that branches and loops leave open
};

/// Follows the fields through a procedure, statement by statement: into calls, over branches (either value), around
/// loops (a value that the body keeps or sets again). Updates the lowering, so that a read of a field means its value
/// at the present place, and so do the windows before it and extents of buffers whose declarations read fields.
class FieldFlow {
 public:
  /// At the procedure's entry: every field has an unknown value, which the asserts may mention.
  FieldFlow(Lowering&, const ir::Procedure&);

  const FieldValues& values() const { return state_; }
  /// Goes back to a place with saved values.
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

  /// Fields whose values a body was found not to keep. A later attempt knows no more than this one, so it would fail
  /// too; and forgetting a value is always sound.
  struct Lost {
    std::set<std::string> control, data;
  };
  class Repeat;

  Lowering& lower_;
  std::set<std::string> written_;
  FieldValues state_;
  std::unordered_map<ir::Sym, Lost> lost_;  ///< of loops, by their counters
  int repeats_ = 0;                         ///< nesting of repeated bodies and callees around the present place
  std::size_t work_left_ = 0;  ///< limit of statements there; beyond it loops and calls forget the fields they write
};

/// Facts at `path` as in facts_at, with the fields followed to it. The lowering then knows their values at this place:
/// not valid below or after it.
std::vector<Formula> facts_and_fields_at(Lowering&, const ir::Procedure&, const ir::Path& path);
/// For questions about a block that do not depend on field values: one value for each field that the procedure writes,
/// but not the block.
Lowering::Fields invariant_fields(const ir::Procedure&, const ir::Block&);
/// As facts_and_fields_at; returns the flow, to go on from there.
FieldFlow flow_to(Lowering&, const ir::Procedure&, const ir::Path& path, std::vector<Formula>& facts);

}  // namespace tessera::analysis
