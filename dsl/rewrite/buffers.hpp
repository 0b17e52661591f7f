// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rewriting every access of one buffer, and the conditions to check again after it.
#include <functional>
#include <set>

#include "dsl/ir/alias_roots.hpp"
#include "dsl/rewrite/edit.hpp"
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// The new form of each access of `buffer`. Each function gets the path of the accessing statement.
struct AccessMap {
  ir::Sym buffer;
  /// Selects elements (all points) and windows; the others stay unchanged. Empty: all.
  std::function<bool(const Path&, const std::vector<ir::WindowDim>&)> only;
  ir::Sym becomes;  ///< the new name; may be the same
  /// The new name as a function of the access's start: its indices, or the low ends of a window. Empty: `becomes`.
  std::function<ir::Sym(const Path&, const std::vector<ir::Expr>&)> choose;
  std::function<std::vector<ir::Expr>(const Path&, const std::vector<ir::Expr>&)> index;  ///< of one element
  std::function<std::vector<ir::WindowDim>(const Path&, const std::vector<ir::WindowDim>&)> window;
  std::function<ir::Expr(const Path&, const ir::Read&)> whole;  ///< the whole tensor, as an argument of a call
  std::function<ir::Expr(const Path&, const ir::StrideOf&)> stride;
};

/// The procedure's body with each statement at and below the range replaced, parents first. Statements keep their
/// places.
ir::Block map_places(const ir::Procedure&, const Range&, const std::function<ir::Stmt(const Path&, const ir::Stmt&)>&);
/// The procedure's body with the accesses in `range` rewritten. Statements keep their places.
ir::Block with_accesses(const ir::Procedure&, const Range& range, const AccessMap&);
/// Installs such a body. Statement paths stay valid; expression paths too, unless the number of indices above them
/// changes, or, with moved indices, the index around them.
enum class Indices { in_place, moved };
void set_accesses(Edit&, ir::Block body, Indices indices = Indices::in_place);
/// Accesses with more indices: those of `index` at each place, in front of the others or after them.
AccessMap with_more_dims(ir::Sym buffer, const ir::Type& before, bool in_front,
                         std::function<std::vector<ir::Expr>(const Path&)> index);
/// Accesses with the same indices of another buffer.
AccessMap renaming(ir::Sym from, ir::Sym to);

/// The scope of a declaration: the statements after it in its list.
Range scope_of(const ir::Procedure&, const Path& declaration);
ir::Block statements(const ir::Procedure&, const Range&);
/// Every statement at and below the range, parents first.
void for_each_place(const ir::Procedure&, const Range&, const std::function<void(const Path&, const ir::Stmt&)>&);
/// The tensor or scalar passed by an argument of a call; empty for others.
ir::Sym passed(const ir::Expr& arg);
/// The alias root of one name; for many use one AliasRoots.
ir::Sym alias_root(const ir::Procedure&, ir::Sym name);
ir::Sym alias_root(const StepContext&, ir::Sym name);
/// A use of strides of the buffer or its windows in the range: `stride(...)`, or the body of a callee.
std::optional<Path> stride_use(const StepContext&, const Range&, ir::Sym buffer);

/// Callees with the whole tensor will get a window: refuses by `id` a parameter that is not a window.
void require_windows(const StepContext&, const BufferAt&, const Range& scope, std::string_view id);
/// The program after a rewrite, for questions about it.
ir::ProcRef preview(const StepContext&, const std::function<void(Edit&)>& rewrite);

// Questions about the program after a rewrite, as queries.

/// Every access to the buffer in the range, and every window of it, is in bounds.
std::vector<smt::Query> in_bounds(Lowering, const ir::Procedure&, const Range&, ir::Sym buffer);
/// The asserts of calls in the range that get the buffer, or a window of it: strides may have changed.
std::vector<smt::Query> call_preconditions(const Lowering&, const ir::Procedure&, const Range&, ir::Sym buffer);
/// No two arguments of such a call share an element that the callee writes.
std::vector<smt::Query> calls_apart(const Lowering&, const ir::Procedure&, const Range&, ir::Sym buffer);
/// Two iterations of a parallel loop never access one element of the buffer, unless both only read. For the loops from
/// `outermost` to the innermost around `at`.
std::vector<smt::Query> free_of_races(const Lowering&, const ir::Procedure&, const Path& outermost, const Path& at,
                                      ir::Sym buffer);
/// The same for the parallel loops in the range.
std::vector<smt::Query> free_of_races(const Lowering&, const ir::Procedure&, const Range&, ir::Sym buffer);

/// The element (all points) or window lies in `outer`, a window of the same name. An empty interval may lie at its
/// ends.
Formula contains(Lowering&, const ir::WindowExpr& outer, const std::vector<ir::WindowDim>&);
/// No element lies in both.
Formula apart(Lowering&, const ir::WindowExpr& outer, const std::vector<ir::WindowDim>&);

/// Parses a window of the schedule, as "A[4:8, j]". Refuses by `id` an invalid one, and one that reads a configuration
/// field.
ir::WindowExpr window_argument(const StepContext&, const Text&, const Path& at, std::string_view id);
/// Parses an index expression of the schedule. Refuses by `id` names out of scope and expressions of other types.
ir::Expr index_argument(const StepContext&, const Text&, const Path& scope, std::string_view id);

}  // namespace tessera::rewrite
