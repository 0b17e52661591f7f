// SPDX-License-Identifier: Apache-2.0
#include "schemes/peeled_tile.hpp"

#include <algorithm>
#include <optional>

#include "schedules/inspect.hpp"
#include "schemes/guard.hpp"
#include "schemes/nest.hpp"

namespace tessera::schemes {
namespace {

class TilePeeling {
 public:
  TilePeeling(Proc p, const std::vector<Made>& loops, const std::set<std::string>& sums)
      : p_(std::move(p)), sums_(sums) {
    for (const Made& m : loops) kinds_[p_.forward(m.loop).name()] = m.kind;
  }

  PeeledTile all(const std::vector<Made>& loops) {
    cut_sums(with_open_kept(first_inside(loops)));
    return {p_, nests_};
  }

 private:
  using Range = Guard::Range;

  // The outermost loop of a sum in the guard, or of the tile.
  Cursor first_inside(const std::vector<Made>& loops) const {
    const Guard guard = guard_around(statement_of(p_.forward(loops.back().loop)));
    for (const Made& m : loops) {
      const Cursor loop = p_.forward(m.loop);
      if ((guard.is_on(loop.name()) && is_sum(loop)) || is_register(m.kind)) return loop;
    }
    return p_.forward(loops.back().loop);
  }

  bool is_sum(const Cursor& loop) const { return sums_.count(loop.name()) > 0; }

  void outermost(const Cursor& loop, const std::vector<Cursor>& nest) {
    const auto is_around = [&](const Cursor& other) { return p_.forward(other).is_ancestor_of(p_.forward(loop)); };
    while (std::any_of(nest.begin(), nest.end(), is_around)) p_ = reorder_loops(p_, p_.forward(loop).parent());
  }

  // Without the conditions that an if around it keeps.
  Guard guard_around(const Cursor& statement) const { return Guard::of(*guard_of(statement)).without(kept_guard_); }

  // for r: for i: if a(p, r) and b(i): s  -->  for r: if a(p, r): for i: if …: s, where the iterations of a loop
  // around, p, have different terms. All of them have those inside the if.
  Cursor with_open_kept(const Cursor& nest) {
    const Cursor statement = statement_of(p_.forward(nest));
    const std::vector<Cursor> loops = schedules::perfect_nest(p_.forward(nest));
    std::set<std::string> inside;
    for (const Cursor& loop : loops)
      if (!is_sum(loop)) inside.insert(loop.name());
    kept_guard_ = Guard::of(*guard_of(statement)).open(ranges_around(statement), sums_, inside);
    if (kept_guard_.is_empty()) return nest;
    std::vector<Cursor> sums;
    for (const Cursor& loop : loops)
      if (kept_guard_.is_on(loop.name())) sums.push_back(loop);
    for (auto sum = sums.rbegin(); sum != sums.rend(); ++sum) outermost(*sum, loops);
    const Cursor rest = sums.empty() ? p_.forward(nest) : schedules::body_of(p_.forward(sums.back())).front();
    p_ = specialize(p_, rest.as_block(), {kept_guard_.text()});
    drop(schedules::statements(p_.forward(rest).parent().orelse()).front());
    return p_.forward(rest);
  }

  // The ranges of loops along the result with a term for this value of the counter; nothing where no result has one.
  std::optional<std::vector<Range>> results_with(const std::string& counter, std::int64_t value,
                                                 const Cursor& statement, const Guard& guard) const {
    Guard::Ranges ranges = ranges_around(statement);
    ranges[counter] = {value, value + 1};
    if (!guard.can_hold(ranges)) return std::nullopt;
    std::vector<Range> out;
    for (const Cursor& loop : schedules::enclosing_loops(statement))
      if (guard.is_on(loop.name()) && !is_sum(loop)) out.push_back(guard.within(loop.name(), ranges));
    return out;
  }

  void cut_sums(const Cursor& nest) {
    const Cursor statement = statement_of(p_.forward(nest));
    const Guard guard = guard_around(statement);
    const Guard::Ranges ranges = ranges_around(statement);
    for (const Cursor& loop : schedules::perfect_nest(p_.forward(nest))) {
      if (!guard.is_on(loop.name()) || !is_sum(loop)) continue;
      const auto results = [&](std::int64_t value) { return results_with(loop.name(), value, statement, guard); };
      const Range range = ranges.at(loop.name());
      std::int64_t change = range.lo + 1;
      while (change < range.hi && results(change) == results(change - 1)) ++change;
      if (change == range.hi) continue;
      p_ = cut_loop(p_, loop, std::to_string(change));
      const Cursor first = p_.forward(loop), rest = *schedules::next_statement(first);
      cut_sums(first);
      return cut_sums(p_.forward(rest));
    }
    cut_results(nest);
  }

  // Loops around other nests too are inside the guard's range, or run once.
  void cut_results(Cursor nest) {
    const Cursor statement = statement_of(p_.forward(nest));
    const Guard guard = guard_around(statement);
    const std::vector<Cursor> inside = schedules::perfect_nest(p_.forward(nest));
    const Guard::Ranges ranges = ranges_around(statement);
    if (!guard.can_hold(ranges)) return drop(nest);
    for (const Cursor& loop : schedules::enclosing_loops(statement)) {
      if (!guard.is_on(loop.name()) || is_sum(loop)) continue;
      const Range within = guard.within(loop.name(), ranges);
      if (within.lo == within.hi) return drop(nest);
      if (std::find(inside.begin(), inside.end(), loop) == inside.end()) continue;
      const Cursor kept = keep(loop, within, ranges.at(loop.name()));
      if (loop == inside.front()) nest = kept;
    }
    p_ = eliminate_dead_code(p_, *guard_of(statement_of(p_.forward(nest))));
    std::vector<Made> loops;
    for (const Cursor& loop : schedules::perfect_nest(p_.forward(nest)))
      if (const auto kind = kinds_.find(loop.name()); kind != kinds_.end() && schedules::literal_extent(loop) != 1)
        loops.push_back({kind->second, loop});
    if (!loops.empty()) nests_.push_back(std::move(loops));
  }

  // The part of the loop, from 0.
  Cursor keep(Cursor loop, const Range& part, const Range& all) {
    if (part.hi < all.hi) {
      p_ = cut_loop(p_, p_.forward(loop), std::to_string(part.hi));
      drop(*schedules::next_statement(p_.forward(loop)));
    }
    if (part.lo > all.lo) {
      p_ = cut_loop(p_, p_.forward(loop), std::to_string(part.lo));
      const Cursor before = p_.forward(loop);
      loop = *schedules::next_statement(before);
      drop(before);
      p_ = shift_loop(p_, p_.forward(loop), "0");
    }
    return p_.forward(loop);
  }

  // Its guard never holds.
  void drop(const Cursor& nest) {
    const Cursor last = schedules::perfect_nest(p_.forward(nest)).back();
    p_ = eliminate_dead_code(p_, *guard_of(statement_of(last)));
    p_ = delete_pass(p_, schedules::body_of(p_.forward(last)).front());
  }

  Proc p_;
  const std::set<std::string>& sums_;
  Guard kept_guard_{{}};  ///< conditions of an if around all nests
  std::map<std::string, Specifier::Kind> kinds_;
  std::vector<std::vector<Made>> nests_;
};

}  // namespace

PeeledTile peel_tile(const Proc& p, const std::vector<Made>& loops, const std::set<std::string>& sums) {
  return TilePeeling(p, loops, sums).all(loops);
}

}  // namespace tessera::schemes
