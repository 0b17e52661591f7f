// SPDX-License-Identifier: Apache-2.0
#pragma once
// The two halves of unify: the walk over both trees collects bindings, from which arguments are written.
#include <set>

#include "dsl/ir/print.hpp"
#include "dsl/rewrite/unify.hpp"
#include "dsl/support/lines.hpp"

namespace tessera::rewrite {

constexpr std::size_t max_candidates = 64;

/// A parameter's element and the matching element of the block.
struct Use {
  std::vector<ir::Expr> param_idx;
  ir::Sym base;
  std::vector<ir::Expr> idx;
};

/// The findings of the walk over both trees. Backtracking returns to a mark.
struct Bindings {
  std::vector<std::pair<analysis::Affine, analysis::Affine>> equations;  ///< of the procedure, of the block
  std::map<ir::Sym, Use> uses;                                           ///< tensor parameter -> its first use
  std::map<ir::Sym, ir::Expr> scalars;                                   ///< data scalar parameter -> expression
  std::map<ir::Sym, ir::Expr> flags;                                     ///< bool parameter -> condition
  std::map<ir::Sym, ir::Sym> locals;  ///< allocation in the procedure -> in the block
  std::vector<ir::Expr> sources;      ///< index expressions of the block, for writing arguments

  /// The binding of the name in one of the maps: the existing one, else `value`.
  template <class Value> const Value& bind(std::map<ir::Sym, Value>& map, ir::Sym name, Value value) {
    auto [it, added] = map.try_emplace(name, std::move(value));
    if (added) bound_.push_back(name);
    return it->second;
  }
  /// Equal forms add nothing.
  void equate(analysis::Affine of_procedure, analysis::Affine of_block);

  /// The amount of information about arguments.
  std::size_t learnt() const { return equations.size() + bound_.size(); }
  struct Mark {
    std::size_t equations, sources, bound;
  };
  Mark mark() const { return {equations.size(), sources.size(), bound_.size()}; }
  void back_to(const Mark&);

 private:
  std::vector<ir::Sym> bound_;  ///< in order of binding
};

/// The common state of both halves, and the deepest mismatch.
class Matching {
 protected:
  Matching(analysis::Lowering&, const ir::Procedure& callee);

  bool fail(Mismatch);
  template <class A, class B>
  bool differ(const A& wanted, const B& found, const std::string& why, const std::string& fits = "") {
    return fail({first_line(ir::print(wanted)), first_line(ir::print(found)), why, fits, found.loc()});
  }
  /// Whether it names a variable of the block that changes or lives only inside.
  bool mentions_inner(const ir::Expr&) const;

  analysis::Lowering& lower_;
  ir::Procedure callee_;  ///< under names of its own, without named windows
  std::set<ir::Sym> tensors_, unknowns_, data_scalars_, inner_;
  Unification result_;
  int depth_ = 0, deepest_ = -1;
};

/// Solves bindings for arguments.
class ArgumentWriter : protected Matching {
 protected:
  using Affine = analysis::Affine;
  using Matching::Matching;
  /// Adds the candidates for these bindings.
  void solve(const Bindings&);

 private:
  /// The used tensor parameters, in the order of the procedure.
  using Order = std::vector<const std::pair<const ir::Sym, Use>*>;
  struct Window {
    ir::Sym base;
    std::vector<std::optional<std::size_t>>
        param_dim;  ///< for each dimension of base, the parameter's dimension along it
    std::vector<Affine> lo;
    std::vector<ir::Expr> like;  ///< the index as written, for the order of terms
  };
  struct Solution {
    analysis::Renaming values;  ///< of the index and size parameters
    std::map<ir::Sym, Window> windows;
    std::vector<smt::Var> solved;  ///< the keys of `values`, in order of solution
  };
  /// One placement of a window: the dimensions of the buffer that it runs along, and the split of indices.
  struct Placement {
    std::vector<int> chosen;
    bool split = true, has_split = false;
    std::size_t solved;  ///< the number of values known before
  };

  Affine under(const Affine& a, const Solution& s);
  bool has_unknown(const Affine& a) const;
  bool varies_inside(const Affine& a) const;
  void assume_equal(Affine p, const Affine& t, Solution& s);
  static std::optional<Affine> quotient(const Affine& a, std::int64_t k);
  void place_windows(const Order& order, const Bindings& b, Solution& s);
  static Placement first_placement(const Use& use, const Solution& s);
  static bool next_placement(Placement& p);
  bool place(ir::Sym param, const Use& use, Placement& p, Solution& s);
  bool window_for(ir::Sym param, const Use& use, const std::vector<int>& chosen, bool split, Solution& s);
  void share_out(ir::Sym param, std::size_t param_dim, const Affine& e, const Affine& p, bool split, Solution& s);
  void assume_full_lengths(Solution& s);
  void finish(const Bindings& b, Solution s);
  void add_candidate(const Bindings& b, const Solution& s);
  std::optional<ir::Expr> argument(const ir::Arg& a, const Bindings& b, const Solution& s);
  std::optional<ir::Expr> extent_argument(const Affine& value, const Solution& s);
  std::optional<ir::Expr> window_argument(const ir::Arg& a, const Window& w, const Solution& s);
  std::optional<ir::Expr> whole_argument(const ir::Arg& a, const Window& w);

  bool needs_split_ = false;
  std::vector<ir::Expr> sources_;  ///< of the bindings, if they mention a new variable
};

}  // namespace tessera::rewrite
