// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "dsl/analysis/declared.hpp"
#include "dsl/ir/path.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/smt/formula.hpp"

namespace tessera::analysis {

using smt::Affine;
using smt::Formula;
using smt::Var;

/// An element of a buffer: the buffer that owns the memory, and the place in it.
struct Element {
  ir::Sym buffer;
  std::vector<Affine> idx;
};

/// Where a name that is no buffer of its own points: a window of `base`. One entry per dimension of the base.
struct View {
  struct Dim {
    Affine lo;
    bool is_point;
  };
  ir::Sym base;
  std::vector<Dim> dims;
};

/// Turns control expressions into affine forms and formulas, and names into the elements they stand for. Floor
/// quotients, products and strides get variables of their own. One per question: what it names stays the same within
/// it.
class Lowering {
 public:
  Lowering(smt::Terms& terms, const ir::Procedure& proc) : Lowering(terms, std::make_shared<const Declared>(proc)) {}
  Lowering(smt::Terms& terms, DeclaredRef own) : terms_(terms), own_(std::move(own)) {}

  Affine index(const ir::Expr&);
  Formula condition(const ir::Expr&);
  /// Elements between neighbours; dense tensors multiply their extents, windows of unknown origin get a variable.
  Affine stride(ir::Sym tensor, int dim);

  /// `name` means `value` from here on (sizes and indices of a callee, renamed loop counters).
  void bind(ir::Sym name, Affine value) { values_[name] = std::move(value); }
  /// The same for a bool.
  void bind(ir::Sym name, Formula condition) { conditions_[name] = std::move(condition); }
  bool is_condition(ir::Sym name) const { return conditions_.count(name) > 0; }
  void alias(ir::Sym name, View view) { views_[name] = std::move(view); }
  void declare(ir::Sym name, ir::Declaration declaration) { declared_[name] = std::move(declaration); }
  View view(const ir::WindowExpr&);
  /// A whole tensor, or one element of it.
  View view(const ir::Read&);
  /// Follows windows down to the buffer.
  Element element(ir::Sym name, std::vector<Affine> idx) const;
  /// As ir::AliasRoots, for the names that are known so far, those of callees too.
  ir::Sym alias_root(ir::Sym name) const;
  /// The window as seen on the owning buffer.
  View on_buffer(const View&) const;
  const ir::Declaration* declaration(ir::Sym) const;

  /// Values of configuration fields, by "Config.field".
  using Fields = std::map<std::string, Affine>;
  /// Reads of configuration fields mean these values from here on. Of other fields that the procedure writes nothing is
  /// known, not even that two reads agree; the rest keep the value that they have when the procedure is called.
  void know_fields(Fields fields) { fields_ = std::move(fields); }
  const Fields& known_fields() const { return fields_; }
  /// Reads of fields whose value changes from one iteration of a loop to the next. What stands for them in one
  /// iteration is noted while there is somebody to note it.
  struct Varying {
    std::set<std::string> fields;  ///< "Config.field"
    std::set<Var> values;
  };
  void note_in(Varying* varying) { varying_ = varying; }
  bool may_have_windows() const { return own_->may_have_windows(); }
  /// Does the procedure write any field?
  bool fields_change() const { return !own_->written_configs().empty(); }
  /// The value when the procedure is called: a variable.
  Affine entry_value(const std::string& field);
  /// A variable for a value of which not all is known that is so: a model may give it one that no run does.
  Var open(const std::string& name);
  bool is_open(Var v) const { return open_->count(v) > 0; }

  /// A pseudo-buffer that stands for the configuration field, so that its reads and writes are accesses like others.
  ir::Sym config_cell(const ir::ConfigDecl&, const std::string& field);

  smt::Terms& terms() { return terms_; }
  const smt::Definition* definition(Var v) const { return terms_.definition(v); }

 private:
  Affine binary(const ir::Binary&);
  std::size_t rank(ir::Sym name) const;
  Affine config_value(const ir::ReadConfig&);

  smt::Terms& terms_;
  DeclaredRef own_;            ///< what the procedure says
  ir::Declarations declared_;  ///< besides those of the procedure
  std::unordered_map<ir::Sym, Affine> values_;
  std::unordered_map<ir::Sym, Formula> conditions_;
  std::unordered_map<ir::Sym, View> views_;
  std::map<std::pair<ir::Sym, int>, Var> strides_;
  std::map<std::string, ir::Sym> configs_;
  std::map<std::string, Var> config_values_;
  std::shared_ptr<std::unordered_set<Var>> open_ = std::make_shared<std::unordered_set<Var>>();  ///< of copies too
  Fields fields_;
  Varying* varying_ = nullptr;
};

/// What holds wherever the procedure's body runs: sizes are at least 1, the asserts hold.
std::vector<Formula> preconditions(Lowering&, const ir::Procedure&);
/// The index of the first assert that nothing can meet which meets the asserts before it and `more`; none where all
/// together may hold, which is so where `proves_false` is not sure: it says whether formulas are proved to contradict.
std::optional<std::size_t> first_contradiction(Lowering&, const ir::Procedure&, const std::vector<Formula>& more,
                                               const std::function<bool(std::vector<Formula>)>& proves_false);
/// What holds at places of a procedure: preconditions, ranges of the enclosing loops, guards of the enclosing ifs. Also
/// makes the windows known to the lowering that are in scope there. Places that follow one another share the work. Both
/// must outlive it.
class Facts {
 public:
  Facts(Lowering& lower, const ir::Procedure& proc, bool may_have_windows = true)
      : lower_(lower), proc_(proc), may_have_windows_(may_have_windows) {}
  const std::vector<Formula>& at(const ir::Path&);

 private:
  struct Level {
    std::vector<Formula> facts;
    std::size_t seen = 0;  ///< statements of the list whose windows are known
  };
  void enter(const ir::Stmt&, ir::Branch);

  Lowering& lower_;
  const ir::Procedure& proc_;
  bool may_have_windows_;
  std::vector<ir::Step> last_;  ///< the place asked for before
  std::vector<Level> levels_;   ///< for each list on the way to it
};
/// The same for one place.
std::vector<Formula> facts_at(Lowering&, const ir::Procedure&, const ir::Path&);
/// lo <= iter < hi.
Formula in_range(Lowering&, const ir::For&);

/// The same with variables replaced; quotients and products of replaced variables are formed anew.
using Renaming = std::map<Var, Affine>;
Affine rename(smt::Terms&, const Affine&, const Renaming&);
Formula rename(smt::Terms&, const Formula&, const Renaming&);

/// "Config.field".
std::string field_name(const ir::ConfigDecl&, const std::string& field);
/// Names of configuration fields, "Config.field", that the block or a callee writes.
std::set<std::string> written_configs(const ir::Block&);

}  // namespace tessera::analysis
