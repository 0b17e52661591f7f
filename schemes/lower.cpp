#include "schemes/lower.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"
#include "schedules/inspect.hpp"
#include "schedules/loops.hpp"
#include "schedules/stage.hpp"

namespace tessera::schemes {
namespace {

using Kind = Specifier::Kind;
using schedules::VectorTarget;

[[noreturn]] void refuse(const Cursor& at, const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "scheme";
  d.message = message;
  d.hint = hint;
  const std::string text = at.text();
  d.notes.push_back({at.stmt().loc(), text.substr(0, text.find('\n'))});
  throw SchedulingError(d);
}

/// The one statement of a nest.
Cursor statement_of(const Cursor& nest) {
  const std::vector<Cursor> body = schedules::body_of(schedules::perfect_nest(nest).back());
  if (body.size() != 1 || !schedules::is_reduce(body.front()))
    refuse(nest, "the nest does something else than adding to one place", "take the other statements out of it");
  return body.front();
}

class Lowering {
 public:
  Lowering(Proc p, const VectorTarget& target) : p_(std::move(p)), target_(target) {}

  Proc whole(const Cursor& nest, const Tiling& tiling) {
    const Cursor top = without_single_iterations(nest);
    cover(tiling, top, {});
    return simplify(p_);
  }

 private:
  struct Made {
    Kind kind;
    Cursor loop;
  };

  // A loop that runs once stands in no scheme's way. One stays where all run once.
  Cursor without_single_iterations(const Cursor& nest) {
    const std::vector<Cursor> loops = schedules::perfect_nest(nest);
    std::optional<Cursor> top;
    for (const Cursor& loop : loops) {
      if (schedules::literal_extent(loop) != 1) {
        if (!top) top = loop;
        continue;
      }
      p_ = unroll_loop(p_, p_.forward(loop));
    }
    if (!top) refuse(nest, "every loop of the nest runs once", "");
    return p_.forward(*top);
  }

  // `top` is the outermost loop of the part of the nest that the tiling covers; `around` are the loops made before.
  void cover(const Tiling& t, const Cursor& top, std::vector<Made> around) {
    if (t.kind == Kind::sequence) return sequence(t, top, around);
    if (t.times == 1) return inside(t, top, around);
    const Cursor loop = outermost(t.dim, top);
    const std::string outer = schedules::fresh_name(p_, t.dim + "t");
    if (t.step() > 1) p_ = divide_loop(p_, loop, t.step(), {outer, t.dim}, Tail::perfect);
    const Cursor made = p_.forward(loop);
    around.push_back({t.kind, made});
    if (t.inner.empty()) microkernel(around);
    else cover(t.inner.front(), schedules::body_of(made).front(), around);
  }

  void inside(const Tiling& t, const Cursor& top, const std::vector<Made>& around) {
    if (t.inner.empty()) microkernel(around);
    else cover(t.inner.front(), top, around);
  }

  // for d: …  -->  for d in the first part: …; for d in the second: …; each from 0
  void sequence(const Tiling& t, const Cursor& top, const std::vector<Made>& around) {
    Cursor loop = outermost(t.dim, top);
    std::vector<Cursor> parts{loop};
    for (std::size_t i = 0; i + 1 < t.inner.size(); ++i) {
      p_ = cut_loop(p_, p_.forward(loop), std::to_string(t.inner[i].covered(t.dim)));
      loop = *schedules::next_statement(p_.forward(loop));
      p_ = shift_loop(p_, loop, "0");
      parts.push_back(loop);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) cover(t.inner[i], p_.forward(parts[i]), around);
  }

  // The loop over the dimension, moved out of the others of its nest.
  Cursor outermost(const std::string& dim, const Cursor& top) {
    const std::vector<Cursor> nest = schedules::perfect_nest(p_.forward(top));
    const auto at = std::find_if(nest.begin(), nest.end(), [&](const Cursor& l) { return l.name() == dim; });
    if (at == nest.end()) refuse(p_.forward(top), fmt::format("no loop over {} is left here", dim), "");
    for (auto outer = at; outer != nest.begin();) p_ = reorder_loops(p_, p_.forward(*--outer));
    return p_.forward(*at);
  }

  // ---- the innermost loops

