// SPDX-License-Identifier: Apache-2.0
#include "schemes/microkernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "schedules/inspect.hpp"
#include "schedules/loops.hpp"
#include "schedules/prefetch.hpp"
#include "schedules/stage.hpp"
#include "schemes/dot_tile.hpp"
#include "schemes/nest.hpp"

namespace tessera::schemes {
namespace {

using Kind = Specifier::Kind;
using schedules::VectorTarget;

bool is_in_loop(const Cursor& c) { return c.path().steps.size() > 1 && schedules::is_loop(c.parent()); }

class Maker {
 public:
  Maker(Proc p, const VectorTarget& target, const Ahead& ahead) : p_(std::move(p)), target_(target), ahead_(ahead) {}

  // Outer loops that the result does not depend on are around the tile.
  Proc result_staged(const std::vector<Made>& loops) {
    std::size_t stay = first_of_tile(loops);
    if (stay == loops.size() || loops.back().kind != Kind::vector) return p_;
    const Cursor statement = statement_of(p_.forward(loops.back().loop));
    while (stay > 0 && !is_written_along(loops[stay - 1].loop, statement)) --stay;
    stage_result(loops[stay].loop, statement.name(), *schedules::literal_extent(loops.back().loop));
    return p_;
  }

  Proc made(const std::vector<Made>& loops, bool has_tile) {
    const std::size_t first = first_of_tile(loops);
    if (first == loops.size()) return p_;  // plain loops
    if (!has_tile) result_staged(loops);
    if (loops.back().kind == Kind::vector) p_ = in_whole_dot_products(p_, loops.back().loop, target_);
    const Cursor statement = statement_of(p_.forward(loops.back().loop));
    std::size_t row = loops.size() - 1;  // from here on: what one load of an operand serves
    while (row > first && is_written_along(loops[row - 1].loop, statement)) --row;
    const bool has_vectors = loops.back().kind == Kind::vector;
    if (has_vectors) p_ = simplify(p_, p_.forward(loops.front().loop));
    if (has_vectors && !target_.dot) ask_for_next_elements(loops[first].loop, loops.back().loop, statement);
    if (has_vectors) load_operands(loops.back().loop, statement, loops.size() - row);
    const Cursor term = term_of(p_.forward(statement), target_);
    std::vector<Cursor> tile = schedules::enclosing_loops(term);  // loading took loops apart
    tile.resize(loops.size() - first, tile.front());
    if (has_vectors && target_.dot) p_ = sums_by_dot_products(p_, tile.front(), target_);
    else if (has_vectors)
      p_ = schedules::vectorize_registers(p_, tile.front(), target_, schedules::TailContents::anything);
    for (const Cursor& loop : tile)
      if (const auto now = schedules::still_there(p_, loop); now && schedules::is_loop(*now))
        p_ = unroll_loop(p_, *now);
    return p_;
  }

 private:
  bool is_written_along(const Cursor& loop, const Cursor& statement) const {
    return schemes::is_written_along(p_.forward(loop), statement);
  }

  static std::size_t first_of_tile(const std::vector<Made>& loops) {
    std::size_t first = loops.size();
    while (first > 0 && is_register(loops[first - 1].kind)) --first;
    return first;
  }

  // Of operands that are the same in each lane.
  void ask_for_next_elements(const Cursor& tile, const Cursor& lanes, const Cursor& statement) {
    const std::set<std::string> in_vectors = operands_along(lanes, p_.forward(statement));
    for (const std::string& operand : ahead_.next) {
      const Cursor sum = p_.forward(statement);
      if (in_vectors.count(operand) > 0 || !is_in_loop(p_.forward(tile)) || !schedules::uses(sum, operand)) continue;
      p_ = schedules::prefetch_next_elements(p_, p_.forward(tile), sum.find(operand + "[_]"), target_);
    }
  }

  void load_operands(const Cursor& lanes, const Cursor& statement, std::size_t loops) {
    for (const std::string& operand : operands_along(lanes, p_.forward(statement)))
      load_once(operand, statement, loops);
  }

  Cursor term(const Cursor& statement) const { return term_of(p_.forward(statement), target_); }

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

