// SPDX-License-Identifier: Apache-2.0
#include "schemes/lower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dsl/ir/walk.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"
#include "schedules/prefetch.hpp"
#include "schedules/stage.hpp"
#include "schemes/beside_sum.hpp"
#include "schemes/dot_tile.hpp"
#include "schemes/microkernel.hpp"
#include "schemes/nest.hpp"
#include "schemes/partial_sums.hpp"
#include "schemes/peeled_tile.hpp"
#include "schemes/peeling.hpp"
#include "schemes/prefetched.hpp"

namespace tessera::schemes {
namespace {

using Kind = Specifier::Kind;
using schedules::VectorTarget;

std::set<std::string> sums_of(const Cursor& nest) {
  const Cursor reduction = statement_of(nest);
  std::set<std::string> out;
  for (const Cursor& loop : schedules::loops_in(nest))
    if (!is_written_along(loop, reduction)) out.insert(loop.name());
  return out;
}

class Lowering {
 public:
  Lowering(Proc p, const VectorTarget& target, std::int64_t ahead, const Stage& stage)
      : p_(std::move(p)), target_(target), stage_(stage), usual_ahead_{ahead} {}

  /// `as_written`: the scheme's tiling, where `tiling` was peeled for a guard.
  Proc whole(const Cursor& nest, const Tiling& tiling, const Tiling* as_written = nullptr) {
    as_written_ = as_written;
    sums_ = sums_of(nest);
    const Cursor top = without_single_iterations(nest);
    cover(tiling, {top, {}, false, usual_ahead_, false, {}});
    p_ = simplify(p_);
    for (const Cursor& loop : parallel_)
      if (const auto now = schedules::still_there(p_, loop); now && schedules::is_loop(*now))
        p_ = parallelize_loop(p_, *now);
    return p_;
  }

 private:
  /// Where a part of the scheme begins.
  struct Here {
    Cursor top;                ///< outermost loop of the part of the nest that is left to cover
    std::vector<Made> around;  ///< the loops made before that hold nothing else
    bool has_tile = false;     ///< what is summed lies in registers already
    Ahead ahead = {};
    bool asks_for_result = false;                    ///< when its sum begins
    std::map<std::string, std::string> packed = {};  ///< of an array: the copy that is read instead
    Here at(const Cursor& loop) const { return {loop, {}, has_tile, ahead, asks_for_result, packed}; }
    std::string read(const std::string& array) const {
      const auto copy = packed.find(array);
      return copy == packed.end() ? array : copy->second;
    }
  };

  // Removes loops of one iteration, except one where all run once.
  Cursor without_single_iterations(const Cursor& nest) {
    std::vector<Cursor> loops = schedules::perfect_nest(nest);
    const Cursor last = loops.back();
    for (const Cursor& loop : loops_of_sum(nest))
      if (std::find(loops.begin(), loops.end(), loop) == loops.end()) loops.push_back(loop);
    const auto runs_once = [](const Cursor& loop) { return schedules::literal_extent(loop) == 1; };
    const bool all_do = std::all_of(loops.begin(), loops.end(), runs_once);
    std::optional<Cursor> top;
    for (const Cursor& loop : loops) {
      const bool stays = !runs_once(loop) || (all_do && loop == last);
      if (!stays) p_ = unroll_loop(p_, p_.forward(loop));
      else if (!top) top = loop;
    }
    return p_.forward(*top);
  }

  void cover(const Tiling& t, Here here) {
    if (begins_sum(t, here.top)) return whole_sum(t, here);
    if (t.kind == Kind::sequence) return sequence(t, here);
    if (t.kind == Kind::pack) return pack(t, here);
    if (t.kind == Kind::prefetch) return prefetch(t, here);
    if (t.times == 1) return inside(t, here);
    const Cursor loop = outermost(t.dim, here.top);
    if (t.is_parallel) run_at_once(loop);
    const std::string outer = schedules::fresh_name(p_, t.dim + "t");
    if (sums_.count(t.dim)) sums_.insert(outer);
    if (t.step() > 1) p_ = divide_loop(p_, loop, t.step(), {outer, t.dim}, Tail::perfect);
    const Cursor made = p_.forward(loop);
    here.around.push_back({t.kind, made});
    if (!t.inner.empty()) go_into(made, here);
    if (&t == stage_.at) p_ = stage_.made(p_, p_.forward(made)), here.around.clear();
    inside(t, here);
  }

