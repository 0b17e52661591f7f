// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/padding.hpp"

#include <algorithm>
#include <iterator>

#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "schedules/combinators.hpp"
#include "schedules/halide.hpp"
#include "schedules/inspect.hpp"

namespace tessera::kernels::conv {
namespace {

using schemes::Tiling;
using Kind = schemes::Specifier::Kind;

/// The copy's loop over contiguous pixels: w, or h where columns of the image are rows in memory. For results in a
/// single row, which is in blocks itself, the other one, unless its pixels are innermost.
Cursor along_row(const Proc& specification, const shapes::ConvShape& s) {
  std::vector<Cursor> found, around = schedules::enclosing_loops(specification.find("padded[_] = _"));
  std::copy_if(around.begin(), around.end(), std::back_inserter(found),
               [](const Cursor& loop) { return loop.name() == "w" || loop.name() == "h"; });
  const bool is_single = found.at(0).name() == "w" ? s.P() == 1 : s.Q() == 1;
  return is_single && !(found[0] == around[0]) ? found.at(1) : found[0];
}

bool has_loop_along(const std::string& dim, const Tiling& t) {
  const bool is_loop = t.kind == Kind::all || t.kind == Kind::tile;
  return (is_loop && t.dim == dim && t.times > 1) ||
         std::any_of(t.inner.begin(), t.inner.end(), [&](const Tiling& i) { return has_loop_along(dim, i); });
}

/// Rows of the result in memory order.
struct Rows {
  std::string dim;
  shapes::ConvAxis along;
  bool have_blocks_of_channels = false;
  /// Each row of the image is read by some block.
  bool leave_none_out() const { return (along.kernel - 1) * along.dilation + 1 >= along.stride; }
};

bool can_have_copy(const Tiling& t, const Rows& rows) {
  if (t.kind != Kind::all && t.kind != Kind::tile) return false;
  if (t.dim == "n" || (t.dim == "g" && !rows.have_blocks_of_channels)) return true;
  const bool are_blocks = t.dim == rows.dim && has_loop_along(rows.dim, t.inner.front());
  return are_blocks && rows.leave_none_out();  // of single tiles rows are copied again and again
}

const Tiling* loop_with_copy(const Tiling& tiling, const Rows& rows) {
  const Tiling* found = nullptr;
  for (const Tiling* t = &tiling; !t->inner.empty(); t = &t->inner.front()) {
    if (t->kind == Kind::pack) return found;  // further in, the packing stands between the copy and who reads it
    const bool is_nothing = t->kind != Kind::sequence && t->times == 1;
    if (!is_nothing && !can_have_copy(*t, rows)) return found;
    if (!is_nothing) found = t;
  }
  return found;
}

// One buffer serves all iterations of loops that run them one after the other.
Proc reuse_room(const Proc& p) {
  const Cursor room = p.find_alloc_or_arg("padded");
  std::int64_t loops = 0;
  for (const Cursor& loop : schedules::enclosing_loops(room)) {
    if (loop.stmt().as<ir::For>()->mode != ir::LoopMode::seq) break;
    ++loops;
  }
  return loops == 0 ? p : lift_alloc(p, room, loops);
}

/// The part of a condition without the counter.
std::string without(const ir::Expr& condition, const ir::Sym& counter, const ir::Names& names) {
  const auto* both = condition.as<ir::Binary>();
  if (!both || both->op != ir::BinOp::and_) return ir::mentions(condition, counter) ? "" : ir::print(condition, names);
  const std::string a = without(both->lhs, counter, names), b = without(both->rhs, counter, names);
  return a.empty() ? b : b.empty() ? a : a + " and " + b;
}

// if h … and w …: A else: B, in a row (w) where the part about w always holds  -->  the part about h, outside of all
// loops that it does not mention.
Proc ask_once(Proc p, const Cursor& conditional, const Cursor& row) {
  const ir::Sym counter = p.forward(row).stmt().as<ir::For>()->iter;
  const std::string rest = without(p.forward(conditional).cond().expr(), counter, ir::Names(p.ir()));
  p = rewrite_expr(p, p.forward(conditional).cond(), rest);
  for (;;) {
    const Cursor at = p.forward(conditional), loop = at.parent();
    if (!schedules::is_loop(loop) || schedules::depends_on(at.cond(), loop)) return p;
    p = lift_scope(p, at);
  }
}

// Left of the image, in it, and right of it.
Proc copy_whole_rows(Proc p, const Cursor& row, const shapes::ConvShape& s) {
  const std::optional<Cursor> whole = schedules::still_there(p, row);
  if (!whole || !schedules::is_loop(*whole)) return p;  // it had one iteration
  const shapes::ConvAxis& along = row.name() == "w" ? s.columns : s.rows;
  std::vector<Cursor> parts{*whole};
  for (const std::int64_t border : {along.pad_before, along.pad_before + along.image}) {
    if (border == 0 || border >= along.read()) continue;
    p = cut_loop(p, p.forward(parts.back()), std::to_string(border));
    parts.push_back(*schedules::next_statement(p.forward(parts.back())));
  }
  for (const Cursor& part : parts) {
    const Cursor loop = p.forward(part);
    const Cursor conditional = schedules::body_of(schedules::perfect_nest(loop).back()).front();
    if (!conditional.stmt().as<ir::If>()) continue;  // simplified with the blocks
    const auto decided = schedules::try_do(p, [&](const Proc& q) { return eliminate_dead_code(q, conditional); });
    p = decided ? *decided : ask_once(p, conditional, loop);
  }
  return p;
}

// for w: padded[w] = I[w]  -->  for w: {padded[2 * w] = I[2 * w]; padded[2 * w + 1] = I[2 * w + 1]}
Proc copy_by_phases(Proc p, std::int64_t stride) {
  for (const Cursor& loop : schedules::loops(p)) {
    if (loop.name() != "w" || *schedules::literal_extent(loop) <= stride) continue;
    if (*ir::literal(loop.stmt().as<ir::For>()->lo) != 0) p = shift_loop(p, p.forward(loop), "0");
    p = divide_loop(p, p.forward(loop), stride, {"w", "phase"}, Tail::cut);
    p = unroll_loop(p, schedules::body_of(p.forward(loop)).front());
  }
  return p;
}

// Makes pixels for neighbouring results contiguous: padded[…, w]  -->  padded[…, w % stride, w / stride]
Proc split_phases(Proc p, const shapes::ConvShape& s) {
  const std::int64_t stride = s.columns.stride, whole = (s.columns.read() + stride - 1) / stride * stride;
  p = copy_by_phases(p, stride);
  const Cursor copy = p.find_alloc_or_arg("padded");
  if (whole != s.columns.read()) p = resize_dim(p, copy, 3, std::to_string(whole), "0");
  p = divide_dim(p, p.forward(copy), 3, stride);
  return rearrange_dim(p, p.forward(copy), {0, 1, 2, 4, 3});
}

Proc along_rows(const Proc& p, const Cursor& row, const shapes::ConvShape& s) {
  const Cursor inside = schedules::body_of(row).front();
  const bool are_pixels_side_by_side = !schedules::is_loop(inside);
  const Proc copied = copy_whole_rows(p, row, s);
  return are_pixels_side_by_side && s.columns.stride > 1 ? split_phases(copied, s) : copied;
}

}  // namespace

schemes::Stage copy_inside(const Proc& specification, const Tiling& tiling, const shapes::ConvShape& s) {
  const Cursor row = along_row(specification, s);
  const bool have_blocks = specification.find_alloc_or_arg("padded").type().shape.size() > 4;
  const Rows rows = row.name() == "w" ? Rows{"p", s.rows, have_blocks} : Rows{"q", s.columns, have_blocks};
  return {loop_with_copy(tiling, rows), [=](const Proc& p, const Cursor& loop) {
            return along_rows(reuse_room(schedules::compute_and_store_at(p, "padded", loop)), row, s);
          }};
}

Proc copy_in_front(const Proc& specification, const shapes::ConvShape& s) {
  return along_rows(specification, along_row(specification, s), s);
}

}  // namespace tessera::kernels::conv
