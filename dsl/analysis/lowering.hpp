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

/// An element of a buffer: the buffer that owns the memory, and the indices.
struct Element {
  ir::Sym buffer;
  std::vector<Affine> idx;
};

/// The target of a name that owns no memory: a window of `base`. One entry per dimension of the base.
struct View {
  struct Dim {
    Affine lo;
    bool is_point;
  };
  ir::Sym base;
  std::vector<Dim> dims;
};

/// Turns control expressions into affine forms and formulas, and names into elements of buffers. Floor quotients,
/// products and strides get variables of their own. One per question, in which every name keeps its meaning.
class Lowering {
 public:
  Lowering(smt::Terms& terms, const ir::Procedure& proc) : Lowering(terms, std::make_shared<const Declared>(proc)) {}
  Lowering(smt::Terms& terms, DeclaredRef own) : terms_(terms), own_(std::move(own)) {}

  Affine index(const ir::Expr&);
  Formula condition(const ir::Expr&);
  /// The stride in elements; dense tensors multiply their extents, windows of unknown origin get a variable.
  Affine stride(ir::Sym tensor, int dim);

  /// The tensor's first element is at an address that is a multiple of so many bytes, a power of two.
  Formula aligned(ir::Sym tensor, std::int64_t bytes);

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
  /// Resolves windows down to the buffer.
  Element element(ir::Sym name, std::vector<Affine> idx) const;
  /// As ir::AliasRoots, for all names known so far, also those of callees.
  ir::Sym alias_root(ir::Sym name) const;
  /// The same window in terms of the owning buffer.
  View on_buffer(const View&) const;
  const ir::Declaration* declaration(ir::Sym) const;

  /// Values of configuration fields, by "Config.field".
  using Fields = std::map<std::string, Affine>;
  /// From here on, reads of these fields have these values. Other fields that the procedure writes are unknown, so two
  /// reads may differ; the rest keep their value at the procedure's entry.
  void know_fields(Fields fields) { fields_ = std::move(fields); }
  const Fields& known_fields() const { return fields_; }
  /// Fields whose value changes between the iterations of a loop, and the variables for their values in one iteration,
  /// recorded while note_in is set.
  struct Varying {
    std::set<std::string> fields;  ///< "Config.field"
    std::set<Var> values;
  };
  void note_in(Varying* varying) { varying_ = varying; }
  bool may_have_windows() const { return own_->may_have_windows(); }
  /// Does the procedure write any field?
  bool fields_change() const { return !own_->written_configs().empty(); }
  /// The field's value at the procedure's entry: a variable.
  Affine entry_value(const std::string& field);
  /// A variable for a partly known value: a model may give it a value that no run has.
  Var open(const std::string& name);
  bool is_open(Var v) const { return open_->count(v) > 0; }

  /// A pseudo-buffer for the configuration field, so that its reads and writes are ordinary accesses.
  ir::Sym config_cell(const ir::ConfigDecl&, const std::string& field);

  smt::Terms& terms() { return terms_; }
  const smt::Definition* definition(Var v) const { return terms_.definition(v); }

 private:
  Affine binary(const ir::Binary&);
  std::size_t rank(ir::Sym name) const;
  Affine address(ir::Sym tensor);
  Affine first_address(ir::Sym buffer);
  Affine config_value(const ir::ReadConfig&);

  smt::Terms& terms_;
  DeclaredRef own_;            ///< the procedure's declarations
  ir::Declarations declared_;  ///< further declarations
  std::unordered_map<ir::Sym, Affine> values_;
  std::unordered_map<ir::Sym, Formula> conditions_;
  std::unordered_map<ir::Sym, View> views_;
  std::map<std::pair<ir::Sym, int>, Var> strides_;
  std::map<ir::Sym, Affine> addresses_;  ///< of buffers
  std::map<std::string, ir::Sym> configs_;
  std::map<std::string, Var> config_values_;
  std::shared_ptr<std::unordered_set<Var>> open_ = std::make_shared<std::unordered_set<Var>>();  ///< shared by copies
  Fields fields_;
  Varying* varying_ = nullptr;
};

/// Facts wherever the procedure's body runs: sizes are at least 1, the asserts hold.
std::vector<Formula> preconditions(Lowering&, const ir::Procedure&);
/// The index of the first assert that contradicts `more` and the asserts before it; none where all together may hold,
/// or where `proves_false`, which decides whether formulas contradict each other, cannot prove it.
std::optional<std::size_t> first_contradiction(Lowering&, const ir::Procedure&, const std::vector<Formula>& more,
                                               const std::function<bool(std::vector<Formula>)>& proves_false);
/// Facts at places of a procedure: preconditions, ranges of the enclosing loops, guards of the enclosing ifs. Also
/// makes the windows in scope known to the lowering. Consecutive places share the work. Lowering and procedure must
/// outlive it.
class Facts {
 public:
  Facts(Lowering& lower, const ir::Procedure& proc, bool may_have_windows = true)
      : lower_(lower), proc_(proc), may_have_windows_(may_have_windows) {}
  const std::vector<Formula>& at(const ir::Path&);

 private:
  struct Level {
    std::vector<Formula> facts;
    std::size_t seen = 0;  ///< statements of the list with known windows
  };
  void enter(const ir::Stmt&, ir::Branch);

  Lowering& lower_;
  const ir::Procedure& proc_;
  bool may_have_windows_;
  std::vector<ir::Step> last_;  ///< the previous place
  std::vector<Level> levels_;   ///< for each list on the path to it
};
/// The facts at one place.
std::vector<Formula> facts_at(Lowering&, const ir::Procedure&, const ir::Path&);
/// lo <= iter < hi.
Formula in_range(Lowering&, const ir::For&);

/// The form with variables replaced; quotients and products of replaced variables are formed anew.
using Renaming = std::map<Var, Affine>;
Affine rename(smt::Terms&, const Affine&, const Renaming&);
Formula rename(smt::Terms&, const Formula&, const Renaming&);

/// "Config.field".
std::string field_name(const ir::ConfigDecl&, const std::string& field);
/// Configuration fields, "Config.field", that the block or a callee writes.
std::set<std::string> written_configs(const ir::Block&);

}  // namespace tessera::analysis