  // Last: rewrites inside a sequential loop have fewer conditions.
  void run_at_once(const Cursor& loop) {
    if (!is_written_along(loop, statement_of(loop)))
      refuse(loop,
             fmt::format("the iterations of the loop over {} add to one place: they cannot run at once", loop.name()),
             "par is for loops over a dimension of the result");
    parallel_.push_back(loop);
  }

  void inside(const Tiling& t, const Here& here) {
    if (!t.inner.empty()) return cover(t.inner.front(), here);
    const bool is_one_term = here.around.empty();  // as written
    if (!is_one_term && guard_of(statement_of(p_.forward(here.around.back().loop)))) return guarded_tile(here);
    p_ = microkernel(p_, here.around, here.has_tile, target_, here.ahead);
  }

  // Several tiles in the same registers, each of the results that have the same terms.
  void guarded_tile(const Here& here) {
    if (!here.has_tile) p_ = result_in_registers(p_, here.around, target_);
    const Made& last = here.around.back();
    if (last.kind == Kind::vector) p_ = in_whole_dot_products(p_, last.loop, target_);
    const PeeledTile all = peel_tile(p_, here.around, sums_);
    p_ = all.proc;
    for (const std::vector<Made>& loops : all.nests) p_ = microkernel(p_, loops, true, target_, here.ahead);
  }

  // The rest of the nest is inside the loop. If that is the sum alone, it has its own place.
  void go_into(const Cursor& loop, Here& here) {
    here.top = schedules::body_of(p_.forward(loop)).front();
    if (schedules::is_loop(here.top)) return;
    const Body body = body_of(p_.forward(loop));
    if (!schedules::is_loop(body.sum)) return;
    const Cursor sum = statement_of(p_.forward(loop));
    p_ = stage_mem(p_, p_.forward(loop).body(), schedules::written_place(sum),
                   schedules::fresh_name(p_, sum.name() + "_tile"));
    here = here.at(p_.forward(body.sum));
    here.has_tile = true;
  }

  // for d: …  -->  for d in the first part: …; for d in the second: …; each from 0
  void sequence(const Tiling& t, const Here& here) {
    Cursor loop = outermost(t.dim, here.top);
    std::vector<Cursor> parts{loop};
    for (std::size_t i = 0; i + 1 < t.inner.size(); ++i) {
      p_ = cut_loop(p_, p_.forward(loop), std::to_string(t.inner[i].covered(t.dim)));
      loop = *schedules::next_statement(p_.forward(loop));
      p_ = shift_loop(p_, loop, "0");
      parts.push_back(loop);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) cover(t.inner[i], here.at(p_.forward(parts[i])));
  }

  // Copies the part of an array that the inner loops read into contiguous memory first: one buffer, reused by
  // sequential iterations.
  void pack(const Tiling& t, Here here) {
    const std::string array = here.read(t.array);
    const Cursor sum = sum_that_uses(array, "Pack(" + t.array + ")", here);
    if (sum.name() == array)
      refuse(sum, fmt::format("Pack of {}, which is summed", t.array), "what a sum reads can be packed");
    const Cursor block = schedules::block_at(p_, here.top);
    const std::string copied = schedules::fresh_name(p_, t.array + "_packed");
    p_ = stage_mem(p_, block, schedules::window_used(block, array), copied);
    const Cursor room = p_.find_alloc_or_arg(copied), copies = room.next();
    use_again(room);
    copy(copies, here.ahead(array));
    here = here.at(p_.forward(here.top));
    here.ahead.of[copied] = here.ahead(array);
    here.packed[t.array] = copied;
    cover(t.inner.front(), here);
  }

