#include "schedules/stage.hpp"

#include <algorithm>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/tidy.hpp"
#include "dsl/support/diagnostic.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"

namespace tessera::schedules {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "stage";
  d.message = name + ": " + message;
  d.hint = hint;
  throw SchedulingError(d);
}

// The elements and windows of the buffer that the block uses, each as its intervals at that place.
std::vector<std::vector<Interval>> uses_of(const Cursor& block, const std::string& buffer) {
  std::vector<std::vector<Interval>> out;
  const ir::Declarations declared = ir::declarations(block.proc().ir());
  auto whole = [&](ir::Sym name) {
    std::vector<Interval> dims;
    for (const ir::Expr& extent : declared.at(name).type.shape) dims.push_back({ir::int_lit(0), extent});
    return dims;
  };
  auto add = [&](ir::Sym name, const std::vector<ir::Expr>& idx) {
    if (name.text() != buffer) return;
    out.push_back(idx.empty() ? whole(name) : std::vector<Interval>());
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
  const ir::Expr step = rewrite::tidy(ir::sub(ir::substitute(e, {{loop.iter, next}}), e));
  const bool falls = ir::literal(step) && *ir::literal(step) < 0;
  const bool at_end = (which == Extreme::greatest) != falls;
  return ir::substitute(e, {{loop.iter, at_end ? ir::sub(loop.hi, ir::int_lit(1)) : loop.lo}});
}

// Widens `all` to hold `more`; false when which one reaches further is not known.
bool widen(Interval& all, const Interval& more) {
  const ir::Expr below = rewrite::tidy(ir::sub(more.lo, all.lo)), beyond = rewrite::tidy(ir::sub(more.hi, all.hi));
  if (!ir::literal(below) || !ir::literal(beyond)) return false;
  if (*ir::literal(below) < 0) all.lo = more.lo;
  if (*ir::literal(beyond) > 0) all.hi = more.hi;
  return true;
}

// A nest of loops that copies or clears the staged buffer: its innermost loop by vectors.
Proc copy_in_vectors(Proc p, const Cursor& nest, const VectorTarget& target) {
  Cursor lanes = perfect_nest(p.forward(nest)).back();
  if (*literal_extent(lanes) > target.lanes) {
    Cursor vectors = lanes;
    p = divide_loop(p, vectors, target.lanes, {vectors.name() + "o", vectors.name() + "i"}, Tail::perfect);
    p = simplify(p, p.forward(nest));
    lanes = p.forward(vectors).body()[0];
  }
  return vectorize_lanes(p, lanes, target);
}

Proc stage(Proc p, const Place& place, const std::string& window, const std::string& name, const VectorTarget& target,
           bool accum) {
  Cursor block = block_at(p, place);
  const bool whole = window.find('[') == std::string::npos;
  p = stage_mem(p, block, whole ? window_used(block, window) : window, name, accum ? Staging::accum : Staging::copy);
  Cursor work = p.forward(block), alloc = p.find_alloc_or_arg(name);
  const ir::Type type = alloc.type();
  const auto* extent = type.shape.empty() ? nullptr : type.shape.back().as<ir::IntLit>();
  const bool is_part =
      extent && extent->value < target.lanes && target.has("masked_load") && target.has("masked_store");
  if (!extent || (extent->value % target.lanes != 0 && !is_part))
    refuse(name,
           "the last interval of " + window + " has no literal length that " + std::to_string(target.lanes) +
               " lanes divide",
           "choose another window");
  if (extent->value > target.lanes)
    p = divide_dim(p, alloc, static_cast<std::int64_t>(type.shape.size()) - 1, target.lanes);
  if (is_part)
    p = resize_dim(p, alloc, static_cast<std::int64_t>(type.shape.size()) - 1, std::to_string(target.lanes), "0");
  p = set_memory(p, p.forward(alloc), target.memory);
  std::vector<Cursor> copies;
  if (Cursor before = work[0].prev(); is_loop(before)) {
    copies.push_back(before);
    p = over_all_lanes(p, perfect_nest(before).back(), target, !accum);
  }
  if (std::optional<Cursor> behind = next_statement(work); behind && is_loop(*behind) && uses(*behind, name))
    copies.push_back(*behind);
  for (const Cursor& nest : copies) p = copy_in_vectors(p, nest, target);
  return p;
}

}  // namespace

std::vector<Interval> region_used(const Cursor& block, const std::string& buffer) {
  std::vector<std::vector<Interval>> uses = uses_of(block, buffer);
  if (uses.empty()) refuse(buffer, "the block does not use it", "");
  std::vector<Cursor> inside = loops_in(block);
  for (std::vector<Interval>& use : uses)
    for (Interval& i : use)
      for (auto l = inside.rbegin(); l != inside.rend(); ++l) {
        const ir::For& loop = *l->stmt().as<ir::For>();
        i = {over(loop, i.lo, Extreme::least), over(loop, i.hi, Extreme::greatest)};
      }
  std::vector<Interval> all = uses.front();
  for (const std::vector<Interval>& use : uses)
    for (std::size_t d = 0; d < all.size(); ++d)
      if (!widen(all[d], use.at(d)))
        refuse(buffer, "the block uses it at indices that do not differ by a constant", "give the window");
  for (Interval& i : all) i = {rewrite::tidy(i.lo), rewrite::tidy(i.hi)};
  return all;
}

std::string window_used(const Cursor& block, const std::string& buffer) {
  const ir::Names names(block.proc().ir());
  std::string out;
  for (const Interval& i : region_used(block, buffer)) {
    const ir::Expr length = rewrite::tidy(ir::sub(i.hi, i.lo));
    out += (out.empty() ? "" : ", ") + ir::print(i.lo, names);
    if (!ir::literal(length) || *ir::literal(length) != 1) out += " : " + ir::print(i.hi, names);
  }
  return buffer + "[" + out + "]";
}

Proc stage_operand(const Proc& p, const Place& block, const std::string& window, const std::string& name,
                   const VectorTarget& target) {
  return stage(p, block, window, name, target, false);
}

Proc stage_accumulator(const Proc& p, const Place& block, const std::string& window, const std::string& name,
                       const VectorTarget& target) {
  return stage(p, block, window, name, target, true);
}

}  // namespace tessera::schedules