  // The register tile: unrolled loops and lanes, innermost. Around it the loops that the result does not depend on.
  void microkernel(const std::vector<Made>& loops) {
    std::size_t first = loops.size();
    while (first > 0 && is_register(loops[first - 1].kind)) --first;
    if (first == loops.size()) return;  // plain loops
    std::size_t stay = first;
    const Cursor statement = statement_of(p_.forward(loops.back().loop));
    while (stay > 0 && !is_written_along(loops[stay - 1].loop, statement)) --stay;
    std::size_t row = loops.size() - 1;  // from here on: what one load of an operand serves
    while (row > first && is_written_along(loops[row - 1].loop, statement)) --row;
    if (loops.back().kind == Kind::vector) in_vectors(loops, stay, row, statement);
    for (std::size_t i = loops.size(); i-- > first;)
      if (loops[i].kind == Kind::unroll) p_ = unroll_loop(p_, p_.forward(loops[i].loop));
  }

  static bool is_register(Kind k) { return k == Kind::unroll || k == Kind::vector; }

  bool is_written_along(const Cursor& loop, const Cursor& statement) const {
    const ir::Sym counter = p_.forward(loop).stmt().as<ir::For>()->iter;
    const auto& indices = statement.stmt().as<ir::Reduce>()->idx;
    return std::any_of(indices.begin(), indices.end(), [&](const ir::Expr& e) { return ir::mentions(e, counter); });
  }

  void in_vectors(const std::vector<Made>& loops, std::size_t stay, std::size_t row, const Cursor& statement) {
    const Cursor lanes = loops.back().loop;
    const std::string result = statement.name();
    const std::set<std::string> operands = operands_along(lanes, statement);
    stage(loops[stay].loop, result, true);
    for (const std::string& operand : operands) stage(loops[row].loop, operand, false);
    p_ = schedules::vectorize_lanes(p_, p_.forward(lanes), target_);
  }

  // Operands with another element in each lane.
  std::set<std::string> operands_along(const Cursor& lanes, const Cursor& statement) const {
    const ir::Sym lane = p_.forward(lanes).stmt().as<ir::For>()->iter;
    std::set<std::string> out;
    ir::for_each_expr(statement.stmt().as<ir::Reduce>()->rhs, [&](const ir::Expr& e) {
      const auto* read = e.as<ir::Read>();
      if (read && !read->idx.empty() && ir::mentions(e, lane)) out.insert(read->name.text());
    });
    return out;
  }

  // What the block uses of the buffer lies in vectors while it runs; the copies are written out.
  void stage(const Cursor& block, const std::string& buffer, bool is_stored) {
    p_ = schedules::stage_operand(p_, p_.forward(block), buffer, schedules::fresh_name(p_, buffer + "_tile"), target_);
    const Cursor load = p_.forward(block).prev();
    std::vector<Cursor> copies{load};
    if (is_stored) copies.push_back(*schedules::next_statement(p_.forward(block)));
    for (const Cursor& copy : copies)
      if (const auto now = schedules::still_there(p_, copy); now && schedules::is_loop(*now))
        p_ = schedules::unroll_all(p_, *now);
  }

  Proc p_;
  const VectorTarget& target_;
};

}  // namespace

Extents extents_of(const Cursor& nest) {
  Extents out;
  for (const Cursor& loop : schedules::perfect_nest(nest)) {
    const std::optional<std::int64_t> extent = schedules::literal_extent(loop);
    const auto* lo = ir::literal(loop.stmt().as<ir::For>()->lo);
    if (!extent || !lo || *lo != 0)
      refuse(loop, fmt::format("the loop over {} has no literal bounds from 0", loop.name()),
             "partial_eval gives sizes their values");
    out.emplace_back(loop.name(), *extent);
  }
  return out;
}

ir::Scalar type_of(const Proc& p, const Place& nest) {
  return statement_of(schedules::loop_at(p, nest)).stmt().as<ir::Reduce>()->type;
}

Proc lower(const Proc& p, const Place& nest, const Scheme& scheme, const VectorTarget& target) {
  const Cursor top = schedules::loop_at(p, nest);
  statement_of(top);
  return Lowering(p, target).whole(top, fit(scheme, extents_of(top), target.lanes));
}

}  // namespace tessera::schemes
