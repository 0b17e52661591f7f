// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dsl/rewrite/place.hpp"

// Questions that schedules ask about a program. Nothing here changes or proves anything.
namespace tessera::schedules {

bool is_loop(const Cursor&);
bool is_assign(const Cursor&);
bool is_reduce(const Cursor&);
bool is_alloc(const Cursor&);

/// The statements of a block, of a loop's body, or of the whole procedure.
std::vector<Cursor> statements(const Cursor& block);
std::vector<Cursor> body_of(const Cursor& loop);
std::vector<Cursor> body_of(const Proc&);

/// All loops in program order, outer ones first.
std::vector<Cursor> loops(const Proc&);
std::vector<Cursor> loops_in(const Cursor& scope);
/// Loops without a loop inside.
std::vector<Cursor> innermost_loops(const Proc&);
/// The loop of a place: a cursor on this version, or the counter's name or pattern.
Cursor loop_at(const Proc&, const Place& loop);
/// The block of a place: a cursor, the counter of a loop, or a pattern.
Cursor block_at(const Proc&, const Place& block);
/// From the innermost one outwards.
std::vector<Cursor> enclosing_loops(const Cursor&);
/// The loops of a perfect nest, from this one inwards: each is the only statement of the one before.
std::vector<Cursor> perfect_nest(const Cursor& loop);

/// The statement after the statement or block; nothing at the end of its list.
std::optional<Cursor> next_statement(const Cursor&);

/// hi - lo when both are literals.
std::optional<std::int64_t> literal_extent(const Cursor& loop);
/// The statement or expression uses the counter of the loop.
bool depends_on(const Cursor& place, const Cursor& loop);
/// The buffer is read, written or passed below the cursor.
bool uses(const Cursor& place, const std::string& buffer);
/// Outer buffers that the statement, or a callee, writes or adds to.
std::set<ir::Sym> written_buffers(const ir::Stmt&);
/// The written place, as a window in stage_mem's syntax: "C[i, 4 * j + l]".
std::string written_place(const Cursor& assign_or_reduce);

/// The cursor on this version; nothing when its node is gone.
std::optional<Cursor> still_there(const Proc&, const Cursor&);
/// `base`, or `base` with the first number that makes it unique in the procedure.
std::string fresh_name(const Proc&, const std::string& base);

}  // namespace tessera::schedules
