// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shared by the primitives on loops and ifs.
#include "dsl/rewrite/edit.hpp"
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// Whether the block, or a callee, writes a configuration field that the expression reads: nothing else in a control
/// expression can change.
bool changes(const ir::Block&, const ir::Expr&);
/// Whether a branch writes a configuration field that the loop's bound or the if's condition reads: then the time and
/// number of its evaluations matter.
bool changes_own_header(const ir::Stmt&);

/// Far above any useful factor or extent, and far below an overflow in index arithmetic.
constexpr std::int64_t largest_factor = std::int64_t{1} << 30;

/// Whether it is a valid variable name: letters, digits and _, no digit first, not a keyword.
bool is_identifier(const std::string&);
/// Refuses other names by `id`.
void require_identifier(const StepContext&, const Path&, const std::string& name, std::string_view id);
/// Refuses by `id` unless there are `count` valid names.
void require_names(const StepContext&, const Path&, const std::vector<std::string>&, std::size_t count,
                   std::string_view id);
/// Parses a condition of the schedule. Refuses by `id` names out of scope and expressions of other types.
ir::Expr condition_argument(const StepContext&, const std::string& text, const Path& scope, std::string_view id);
/// A buffer or window that is declared in the range and used after it; none if there is none.
ir::Sym escaping_name(const ir::Procedure&, const Range&);

/// Splits the loop or if in two at the gap: the first keeps the statements of the list before the gap, the second gets
/// the others, and a fresh counter. For an if, the branch that is not split stays with the half next to it: `else` with
/// the second, the body with the first. Statements keep their cursors; cursors to the scope move to the named half.
enum class Half { first, second };
void split_scope(Edit&, const Path& gap, Half scope = Half::first);

/// Merges the scope at the path and the next one into `merged`. The second one's statements move to the branches of
/// `merged`, shifted by the given number, or are gone with their cursors; cursors to the second scope move to `merged`.
enum class Contents { moved, gone };
void merge_scopes(Edit&, const Path& at, ir::Stmt merged, int body_offset, int orelse_offset,
                  Contents of_second = Contents::moved);

/// Invalidates cursors to these expressions: their places now hold others.
void forget_expressions(Edit&, std::function<bool(const Path&)> which);
/// The same for the bounds of a loop or the condition of an if.
void forget_header(Edit&, const Path& scope);

/// Removes the statement; `pass` takes its place in a list that would become empty.
void erase_or_pass(Edit&, const Path& at);

/// Iterations (i,j) and (i',j') of the nest with i<i', j'<j do not conflict: one query for each pair of accesses.
std::vector<smt::Query> reordering_conflicts(StepContext&, const Path& at, const ir::For& outer, const ir::For& inner);
/// Two iterations of the loop that run `first` and `second`, both parts of its body, may run concurrently: they
/// conflict only where both read. One query for each pair of accesses; concurrent reductions are a race.
std::vector<smt::Query> iterations_do_not_race(Lowering&, const ir::Procedure&, const Path& loop,
                                               const ir::Block& first, const ir::Block& second);
/// Swaps the two perfectly nested loops at the path; cursors to both and to the body stay valid.
void swap_loops(Edit&, const Path& at);

/// The facts, and that the loop has at least two iterations: then repeating its body must change nothing.
std::vector<Formula> runs_twice(Lowering&, const ir::For&, std::vector<Formula> facts);

/// Whether the block alone equals `for loop: block`: it does not mention the counter, is idempotent or runs once
/// (condition `idempotent`), and the loop runs at least once (condition `runs`). False when not proved.
bool loop_is_needless(StepContext&, std::string_view idempotent, std::string_view runs, Lowering&, const ir::Procedure&,
                      const Path& loop, const ir::Block&);

}  // namespace tessera::rewrite