  // for i: for l: C += F[l] …  -->  f: R[lanes]; for l: f[l] = F[l]; for i: for l: C += f[l] …
  // Operands that differ for each sum are loaded at their use.
  void load_once(const std::string& operand, const Cursor& statement, std::size_t loops) {
    const Cursor read = p_.forward(statement).find(operand + "[_]");
    const ir::Expr what = read.expr();
    bool serves_several = loops == 1;
    for (std::size_t i = 1; i < loops; ++i)
      serves_several =
          serves_several || !ir::mentions(what, outwards(term(statement), i + 1).stmt().as<ir::For>()->iter);
    if (!serves_several && !target_.dot) return;
    p_ = bind_expr(p_, read, schedules::fresh_name(p_, operand + "_tile"));
    const Cursor load = p_.forward(statement).prev(), copy = load.prev();
    const Cursor along = term_of(load, target_).parent();
    const std::int64_t used = *schedules::literal_extent(along);
    const std::int64_t vectors = schedules::whole_vectors(used, target_.lanes);
    if (target_.dot) p_ = expand_dim(p_, copy, std::to_string(target_.dot->depth), load.parent().name());
    p_ = expand_dim(p_, p_.forward(copy), std::to_string(vectors * target_.lanes), along.name());
    for (std::size_t i = 1; i < loops; ++i) {
      const Cursor loop = outwards(term(load), i + 1);
      if (ir::mentions(what, loop.stmt().as<ir::For>()->iter))
        p_ = expand_dim(p_, p_.forward(copy), std::to_string(*schedules::literal_extent(loop)), loop.name());
    }
    const auto levels = static_cast<std::int64_t>(loops) + (target_.dot ? 1 : 0);
    p_ = lift_alloc(p_, p_.forward(copy), levels);
    p_ = autofission(p_, p_.forward(load).after(), levels);
    Cursor nest = term(load).parent();
    if (target_.dot) p_ = operand_in_registers(p_, copy, nest, target_);
    else p_ = schedules::in_whole_vectors(p_, copy, target_);
    nest = p_.forward(nest);
    Cursor outer = nest;  // the loops that copy and do nothing else
    while (is_in_loop(outer) && schedules::body_of(outer.parent()).size() == 1) outer = outer.parent();
    if (ahead_(operand) > 0 && is_in_loop(outer))
      p_ = schedules::prefetch_iterations_ahead(p_, outer, nest, ahead_(operand), schedules::Into::first, target_);
    if (ahead_.next.count(operand) > 0 && is_in_loop(p_.forward(outer)))
      p_ = schedules::prefetch_next_block(p_, p_.forward(outer), p_.forward(nest), target_);
    nest = p_.forward(nest), outer = p_.forward(outer);
    const bool is_in_rows = !(outer == nest);
    if (target_.dot) p_ = load_operand(p_, nest, target_);
    else p_ = schedules::vectorize_registers(p_, nest, target_, schedules::TailContents::zeros);
    if (is_in_rows) p_ = schedules::unroll_all(p_, p_.forward(outer));
  }

  // The block's result is kept in vectors while it runs; the copies are unrolled.
  void stage_result(const Cursor& block, const std::string& buffer, std::int64_t lanes) {
    const std::string name = schedules::fresh_name(p_, buffer + "_tile");
    p_ = schedules::stage_in_parts(p_, p_.forward(block), buffer, name, lanes, target_);
    for (const StmtCursor& copy : {p_.forward(block).prev(), p_.forward(block).next()})
      if (const auto now = schedules::still_there(p_, copy); now && schedules::is_loop(*now))
        p_ = schedules::unroll_all(p_, *now);
  }

  Proc p_;
  const VectorTarget& target_;
  const Ahead& ahead_;
};

}  // namespace

Proc microkernel(const Proc& p, const std::vector<Made>& loops, bool has_tile, const VectorTarget& target,
                 const Ahead& ahead) {
  return Maker(p, target, ahead).made(loops, has_tile);
}

Proc result_in_registers(const Proc& p, const std::vector<Made>& loops, const VectorTarget& target) {
  return Maker(p, target, {}).result_staged(loops);
}

}  // namespace tessera::schemes