  void use_again(const Cursor& room) {
    std::int64_t loops = 0;
    for (const Cursor& loop : schedules::enclosing_loops(room)) {
      const auto is_it = [&](const Cursor& parallel) { return p_.forward(parallel) == loop; };
      if (std::any_of(parallel_.begin(), parallel_.end(), is_it)) break;
      ++loops;
    }
    if (loops > 0) p_ = lift_alloc(p_, room, loops);
  }

  // Elements that are not contiguous, as in blocks of channels, are copied one at a time.
  void copy(const Cursor& copies, std::int64_t ahead) {
    if (!schedules::is_loop(p_.forward(copies))) return;  // one element
    const Cursor row = schedules::perfect_nest(p_.forward(copies)).back();
    const auto rows = schedules::try_do(p_, [&](const Proc& p) { return copy_in_rows(p, row, ahead); });
    p_ = rows ? *rows : schedules::vectorize_as_possible(p_, row, target_);
  }

  // Prefetches rows of the window: hardware prefetchers do not follow distant rows.
  Proc copy_in_rows(Proc p, const Cursor& row, std::int64_t ahead) const {
    p = divide_loop(p, row, target_.lanes, {schedules::fresh_name(p, row.name() + "t"), row.name()}, Tail::perfect);
    const Cursor vectors = p.forward(row), lanes = schedules::body_of(vectors).front();
    if (ahead > 0 && schedules::is_loop(vectors.parent()))
      p = schedules::prefetch_iterations_ahead(p, vectors, lanes, ahead, schedules::Into::second, target_);
    return schedules::vectorize_lanes(p, p.forward(lanes), target_);
  }

  // The reduction inside.
  Cursor sum_that_uses(const std::string& array, const std::string& specifier, const Here& here) const {
    const Cursor sum = statement_of(p_.forward(here.top));
    const auto used = ir::free_syms({sum.stmt()});
    if (std::any_of(used.begin(), used.end(), [&](const ir::Sym& s) { return s.text() == array; })) return sum;
    refuse(sum, specifier + ": the sum does not use it",
           here.has_tile ? "the tile's sum has begun, in registers: put it before the loops of the sum" : "");
  }

  void prefetch(const Tiling& t, Here here) {
    const std::string array = here.read(t.array);
    const Cursor sum = sum_that_uses(array, "Prefetch(" + t.array + ")", here);
    const bool is_result = sum.name() == array;
    if (is_result == (t.distance || t.is_next))
      refuse(sum, fmt::format("Prefetch of {}, which {}", t.array, is_result ? "is summed" : "is read"),
             is_result ? fmt::format("Prefetch({}) without a number: when a sum begins", t.array)
                       : fmt::format("Prefetch({}, n): so many iterations before", t.array));
    if (is_result) here.asks_for_result = true;
    else if (t.is_next) here.ahead.next.insert(array);
    else here.ahead.of[array] = *t.distance;
    check_prefetch_reaches(t, array, sum, as_written_);
    cover(t.inner.front(), here);
  }

  // The loop over the dimension, moved out of the others of its nest.
  Cursor outermost(const std::string& dim, const Cursor& top) {
    const Cursor loop = loop_along(p_, dim, top);
    const std::vector<Cursor> nest = schedules::perfect_nest(p_.forward(top));
    for (auto outer = std::find(nest.begin(), nest.end(), loop); outer != nest.begin();)
      p_ = reorder_loops(p_, p_.forward(*--outer));
    return p_.forward(loop);
  }

  // ---- a sum with something before or after it

  // From here on the scheme describes the inside of the sum, or its register tile.
  bool begins_sum(const Tiling& t, const Cursor& top) const {
    const Cursor nest = p_.forward(top);
    const bool is_nothing = t.kind != Kind::sequence && !is_register(t.kind) && t.times == 1 && !t.inner.empty();
    if (is_nothing || !schedules::is_loop(nest)) return false;
    const Body body = body_of(nest);
    if (body.before.empty() && body.following.empty()) return false;
    return is_register(t.kind) || !is_along(t.dim, schedules::perfect_nest(nest));
  }

