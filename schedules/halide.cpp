// SPDX-License-Identifier: Apache-2.0
#include "schedules/halide.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/support/diagnostic.hpp"
#include "schedules/inspect.hpp"
#include "schedules/refusal.hpp"
#include "schedules/stage.hpp"

namespace tessera::schedules {
namespace {

std::string text(const Proc& p, const ir::Expr& e) { return ir::print(e, ir::Names(p.ir())); }

ir::Expr difference(const ir::Expr& a, const ir::Expr& b) { return rewrite::collect_terms(ir::sub(a, b)); }

bool is_literal(const ir::Expr& e, std::int64_t value) { return ir::literal(e) && *ir::literal(e) == value; }

// The step of the start of the region that the loop's body uses of the buffer, along each dimension.
std::vector<std::int64_t> steps_along(const Cursor& loop, const std::string& buffer) {
  const ir::Sym counter = loop.stmt().as<ir::For>()->iter;
  const ir::Expr next = ir::add(ir::read(counter, ir::Scalar::index), ir::int_lit(1));
  std::vector<std::int64_t> out;
  for (const ir::WindowDim& i : region_used(loop.body(), buffer)) {
    const ir::Expr step = difference(ir::substitute(i.lo, {{counter, next}}), i.lo);
    if (!ir::literal(step))
      refuse_operation("compute_at", fmt::format("the loop {} does not use {} in constant steps", loop.name(), buffer),
                       "");
    out.push_back(*ir::literal(step));
  }
  return out;
}

/// One stage that moves into the loops of its consumer.
class Stage {
 public:
  Stage(Proc p, std::string buffer) : p_(std::move(p)), buffer_(std::move(buffer)) {}

  Proc proc() const { return p_; }

  /// All nests right in front of the loop that compute the buffer become part of its iterations. How many there were.
  int into(const Cursor& loop) {
    int moved = 0;
    while (std::optional<Cursor> nest = stage_before(p_.forward(loop))) {
      give_outer_loop(*nest, p_.forward(loop));
      const Cursor consumer = p_.forward(loop);
      p_ = fuse(p_, consumer.prev(), consumer);
      ++moved;
    }
    return moved;
  }

 private:
  std::optional<Cursor> stage_before(const Cursor& loop) const {
    if (loop.path().steps.back().index == 0) return std::nullopt;
    const std::set<ir::Sym> written = written_buffers(loop.prev().stmt());
    const bool computes = std::any_of(written.begin(), written.end(), [&](ir::Sym s) { return s.text() == buffer_; });
    return computes ? std::optional(loop.prev()) : std::nullopt;
  }

  // The nest gets an outermost loop like the consumer's, whose iterations compute the consumer iteration's input.
  void give_outer_loop(const Cursor& nest, const Cursor& consumer) {
    const std::vector<std::int64_t> steps = steps_along(consumer, buffer_);
    const auto moves = [](std::int64_t step) { return step != 0; };
    const auto along = std::find_if(steps.begin(), steps.end(), moves);
    if (std::count_if(steps.begin(), steps.end(), moves) > 1)
      refuse_operation("compute_at",
                       fmt::format("the loop {} runs along several dimensions of {}", consumer.name(), buffer_), "");
    const ir::For& loop = *consumer.stmt().as<ir::For>();
    const ir::Expr count = difference(loop.hi, loop.lo);
    Cursor outer = nest;
    if (along == steps.end()) {
      p_ = add_loop(p_, nest.as_block(), consumer.name(), text(p_, count));
      outer = p_.forward(nest).parent();
    } else {
      outer = divide(nest, static_cast<std::size_t>(along - steps.begin()), *along, consumer.name(), count);
    }
    if (!is_literal(loop.lo, 0)) p_ = shift_loop(p_, p_.forward(outer), text(p_, loop.lo));
  }

  // The nest's loop along the dimension as blocks, outermost in the nest. A block begins every `step` elements.
  Cursor divide(const Cursor& nest, std::size_t dim, std::int64_t step, const std::string& name,
                const ir::Expr& blocks) {
    const auto [loop, own_step] = loop_along(nest, dim);
    if (step < 0 || step % own_step != 0)
      refuse_operation("compute_at",
                       fmt::format("{} is computed in steps of {} and used in steps of {}", buffer_, own_step, step),
                       "");
    if (!is_literal(loop.stmt().as<ir::For>()->lo, 0)) p_ = shift_loop(p_, loop, "0");
    const Cursor whole = p_.forward(loop);
    const std::int64_t stride = step / own_step;
    const ir::Expr begun = ir::mul(ir::int_lit(stride), blocks);
    const std::vector<std::string> names{name, fresh_name(p_, loop.name() + "i")};
    const bool overlap = !is_literal(difference(whole.stmt().as<ir::For>()->hi, begun), 0);
    if (overlap) p_ = divide_with_recompute(p_, whole, text(p_, blocks), stride, names);
    else if (stride > 1 || loop.name() != name) p_ = divide_loop(p_, whole, stride, names, Tail::perfect);
    if (!overlap && stride == 1 && loop.name() != name) p_ = unroll_loop(p_, p_.forward(whole).body()[0]);
    // A single block stays a loop, so that it can become part of the consumer's.
    if (!is_literal(blocks, 1)) p_ = simplify(p_, p_.forward(whole));
    while (p_.forward(whole).path() != nest.path()) p_ = reorder_loops(p_, p_.forward(whole).parent());
    return whole;
  }

