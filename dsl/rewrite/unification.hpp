#pragma once
// The two halves of unify: the walk over both trees collects bindings, from which arguments are written.
#include <set>

#include "dsl/ir/print.hpp"
#include "dsl/rewrite/unify.hpp"

namespace tessera::rewrite {

constexpr std::size_t max_candidates = 64;

/// A parameter's element and the element of the block that stands in its place.
struct Use {
  std::vector<ir::Expr> param_idx;
  ir::Sym base;
  std::vector<ir::Expr> idx;
};

/// What the walk over both trees has found so far. Copied at each choice; blocks that instructions stand for are small.
struct Bindings {
  std::vector<std::pair<analysis::Affine, analysis::Affine>> equations;  ///< of the procedure, of the block
  std::map<ir::Sym, std::vector<Use>> uses;                              ///< per tensor parameter
  std::map<ir::Sym, ir::Expr> scalars;                                   ///< data scalar parameter -> expression
  std::map<ir::Sym, ir::Expr> flags;                                     ///< bool parameter -> condition
  std::map<ir::Sym, ir::Sym> locals;  ///< allocation in the procedure -> in the block
  std::vector<ir::Expr> sources;      ///< index expressions of the block, for writing arguments
};

/// What both halves work on, and the deepest place at which they failed.
class Matching {
 protected:
  Matching(analysis::Lowering&, const ir::Procedure& callee);

  bool fail(Mismatch);
  template <class A, class B>
  bool differ(const A& wanted, const B& found, const std::string& why, const std::string& fits = "") {
    return fail({first_line(ir::print(wanted)), first_line(ir::print(found)), why, fits, found.loc()});
  }
  static std::string first_line(const std::string& s) { return s.substr(0, s.find('\n')); }
  /// Names a variable of the block, which changes or lives inside of it only.
  bool mentions_inner(const ir::Expr&) const;

  analysis::Lowering& lower_;
  ir::Procedure callee_;  ///< under names of its own, without named windows
  std::set<ir::Sym> tensors_, unknowns_, data_scalars_, inner_;
  Unification result_;
  int depth_ = 0, deepest_ = -1;
};

/// From bindings to arguments.
class ArgumentWriter : protected Matching {
 protected:
  using Affine = analysis::Affine;
  using Matching::Matching;
  /// Adds the candidates that the bindings give.
  void solve(const Bindings&);

 private:
  /// Tensor parameters that are used, in the order of the procedure.
  using Order = std::vector<const std::pair<const ir::Sym, std::vector<Use>>*>;
  struct Window {
    ir::Sym base;
    std::vector<std::optional<std::size_t>> param_dim;  ///< of base: which dimension of the parameter runs along it
    std::vector<Affine> lo;
    std::vector<ir::Expr> like;  ///< the index as written, for the order of terms
  };
  struct Solution {
    analysis::Renaming values;  ///< of the index and size parameters
    std::map<ir::Sym, Window> windows;
  };

  Affine under(const Affine& a, const Solution& s);
  bool has_unknown(const Affine& a) const;
  bool varies_inside(const Affine& a) const;
  void assume_equal(Affine p, const Affine& t, Solution& s);
  static std::optional<Affine> quotient(const Affine& a, std::int64_t k);
  void place_windows(const Order& order, std::size_t i, const Bindings& b, const Solution& s);
  void place_window(const Order& order, std::size_t i, const Bindings& b, const Solution& s,
                    const std::vector<int>& chosen);
  bool window_for(ir::Sym param, const std::vector<Use>& uses, const std::vector<int>& chosen, bool split, Solution& s);
  void share_out(ir::Sym param, std::size_t param_dim, const Affine& e, const Affine& p, bool split, Solution& s);
  void assume_full_lengths(Solution& s);
  void finish(const Bindings& b, Solution s);
  void add_candidate(const Bindings& b, const Solution& s);
  std::optional<ir::Expr> argument(const ir::Arg& a, const Bindings& b, const Solution& s);
  std::optional<ir::Expr> extent_argument(const Affine& value, const Solution& s);
  std::optional<ir::Expr> window_argument(const ir::Arg& a, const Window& w, const Bindings& b, const Solution& s);
  std::optional<ir::Expr> whole_argument(const ir::Arg& a, const Window& w);

  bool needs_split_ = false;
};

}  // namespace tessera::rewrite
