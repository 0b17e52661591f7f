// SPDX-License-Identifier: Apache-2.0
#include "schedules/stage.hpp"

#include <algorithm>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/support/diagnostic.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"

namespace tessera::schedules {
namespace {

[[noreturn]] void refuse_stage(const std::string& name, const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "stage";
  d.message = name + ": " + message;
  d.hint = hint;
  throw SchedulingError(d);
}

// The elements and windows of the buffer that the block uses, each as its intervals at that place.
std::vector<std::vector<ir::WindowDim>> uses_of(const Cursor& block, const std::string& buffer) {
  std::vector<std::vector<ir::WindowDim>> out;
  const analysis::Declared& declared = block.proc().declarations();
  auto whole = [&](ir::Sym name) {
    std::vector<ir::WindowDim> dims;
    for (const ir::Expr& extent : declared.at(name).type.shape) dims.push_back({ir::int_lit(0), extent});
    return dims;
  };
  auto add = [&](ir::Sym name, const std::vector<ir::Expr>& idx) {
    if (name.text() != buffer) return;
    out.push_back(idx.empty() ? whole(name) : std::vector<ir::WindowDim>());
    for (const ir::Expr& e : idx) out.back().push_back({e, ir::add(e, ir::int_lit(1))});
  };
  ir::Block list;
  for (const Cursor& s : statements(block)) list.push_back(s.stmt());
  ir::for_each_stmt(list, [&](const ir::Stmt& s) {
    if (const auto* n = s.as<ir::Assign>()) add(n->name, n->idx);
    if (const auto* n = s.as<ir::Reduce>()) add(n->name, n->idx);
  });
  ir::for_each_expr(list, [&](const ir::Expr& e) {
    if (const auto* r = e.as<ir::Read>()) add(r->name, r->idx);
    const auto* w = e.as<ir::WindowExpr>();
    if (!w || w->base.text() != buffer) return;
    out.emplace_back();
    for (const ir::WindowDim& d : w->dims)
      out.back().push_back({d.lo, d.is_point() ? ir::add(d.lo, ir::int_lit(1)) : d.hi});
  });
  return out;
}

// The least or the greatest value over the iterations of the loop, for an index that grows or falls with its counter.
enum class Extreme { least, greatest };
ir::Expr over(const ir::For& loop, const ir::Expr& e, Extreme which) {
  const ir::Expr next = ir::add(ir::read(loop.iter, ir::Scalar::index), ir::int_lit(1));
  const ir::Expr step = rewrite::collect_terms(ir::sub(ir::substitute(e, {{loop.iter, next}}), e));
  const bool falls = ir::literal(step) && *ir::literal(step) < 0;
  const bool at_end = (which == Extreme::greatest) != falls;
  return ir::substitute(e, {{loop.iter, at_end ? ir::sub(loop.hi, ir::int_lit(1)) : loop.lo}});
}

// Widens `all` to hold `more`; false when which one reaches further is not known.
bool widen(ir::WindowDim& all, const ir::WindowDim& more) {
  const ir::Expr below = rewrite::collect_terms(ir::sub(more.lo, all.lo)),
                 beyond = rewrite::collect_terms(ir::sub(more.hi, all.hi));
  if (!ir::literal(below) || !ir::literal(beyond)) return false;
  if (*ir::literal(below) < 0) all.lo = more.lo;
  if (*ir::literal(beyond) > 0) all.hi = more.hi;
  return true;
}

// A copy of the last dimension, which is in parts of vectors: each in one of its own.
Proc in_parts(Proc p, const Cursor& copy, std::int64_t part, const VectorTarget& target, TailContents tail) {
  const Cursor loop = perfect_nest(p.forward(copy)).back();
  p = divide_loop(p, loop, part, {fresh_name(p, loop.name() + "t"), loop.name()}, Tail::perfect);
  const Cursor lanes = body_of(p.forward(loop)).front();
  p = simplify(p, p.forward(loop));
  return vectorize_registers(p, p.forward(lanes), target, tail);
}

Proc stage(Proc p, const Place& place, const std::string& window, const std::string& name, const VectorTarget& target,
           std::int64_t part, bool accum) {
  Cursor block = block_at(p, place);
  const bool whole = window.find('[') == std::string::npos;
  p = stage_mem(p, block, whole ? window_used(block, window) : window, name, accum ? Staging::accum : Staging::copy);
  Cursor work = p.forward(block), alloc = p.find_alloc_or_arg(name);
  const ir::Type type = alloc.type();
  const auto* extent = type.shape.empty() ? nullptr : type.shape.back().as<ir::IntLit>();
  const bool is_part = extent && extent->value % target.lanes != 0;
  if (!extent || (is_part && !(target.has("masked_load") && target.has("masked_store"))))
    refuse_stage(name,
                 "the last interval of " + window + " has no literal length that " + std::to_string(target.lanes) +
                     " lanes divide",
                 "choose another window");
  const bool has_parts = part < target.lanes && extent->value > part && extent->value % part == 0;
  if (has_parts) p = divide_dim(p, alloc, static_cast<std::int64_t>(type.shape.size()) - 1, part);
  p = in_whole_vectors(p, alloc, target);
  const auto copy = [&](const Cursor& nest, TailContents tail) {
    p = has_parts ? in_parts(p, nest, part, target, tail)
                  : vectorize_registers(p, perfect_nest(p.forward(nest)).back(), target, tail);
  };
  const Cursor before = work[0].prev();
  const std::optional<Cursor> following = next_statement(work);
  if (is_loop(before)) copy(before, accum ? TailContents::anything : TailContents::zeros);
  if (following && is_loop(*following) && uses(p.forward(*following), name)) copy(*following, TailContents::nothing);
  return p;
}

}  // namespace

std::vector<ir::WindowDim> region_used(const Cursor& block, const std::string& buffer) {
  std::vector<std::vector<ir::WindowDim>> uses = uses_of(block, buffer);
  if (uses.empty()) refuse_stage(buffer, "the block does not use it", "");
  std::vector<Cursor> inside = loops_in(block);
  for (std::vector<ir::WindowDim>& use : uses)
    for (ir::WindowDim& i : use)
      for (auto l = inside.rbegin(); l != inside.rend(); ++l) {
        const ir::For& loop = *l->stmt().as<ir::For>();
        i = {over(loop, i.lo, Extreme::least), over(loop, i.hi, Extreme::greatest)};
      }
  std::vector<ir::WindowDim> all = uses.front();
  for (const std::vector<ir::WindowDim>& use : uses)
    for (std::size_t d = 0; d < all.size(); ++d)
      if (!widen(all[d], use.at(d)))
        refuse_stage(buffer, "the block uses it at indices that do not differ by a constant", "give the window");
  for (ir::WindowDim& i : all) i = {rewrite::collect_terms(i.lo), rewrite::collect_terms(i.hi)};
  return all;
}

Proc in_whole_vectors(Proc p, const Cursor& alloc, const VectorTarget& target) {
  const ir::Type type = p.forward(alloc).type();
  const auto last = static_cast<std::int64_t>(type.shape.size()) - 1;
  const std::int64_t elements = *ir::literal(type.shape.back()), vectors = whole_vectors(elements, target.lanes);
  if (elements < vectors * target.lanes)
    p = resize_dim(p, p.forward(alloc), last, std::to_string(vectors * target.lanes), "0");
  if (vectors > 1) p = divide_dim(p, p.forward(alloc), last, target.lanes);
  return set_memory(p, p.forward(alloc), target.memory);
}

std::string window_used(const Cursor& block, const std::string& buffer) {
  const ir::Names names = ir::names_at(block.proc().ir(), block.path(), block.range().count);
  std::string out;
  for (const ir::WindowDim& i : region_used(block, buffer)) {
    const ir::Expr length = rewrite::collect_terms(ir::sub(i.hi, i.lo));
    out += (out.empty() ? "" : ", ") + ir::print(i.lo, names);
    if (!ir::literal(length) || *ir::literal(length) != 1) out += " : " + ir::print(i.hi, names);
  }
  return buffer + "[" + out + "]";
}

Proc stage_operand(const Proc& p, const Place& block, const std::string& window, const std::string& name,
                   const VectorTarget& target) {
  return stage(p, block, window, name, target, target.lanes, false);
}

Proc stage_in_parts(const Proc& p, const Place& block, const std::string& window, const std::string& name,
                    std::int64_t part, const VectorTarget& target) {
  return stage(p, block, window, name, target, part, false);
}

Proc stage_accumulator(const Proc& p, const Place& block, const std::string& window, const std::string& name,
                       const VectorTarget& target) {
  return stage(p, block, window, name, target, target.lanes, true);
}

}  // namespace tessera::schedules
