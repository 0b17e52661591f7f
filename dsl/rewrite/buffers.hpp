// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rewriting every access of one buffer, and the questions that such rewrites raise again.
#include <functional>
#include <set>

#include "dsl/ir/alias_roots.hpp"
#include "dsl/rewrite/edit.hpp"
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// What the accesses of `buffer` become. Each function gets the path of the statement in which the access stands.
struct AccessMap {
  ir::Sym buffer;
  /// Which elements (all points) and windows it is about; the others stay as they are. All of them when empty.
  std::function<bool(const Path&, const std::vector<ir::WindowDim>&)> only;
  ir::Sym becomes;  ///< the new name; may be the same
  /// The new name, chosen by the start of the access: its indices, or the low ends of a window. `becomes` when empty.
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
/// Puts such a body in place. Statement paths stay; paths to expressions stay where the number of indices above them
/// does, and, with moved indices, where the index itself does.
enum class Indices { in_place, moved };
void set_accesses(Edit&, ir::Block body, Indices indices = Indices::in_place);
/// Accesses with more indices: those that `index` gives at each place, in front of the others or after them.
AccessMap with_more_dims(ir::Sym buffer, const ir::Type& before, bool in_front,
                         std::function<std::vector<ir::Expr>(const Path&)> index);
/// The same accesses of another buffer.
AccessMap renaming(ir::Sym from, ir::Sym to);

/// The statements that may use what the declaration at the path declares: those after it in its list.
Range scope_of(const ir::Procedure&, const Path& declaration);
ir::Block statements(const ir::Procedure&, const Range&);
/// Every statement at and below the range, parents first.
void for_each_place(const ir::Procedure&, const Range&, const std::function<void(const Path&, const ir::Stmt&)>&);
/// The tensor or scalar that an argument of a call passes on, if it passes one.
ir::Sym passed(const ir::Expr& arg);
/// The root of one name; for many make the AliasRoots once.
ir::Sym alias_root(const ir::Procedure&, ir::Sym name);
ir::Sym alias_root(const StepContext&, ir::Sym name);
/// Where in the range the strides of the buffer or of its windows count: in `stride(...)`, or in the body of a callee.
std::optional<Path> stride_use(const StepContext&, const Range&, ir::Sym buffer);

/// A callee that gets the whole tensor will get a window: refuses by `id` one that does not take windows.
void require_windows(const StepContext&, const BufferAt&, const Range& scope, std::string_view id);
/// The program that a rewrite gives, for questions about it.
ir::ProcRef preview(const StepContext&, const std::function<void(Edit&)>& rewrite);

// Questions about the program after a rewrite, as queries.

/// Every access to the buffer in the range, and every window of it, is in bounds.
std::vector<smt::Query> in_bounds(Lowering, const ir::Procedure&, const Range&, ir::Sym buffer);
/// Calls in the range that get the buffer, or a window of it, find their asserts true: strides may have changed.
std::vector<smt::Query> call_preconditions(const Lowering&, const ir::Procedure&, const Range&, ir::Sym buffer);
/// No two arguments of such a call share an element that the callee writes.
std::vector<smt::Query> calls_apart(const Lowering&, const ir::Procedure&, const Range&, ir::Sym buffer);
/// Two iterations of a parallel loop never meet in the buffer, unless both only read. The loops from `outermost` down
/// to the one around `at`.
std::vector<smt::Query> free_of_races(const Lowering&, const ir::Procedure&, const Path& outermost, const Path& at,
                                      ir::Sym buffer);
/// The same for the parallel loops in the range.
std::vector<smt::Query> free_of_races(const Lowering&, const ir::Procedure&, const Range&, ir::Sym buffer);

/// The element (all points) or window lies in `outer`, a window of the same name. An empty interval may lie at its
/// ends.
Formula contains(Lowering&, const ir::WindowExpr& outer, const std::vector<ir::WindowDim>&);
/// No element lies in both.
Formula apart(Lowering&, const ir::WindowExpr& outer, const std::vector<ir::WindowDim>&);

/// A window of the schedule, as "A[4:8, j]". One that has no meaning there, or reads a configuration field, refuses by
/// `id`.
ir::WindowExpr window_argument(const StepContext&, const Text&, const Path& at, std::string_view id);
/// An index expression of the schedule. One that names something not in scope, or is no integer, refuses by `id`.
ir::Expr index_argument(const StepContext&, const Text&, const Path& scope, std::string_view id);

}  // namespace tessera::rewrite
