// SPDX-License-Identifier: Apache-2.0
#pragma once
// Helpers that the primitives on loops and ifs share.
#include "dsl/rewrite/edit.hpp"
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// The block, or a procedure it calls, writes a configuration field that the expression reads. Control expressions read
/// nothing else that can change.
bool changes(const ir::Block&, const ir::Expr&);
/// A bound of the loop, or the condition of the if, reads a configuration field that a branch writes: then it matters
/// when it is evaluated, and how often.
bool changes_own_header(const ir::Stmt&);

/// Far above any use as a factor or extent, and far below what would overflow in index arithmetic.
constexpr std::int64_t largest_factor = std::int64_t{1} << 30;

/// A name that a person may give to a variable: letters, digits and _, no digit first, no word of the language.
bool is_identifier(const std::string&);
/// Refuses by `id` what is none.
void require_identifier(const StepContext&, const Path&, const std::string& name, std::string_view id);
/// Refuses by `id` unless there are `count` names and each is an identifier.
void require_names(const StepContext&, const Path&, const std::vector<std::string>&, std::size_t count,
                   std::string_view id);
/// A condition of the schedule. One that names something not in scope, or is none, refuses by `id`.
ir::Expr condition_argument(const StepContext&, const std::string& text, const Path& scope, std::string_view id);
/// A buffer or window that the statements declare and a statement after them uses; none when all stays among them.
ir::Sym escaping_name(const ir::Procedure&, const Range&);

/// The loop or if becomes two: the first keeps the statements of the list before the gap, the second has the others,
/// under a counter of its own. Of an if that is split in its body the else branch goes with the second; of one that is
/// split in its else branch the body stays with the first. Statements keep their cursors; the scope's go to the half
/// that is named.
enum class Half { first, second };
void split_scope(Edit&, const Path& gap, Half scope = Half::first);

/// The scope at the path and the one right after it become `merged`. The statements in the branches of the second go
/// to those of `merged`, as many places on as said, or are gone with their cursors; cursors to the second scope go to
/// `merged`.
enum class Contents { moved, gone };
void merge_scopes(Edit&, const Path& at, ir::Stmt merged, int body_offset, int orelse_offset,
                  Contents of_second = Contents::moved);

/// Cursors to these expressions are gone: what stands there now is another one.
void forget_expressions(Edit&, std::function<bool(const Path&)> which);
/// The same for the bounds of a loop or the condition of an if.
void forget_header(Edit&, const Path& scope);

/// The statement goes; where it was the only one of its list, `pass` takes its place.
void erase_or_pass(Edit&, const Path& at);

/// Iterations (i,j) and (i',j') of the nest with i<i', j'<j do not conflict: one query for each pair of accesses.
std::vector<smt::Query> reordering_conflicts(StepContext&, const Path& at, const ir::For& outer, const ir::For& inner);
/// An iteration of the loop that runs `first` and another one that runs `second`, both parts of its body, may run at
/// once: they meet only where both read. One query for each pair of accesses; adding to the same place is a race.
std::vector<smt::Query> iterations_do_not_race(Lowering&, const ir::Procedure&, const Path& loop,
                                               const ir::Block& first, const ir::Block& second);
/// Swaps the two perfectly nested loops at the path; cursors to both and to the body stay valid.
void swap_loops(Edit&, const Path& at);

/// The facts, and that the loop has more than one iteration: then repeating its body must change nothing.
std::vector<Formula> runs_twice(Lowering&, const ir::For&, std::vector<Formula> facts);

/// Running the block once does what `for loop: block` does: it does not mention the counter, is idempotent or runs
/// once (condition `idempotent`), and the loop runs at least once (condition `runs`). Proved, or false.
bool loop_is_needless(StepContext&, std::string_view idempotent, std::string_view runs, Lowering&, const ir::Procedure&,
                      const Path& loop, const ir::Block&);

}  // namespace tessera::rewrite