  // The outermost loop of the nest that moves along the dimension, and by how much.
  std::pair<Cursor, std::int64_t> loop_along(const Cursor& nest, std::size_t dim) const {
    if (is_loop(nest))
      for (const Cursor& loop : perfect_nest(nest))
        if (const std::int64_t step = steps_along(loop, buffer_).at(dim); step > 0) return {loop, step};
    refuse_operation("compute_at",
                     fmt::format("no loop of the nest that computes {} runs along its dimension {}", buffer_, dim),
                     "only loops of a perfect nest move");
  }

  Proc p_;
  std::string buffer_;
};

}  // namespace

Proc split(const Proc& p, const Place& loop, std::int64_t factor, const std::string& outer, const std::string& inner,
           Tail tail) {
  return divide_loop(p, loop, factor, {outer, inner}, tail);
}

Proc reorder(const Proc& start, const std::vector<std::string>& names) {
  std::vector<Cursor> wanted;
  for (const std::string& name : names) wanted.push_back(start.find_loop(name));
  const auto depth = [](const Cursor& c) { return c.path().steps.size(); };
  const auto top =
      std::min_element(wanted.begin(), wanted.end(), [&](const auto& a, const auto& b) { return depth(a) < depth(b); });
  if (top == wanted.end()) return start;
  std::vector<Cursor> now = perfect_nest(*top), goal;
  std::size_t next = 0, found = 0;
  for (const Cursor& loop : now) {
    const bool named =
        std::any_of(wanted.begin(), wanted.end(), [&](const auto& w) { return w.path() == loop.path(); });
    found += named;
    goal.push_back(named ? wanted.at(next++) : loop);
  }
  if (found != wanted.size())
    refuse_operation("reorder", fmt::format("the loops are no perfect nest: {} of {} are in one", found, wanted.size()),
                     "fission takes other statements out of the nest");
  Proc p = start;
  for (std::size_t place = 0; place < goal.size(); ++place) {
    auto at = std::find_if(now.begin(), now.end(), [&](const Cursor& c) { return c.path() == goal[place].path(); });
    for (; at != now.begin() + static_cast<std::ptrdiff_t>(place); --at) {
      p = reorder_loops(p, p.forward(*(at - 1)));
      std::iter_swap(at - 1, at);
    }
  }
  return p;
}

Proc unroll(const Proc& p, const Place& loop) { return unroll_loop(p, loop); }

Proc parallel(const Proc& p, const Place& loop) { return parallelize_loop(p, loop); }

Proc compute_at(const Proc& p, const std::string& buffer, const Place& place) {
  const Cursor loop = loop_at(p, place);
  std::vector<Cursor> levels = enclosing_loops(loop);
  levels.insert(levels.begin(), loop);
  Stage stage(p, buffer);
  int moved = 0;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) moved += stage.into(*level);
  if (moved == 0)
    refuse_operation(
        "compute_at",
        fmt::format("no nest that computes {} stands right in front of {} or a loop around it", buffer, loop.name()),
        "");
  return stage.proc();
}

Proc store_at(const Proc& start, const std::string& buffer, const Place& place) {
  const Cursor loop = loop_at(start, place), alloc = start.find_alloc_or_arg(buffer);
  const auto depth = [](const Cursor& c) { return static_cast<std::int64_t>(c.path().steps.size()); };
  if (!is_alloc(alloc) || depth(alloc) > depth(loop))
    refuse_operation("store_at", fmt::format("{} is not allocated outside of the loop {}", buffer, loop.name()), "");
  Proc p = sink_alloc(start, alloc, depth(loop) - depth(alloc) + 1);
  const std::vector<ir::WindowDim> used = region_used(p.forward(loop).body(), buffer);
  const std::vector<ir::Expr> extents = p.forward(alloc).type().shape;
  for (std::size_t d = 0; d < used.size(); ++d) {
    const ir::Expr size = difference(used[d].hi, used[d].lo);
    if (is_literal(used[d].lo, 0) && ir::equal(size, extents[d])) continue;
    p = resize_dim(p, p.forward(alloc), static_cast<std::int64_t>(d), text(p, size), text(p, used[d].lo));
  }
  return p;
}

Proc compute_and_store_at(const Proc& start, const std::string& buffer, const Place& place) {
  const Cursor loop = loop_at(start, place);
  const Proc p = compute_at(start, buffer, loop);
  return store_at(p, buffer, p.forward(loop));
}

}  // namespace tessera::schedules
