#pragma once
// Helpers that the primitives on loops and ifs share.
#include "dsl/rewrite/step.hpp"

namespace tessera::rewrite {

/// The block, or a procedure it calls, writes a configuration field that the expression reads. Control expressions read
/// nothing else that can change.
bool changes(const ir::Block&, const ir::Expr&);
/// A bound of the loop, or the condition of the if, reads a configuration field that a branch writes: then it matters
/// when it is evaluated, and how often.
bool changes_own_header(const ir::Stmt&);

/// A name that a person may give to a variable: letters, digits and _, no digit first, no word of the language.
bool is_identifier(const std::string&);

/// The loop or if becomes two: the first keeps the statements of its body before `split`, the second has the others,
/// under a counter of its own. An else branch goes with the second. Statements keep their cursors; the scope goes to
/// the first.
void split_scope(Edit&, const Path& at, int split);

/// The statement goes; where it was the only one of its list, `pass` takes its place.
void erase_or_pass(Edit&, const Path& at);

/// Iterations (i,j) and (i',j') of the nest with i<i', j'<j do not conflict: one query for each pair of accesses.
std::vector<smt::Query> reordering_conflicts(Site&, const Path& at, const ir::For& outer, const ir::For& inner);
/// Swaps the two perfectly nested loops at the path; cursors to both and to the body stay valid.
void swap_loops(Edit&, const Path& at);

/// The facts, and that the loop has more than one iteration: then repeating its body must change nothing.
std::vector<Formula> runs_twice(Lowering&, const ir::For&, std::vector<Formula> facts);

/// Running the block once does what `for loop: block` does: it does not mention the counter, is idempotent or runs
/// once (condition `idempotent`), and the loop runs at least once (condition `runs`). Proved, or false.
bool loop_is_needless(Site&, std::string_view idempotent, std::string_view runs, Lowering&, const ir::Procedure&,
                      const Path& loop, const ir::Block&);

}  // namespace tessera::rewrite
