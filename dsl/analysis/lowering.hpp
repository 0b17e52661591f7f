#pragma once
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "dsl/cursor/path.hpp"
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
  Lowering(smt::Terms& terms, const ir::Procedure& proc);

  Affine index(const ir::Expr&);
  Formula condition(const ir::Expr&);
  /// Elements between neighbours; dense tensors multiply their extents, windows of unknown origin get a variable.
  Affine stride(ir::Sym tensor, int dim);

  /// `name` means `value` from here on (sizes and indices of a callee, renamed loop counters).
  void bind(ir::Sym name, Affine value) { values_[name] = std::move(value); }
  void alias(ir::Sym name, View view) { views_[name] = std::move(view); }
  void declare(ir::Sym name, ir::Declaration declaration) { declarations_[name] = std::move(declaration); }
  View view(const ir::WindowExpr&);
  /// Follows windows down to the buffer.
  Element element(ir::Sym name, std::vector<Affine> idx) const;
  /// The window as seen on the owning buffer.
  View on_buffer(const View&) const;
  const ir::Declaration* declaration(ir::Sym) const;

  /// A pseudo-buffer that stands for the configuration field, so that its reads and writes are accesses like others.
  ir::Sym config_cell(const ir::ConfigDecl&, const std::string& field);

  smt::Terms& terms() { return terms_; }
  const smt::Definition* definition(Var v) const { return terms_.definition(v); }

 private:
  Affine binary(const ir::Binary&);
  Affine config_value(const ir::ReadConfig&);

  smt::Terms& terms_;
  ir::Declarations declarations_;
  std::set<std::string> written_configs_;
  std::unordered_map<ir::Sym, Affine> values_;
  std::unordered_map<ir::Sym, View> views_;
  std::map<std::pair<ir::Sym, int>, Var> strides_;
  std::map<std::string, ir::Sym> configs_;
  std::map<std::string, Var> config_values_;
};

/// What holds wherever the procedure's body runs: sizes are at least 1, the asserts hold.
std::vector<Formula> preconditions(Lowering&, const ir::Procedure&);
/// What holds at `path`: preconditions, ranges of the enclosing loops, guards of the enclosing ifs. Also makes the
/// windows known that are in scope there.
std::vector<Formula> facts_at(Lowering&, const ir::Procedure&, const cursor::Path&);
/// lo <= iter < hi.
Formula in_range(Lowering&, const ir::For&);

/// The same with variables replaced; quotients and products of replaced variables are formed anew.
using Renaming = std::map<Var, Affine>;
Affine rename(smt::Terms&, const Affine&, const Renaming&);
Formula rename(smt::Terms&, const Formula&, const Renaming&);

/// Names of configuration fields, "Config.field", that the block or a callee writes.
std::set<std::string> written_configs(const ir::Block&);

}  // namespace tessera::analysis
