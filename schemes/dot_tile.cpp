// SPDX-License-Identifier: Apache-2.0
#include "schemes/dot_tile.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/support/diagnostic.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"
#include "schedules/loops.hpp"
#include "schemes/nest.hpp"

namespace tessera::schemes {
namespace {

using schedules::VectorTarget;

// The loop as one of the instructions.
Proc replaced(const Proc& p, const Cursor& loop, const std::vector<Proc>& instructions) {
  for (const Proc& instruction : instructions)
    if (auto done = schedules::try_do(p, [&](const Proc& q) { return replace(q, q.forward(loop), instruction); }))
      return *std::move(done);
  if (instructions.size() == 1) return replace(p, p.forward(loop), instructions.front());  // says why not
  refuse(p.forward(loop), "no instruction loads these numbers", "");
}

// In registers of so many elements: one instruction, or a loop around it.
Proc in_instructions(Proc p, const Cursor& loop, std::int64_t elements, const std::vector<Proc>& instructions) {
  if (*schedules::literal_extent(p.forward(loop)) == elements)
    return replaced(simplify(p, p.forward(loop)), loop, instructions);
  p = divide_loop(p, p.forward(loop), elements, {loop.name() + "o", loop.name() + "i"}, Tail::perfect);
  const Cursor outer = p.forward(loop), inner = schedules::body_of(outer).front();
  return replaced(simplify(p, outer), inner, instructions);
}

}  // namespace

Cursor term_of(const Cursor& statement, const VectorTarget& target) {
  return target.dot ? statement.parent() : statement;
}

Proc in_whole_dot_products(const Proc& p, const Cursor& lanes, const VectorTarget& target) {
  if (!target.dot) return p;
  const std::int64_t used = *schedules::literal_extent(p.forward(lanes));
  const std::int64_t whole = schedules::whole_vectors(used, target.lanes) * target.lanes;
  return used == whole ? p : pad_loop(p, p.forward(lanes), std::to_string(whole));
}

Proc operand_in_registers(Proc p, const Cursor& copy, const Cursor& copies, const VectorTarget& target) {
  p = mult_loops(p, p.forward(copies), schedules::fresh_name(p, copies.name() + "e"));
  const auto last = static_cast<std::int64_t>(p.forward(copy).type().shape.size()) - 1;
  p = mult_dim(p, p.forward(copy), last - 1, last);
  p = simplify(p, p.forward(copies));
  if (*ir::literal(p.forward(copy).type().shape.back()) > target.numbers())
    p = divide_dim(p, p.forward(copy), last - 1, target.numbers());
  return set_memory(p, p.forward(copy), target.dot->of_b);
}

Proc load_operand(Proc p, const Cursor& copies, const VectorTarget& target) {
  p = in_instructions(std::move(p), copies, target.numbers(), target.dot->loads);
  const auto now = schedules::still_there(p, copies);
  return now && schedules::is_loop(*now) ? unroll_loop(p, *now) : p;
}

Proc sums_by_dot_products(Proc p, const Cursor& lanes, const VectorTarget& target) {
  return in_instructions(std::move(p), lanes, target.lanes, {target.dot->instruction});
}

}  // namespace tessera::schemes