  // All that the scheme still says about loops around the sum makes one register tile.
  static bool is_one_tile(const Tiling& t, const std::vector<Cursor>& around) {
    if (t.kind == Kind::sequence && t.inner.size() > 1) return false;
    if (is_along(t.dim, around) && !is_register(t.kind) && t.times > 1) return false;
    return t.inner.empty() || is_one_tile(t.inner.front(), around);
  }

  void whole_sum(const Tiling& t, const Here& here) {
    const std::vector<Cursor> around = schedules::perfect_nest(p_.forward(here.top));
    if (is_one_tile(t, around)) sum_in_tile(t, here);
    else whole_sum_apart(t, here, around.size());
  }

  // for i: {C = 0; for k: C += …; C = f(C)}  -->  for i: C = 0; for i: for k: C += …; for i: C = f(C)
  void whole_sum_apart(const Tiling& t, Here here, std::size_t loops) {
    if (const auto sum = own_sum(p_.forward(here.top)))
      one_for_each(*sum, schedules::perfect_nest(p_.forward(here.top)));
    const Body body = body_of(p_.forward(here.top));
    p_ = sum_apart(p_, body.sum, loops);
    here.top = outwards(p_.forward(body.sum), loops);
    const Tiling* lanes = &t;
    while (!lanes->inner.empty()) lanes = &lanes->inner.front();
    for (const std::vector<Cursor>& statements : {body.before, body.following}) {
      if (statements.empty()) continue;
      if (has_parallel(t)) run_around_vectors_at_once(statements.front(), loops, *lanes);
      p_ = in_vectors(p_, statements.front(), loops, *lanes, target_);
    }
    cover(t, here.at(p_.forward(here.top)));
  }

  // for i: for j: x: R; …  -->  x: R[I, J]; for i: for j: …
  void one_for_each(const Cursor& sum, const std::vector<Cursor>& around) {
    for (auto loop = around.rbegin(); loop != around.rend(); ++loop)
      p_ = expand_dim(p_, p_.forward(sum), std::to_string(*schedules::literal_extent(*loop)), loop->name());
    p_ = lift_alloc(p_, p_.forward(sum), static_cast<std::int64_t>(around.size()));
  }

  static bool has_parallel(const Tiling& t) {
    return t.is_parallel || std::any_of(t.inner.begin(), t.inner.end(), has_parallel);
  }

  // Parallelizes the loops around the statements, except the lanes: a remainder loop stands beside them.
  void run_around_vectors_at_once(const Cursor& statement, std::size_t loops, const Tiling& lanes) {
    for (const Cursor& loop : schedules::perfect_nest(outwards(p_.forward(statement), loops)))
      if (loop.name() != lanes.dim || loops == 1) parallel_.push_back(loop);
  }

  // for i: {C = 0; for k: C += …; C = f(C)}  -->  sums: R[…]; for i: sums = 0; for i: for k: sums += …; for i: C =
  // f(sums)
  void sum_in_tile(const Tiling& t, Here here) {
    const Tiling* lanes = &t;
    while (!lanes->inner.empty()) lanes = &lanes->inner.front();
    const bool has_vectors = lanes->kind == Kind::vector && lanes->times > 1;
    const std::size_t depth = schedules::perfect_nest(p_.forward(here.top)).size();
    const Body body = body_of(p_.forward(here.top));
    if (has_vectors) p_ = innermost(p_, loop_along(p_, lanes->dim, here.top));
    here.top = outwards(p_.forward(body.sum), depth);
    const std::vector<Cursor> around = schedules::perfect_nest(here.top);
    const Cursor sum = statement_of(here.top);
    const std::string result = sum.name();
    const std::optional<Cursor> own = own_sum(here.top);
    if (!own)
      p_ = stage_mem(p_, around.back().body(), schedules::written_place(sum),
                     schedules::fresh_name(p_, sum.name() + "_tile"));
    const Cursor sums = own ? *own : schedules::body_of(p_.forward(around.back())).front();
    one_for_each(sums, around);
    p_ = sum_apart(p_, body.sum, around.size());
    here.top = outwards(p_.forward(body.sum), around.size());
    const Cursor top = here.top;
    if (has_vectors) {
      const auto last = static_cast<std::int64_t>(around.size()) - 1;
      p_ = divide_dim(p_, p_.forward(sums), last, lanes->times);
      p_ = schedules::in_whole_vectors(p_, p_.forward(sums), target_);
      const std::vector<Cursor> beside{p_.forward(top).prev(), p_.forward(top).next()};
      if (here.asks_for_result) p_ = schedules::prefetch_written(p_, beside.back(), result, top, target_);
      p_ = tile_in_vectors(p_, beside.front(), *lanes, TileValues::initial, target_);
      p_ = tile_in_vectors(p_, beside.back(), *lanes, TileValues::summed, target_);
    }
    here = here.at(p_.forward(top));
    here.has_tile = true;
    cover(t, here);
  }

