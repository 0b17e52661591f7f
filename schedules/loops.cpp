// SPDX-License-Identifier: Apache-2.0
#include "schedules/loops.hpp"

#include <algorithm>
#include <set>

#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"
#include "schedules/refusal.hpp"

namespace tessera::schedules {
namespace {

// Variables that may differ between iterations: the counter, and everything computed from varying values.
std::set<ir::Sym> varying(const Cursor& loop) {
  std::set<ir::Sym> out{loop.stmt().as<ir::For>()->iter};
  for (std::size_t before = 0; before != out.size();) {
    before = out.size();
    for (const Cursor& s : body_of(loop))
      if (std::any_of(out.begin(), out.end(), [&](ir::Sym v) { return ir::mentions(s.stmt(), v); }))
        out.merge(written_buffers(s.stmt()));
  }
  return out;
}

// Moves the body's declarations in front of the loop: one copy for each iteration, or one for all with equal values.
Proc with_copies_of_buffers(Proc p, const Cursor& loop) {
  const Cursor now = p.forward(loop);
  const std::optional<std::int64_t> extent = literal_extent(now);
  const std::set<ir::Sym> differs = varying(now);
  for (const Cursor& s : body_of(now)) {
    if (!is_alloc(s)) continue;
    if (differs.count(s.stmt().as<ir::Alloc>()->name)) {
      if (!extent)
        refuse_operation("sink_loop", "the loop " + loop.name() + " has no literal bounds, and its body allocates",
                         "divide it first");
      p = expand_dim(p, p.forward(s), std::to_string(*extent), loop.name());
    }
    p = lift_alloc(p, p.forward(s));
  }
  return p;
}

// sink_loop, and the loops that it comes apart into.
Proc sink(const Proc& start, const Cursor& loop, std::vector<Cursor>& copies) {
  Proc p = with_copies_of_buffers(start, loop);
  const std::vector<Cursor> parts = body_of(p.forward(loop));
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) p = autofission(p, p.forward(parts[i]).after());
  for (const Cursor& part : parts) {
    std::optional<Cursor> now = still_there(p, part);
    if (!now || now->path().steps.size() < 2) continue;
    Cursor around = now->parent();
    if (!is_loop(around) || around.name() != loop.name()) continue;  // it held the same for all iterations
    if (!is_loop(*now)) {
      copies.push_back(around);
      continue;
    }
    p = reorder_loops(p, around);
    p = sink(p, p.forward(around), copies);
  }
  return p;
}

// for i: {for j: s; rest}  -->  for j: for i: s; for i: rest
Proc move_out(Proc p, const Cursor& loop, const Cursor& around) {
  if (p.forward(around).body().count() > 1) p = fission(p, p.forward(loop).after());
  return reorder_loops(p, p.forward(loop).parent());
}

}  // namespace

Proc tile(const Proc& p, const std::vector<std::string>& names, const std::vector<std::int64_t>& sizes, Tail tail) {
  if (names.size() != sizes.size() || names.empty())
    refuse_operation(
        "tile", "there are " + std::to_string(names.size()) + " loops and " + std::to_string(sizes.size()) + " sizes",
        "give one size for each loop");
  Proc out = p;
  std::vector<Cursor> inner;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Cursor loop = out.find_loop(names[i]);
    out = divide_loop(out, loop, sizes[i], {names[i] + "o", names[i] + "i"}, tail);
    const Cursor blocks = out.forward(loop);
    for (auto around = inner.rbegin(); around != inner.rend(); ++around) out = move_out(out, blocks, *around);
    inner.push_back(out.forward(blocks).find("for " + names[i] + "i in _: _"));
  }
  return out;
}

Proc sink_loop(const Proc& start, const Cursor& loop) {
  std::vector<Cursor> copies;
  return sink(start, loop, copies);
}

Proc write_out(const Proc& start, const Cursor& loop) {
  std::vector<Cursor> copies;
  Proc p = sink(start, loop, copies);
  return for_each(p, copies, [](const Proc& q, const Cursor& copy) { return unroll_loop(q, copy); });
}

Proc unroll_and_jam(const Proc& start, const Place& place, std::int64_t factor, Tail tail) {
  Cursor loop = loop_at(start, place);
  Proc p = divide_loop(start, loop, factor, {loop.name() + "o", loop.name() + "i"}, tail);
  return write_out(p, p.forward(loop).body()[0]);
}

Proc hoist(const Proc& start, const Cursor& statement) {
  return repeat(start, [&](const Proc& p) {
    Cursor s = p.forward(statement);
    if (enclosing_loops(s).empty()) refuse_operation("hoist", "no loop is left around the statement", "");
    return autofission(p, s.after(), 1);
  });
}

Proc fuse_epilogue(const Proc& start, const Place& place) {
  Cursor loop = loop_at(start, place);
  const std::optional<Cursor> first = next_statement(loop);
  if (!first)
    refuse_operation("fuse_epilogue", "no statement follows the loop " + loop.name(), "reorder_stmts moves it there");
  Proc p = fuse(start, loop, *first);
  for (;;) {
    loop = p.forward(loop).body()[0];
    const std::optional<Cursor> next = next_statement(loop);
    if (!is_loop(loop) || !next) return p;
    std::optional<Proc> deeper = try_do(p, [&](const Proc& q) { return fuse(q, loop, *next); });
    if (!deeper) return p;
    p = *std::move(deeper);
  }
}

Proc unroll_all(const Proc& start, const Cursor& scope) {
  Proc p = start;
  std::vector<Cursor> all = loops_in(p.forward(scope));
  for (auto l = all.rbegin(); l != all.rend(); ++l)
    if (std::optional<Cursor> now = still_there(p, *l); now && literal_extent(*now)) p = unroll_loop(p, *now);
  return p;
}

}  // namespace tessera::schedules