  Proc p_;
  const VectorTarget& target_;
  std::set<std::string> sums_;    ///< loops that the result does not depend on
  std::vector<Cursor> parallel_;  ///< loops to be, outer ones first
  const Stage& stage_;
  const Tiling* as_written_ = nullptr;  // where what is lowered is not
  Ahead usual_ahead_;
};

}  // namespace

Extents extents_of(const Cursor& nest, const VectorTarget& target) {
  Extents out;
  for (const Cursor& loop : schedules::loops_in(nest)) {
    const std::optional<std::int64_t> extent = schedules::literal_extent(loop);
    const auto* lo = ir::literal(loop.stmt().as<ir::For>()->lo);
    if (!extent || !lo || *lo != 0)
      refuse(loop, fmt::format("the loop over {} has no literal bounds from 0", loop.name()),
             "partial_eval gives sizes their values");
    out.emplace_back(loop.name(), *extent);
  }
  if (target.dot) out.pop_back();
  return out;
}

ir::Scalar type_of(const Proc& p, const Place& nest) {
  return statement_of(schedules::loop_at(p, nest)).stmt().as<ir::Reduce>()->type;
}

Proc lower(const Proc& p, const Place& nest, const Scheme& scheme, const VectorTarget& target, std::int64_t ahead) {
  const Cursor top = schedules::loop_at(p, nest);
  statement_of(top);
  return lower(p, top, fit(scheme, extents_of(top, target), target.lanes), target, ahead);
}

namespace {

// Separates tiles that leave out terms from the others.
Tiling for_guard(const Tiling& tiling, const Cursor& nest, const Cursor& conditional, const VectorTarget& target) {
  const Guard guard = Guard::of(conditional);
  const Extents extents = extents_of(nest, target);
  for (const std::string& counter : guard.counters())
    if (std::none_of(extents.begin(), extents.end(), [&](const auto& loop) { return loop.first == counter; }))
      refuse(conditional, fmt::format("the sum is guarded by {}, which is not a loop of the nest", counter),
             "lift_scope takes such an if out of the nest");
  if (auto out = peeled(tiling, extents, sums_of(nest), guard, default_max_unrolled)) return *std::move(out);
  refuse(
      conditional, "the scheme does not tell tiles where the guard holds from others",
      "loops of the sum that the guard is on stand inside of all others but those of the tile; or there is too much to "
      "write out");
}

}  // namespace

Proc lower(const Proc& p, const Place& nest, const Tiling& tiling, const VectorTarget& target, std::int64_t ahead,
           const Stage& stage) {
  const Cursor top = schedules::loop_at(p, nest);
  if (const auto dim = summed_in_lanes(tiling, top)) {
    if (stage.at) bug("a stage of a scheme whose tiling becomes another");
    const PartialSums sums = in_lanes(p, top, tiling, *dim, target);
    const Proc done = lower(sums.proc, sums.nest, sums.tiling, target, ahead);
    return simplify(added_up(done, sums.total, target));
  }
  Lowering lowering(p, target, ahead, stage);  // which knows the stage's loop by its place in the tiling
  const auto guard = guard_of(statement_of(top));
  return guard ? lowering.whole(top, for_guard(tiling, top, *guard, target), &tiling) : lowering.whole(top, tiling);
}

}  // namespace tessera::schemes
