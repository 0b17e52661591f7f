// SPDX-License-Identifier: Apache-2.0
#include "schedules/vectorize.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/call.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"
#include "schedules/loops.hpp"

namespace tessera::schedules {
namespace {

[[noreturn]] void refuse_vectorize(const Cursor& statement, const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "vectorize";
  d.message = message;
  d.hint = hint;
  std::string text = statement.text();
  d.notes.push_back({statement.stmt().loc(), text.substr(0, text.find('\n'))});
  throw SchedulingError(d);
}

/// One loop over lanes with one statement, which becomes instructions.
class Lanes {
 public:
  Lanes(Proc p, const VectorTarget& target) : p_(std::move(p)), target_(target) {}

  Proc proc() const { return p_; }

  void loop(const Cursor& lane_loop) {
    give_vectors_to_locals(lane_loop);
    std::vector<Cursor> parts;
    for (const Cursor& s : body_of(p_.forward(lane_loop))) parts.push_back(s);
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) p_ = fission(p_, p_.forward(parts[i]).after());
    for (const Cursor& part : parts) statement(part);
  }

 private:
  // for l: t: T; …  -->  t: T[lanes]; for l: …
  void give_vectors_to_locals(const Cursor& lane_loop) {
    for (const Cursor& s : body_of(p_.forward(lane_loop)))
      if (is_alloc(s)) widen(s, lane_loop.name());
  }

  void widen(const Cursor& alloc, const std::string& lane) {
    p_ = expand_dim(p_, p_.forward(alloc), std::to_string(target_.lanes), lane);
    p_ = lift_alloc(p_, p_.forward(alloc));
    p_ = set_memory(p_, p_.forward(alloc), target_.memory);
  }

  void statement(const Cursor& at) {
    for (int tries = 0; tries < 64; ++tries) {
      Cursor s = p_.forward(at);
      if (s.stmt().as<ir::Pass>()) return;
      if (s.stmt().as<ir::If>() && fits(s.parent())) return;  // a load with zeros after
      if (!is_assign(s) && !is_reduce(s))
        refuse_vectorize(s, "only assignments and reductions become vector instructions",
                         "vectorize an innermost loop without ifs and calls");
      if (fits(s.parent())) return;
      if (!in_vectors(written(s))) {
        if (is_reduce(s)) stage_sum(s);
        else stage_result(s);
      } else {
        bind_operand(s);
      }
    }
    refuse_vectorize(p_.forward(at), "the statement does not come apart into instructions", "");
  }

  // The loop as one instruction, if one has the operands' memories.
  bool fits(const Cursor& lane_loop) {
    for (const Proc& instruction : target_.instructions) {
      std::optional<Proc> done = try_do(p_, [&](const Proc& p) { return replace(p, lane_loop, instruction); });
      if (!done) continue;
      const ir::Call& call = *ir::stmt_at(done->ir(), lane_loop.path())->as<ir::Call>();
      if (!analysis::memories_match(done->declarations(), call)) continue;
      p_ = *std::move(done);
      return true;
    }
    return false;
  }

  static ir::Sym written(const Cursor& s) {
    const auto* assign = s.stmt().as<ir::Assign>();
    return assign ? assign->name : s.stmt().as<ir::Reduce>()->name;
  }

  bool in_vectors(ir::Sym buffer) const { return p_.declarations().at(buffer).mem == target_.memory; }

  // x = e  -->  t = e; x = t, with t in a vector
  void stage_result(const Cursor& s) {
    Cursor whole = s.child(static_cast<int>(s.stmt().as<ir::Assign>()->idx.size()));
    if (is_vector_read(whole.expr()))
      refuse_vectorize(s, fmt::format("no instruction of {} stores this vector", target_.memory->name),
                       "is the place of unit stride along the loop?");
    bind(s, whole, s.name() + "_v");
  }

  // x += e  -->  t = x; t += e; x = t, with t in a vector
  void stage_sum(const Cursor& s) {
    const ir::Reduce& sum = *s.stmt().as<ir::Reduce>();
    if (is_vector_read(sum.rhs))
      refuse_vectorize(s, fmt::format("no instruction of {} adds this vector to memory", target_.memory->name),
                       sum.idx.empty()
                           ? fmt::format("instructions add to an element: declare {0} as {1}, and add to {0}[0]",
                                         s.name(), fmt::format("{}[1]", ir::name(sum.type)))
                           : "is the place of unit stride along the loop?");
    std::string lane = s.parent().name();
    p_ = stage_mem(p_, s.as_block(), written_place(s), fresh_name(p_, s.name() + "_v"));
    Cursor now = p_.forward(s), alloc = now.prev(2), load = now.prev(1), store = now.next();
    widen(alloc, lane);
    p_ = fission(p_, p_.forward(load).after());
    p_ = fission(p_, p_.forward(s).after());
    statement(load);
    statement(store);
  }

  bool is_vector_read(const ir::Expr& e) const {
    const auto* r = e.as<ir::Read>();
    return r && ir::is_data(r->type) && in_vectors(r->name);
  }

  // One operand gets a vector, or a scalar of its own where it is a literal.
  void bind_operand(const Cursor& s) {
    Cursor lane_loop = s.parent();
    if (right_side(s).kind_name() == "literal") return name_scalar(s, right_side(s));
    Operands found;
    collect(right_side(s), lane_loop, found);
    auto& [memory, same, inner, scalars] = found;
    // A copied value moves from memory to a vector already: only an instruction can do that.
    const auto comes_apart = [&](const Cursor& e) { return is_reduce(s) || e.path() != right_side(s).path(); };
    if (!memory.empty() && comes_apart(memory.front())) return bind(s, memory.front(), memory.front().name() + "_v");
    if (!same.empty()) return name_scalar(s, same.front());
    if (!inner.empty()) return bind(s, inner.front(), s.name() + "_part");
    if (is_update(s)) return bind(s, right_side(s), s.name() + "_new");
    if (scalars.empty() || !comes_apart(scalars.front()))
      refuse_vectorize(s, fmt::format("no instruction of {} computes this", target_.memory->name),
                       "add one to the library, or write the expression in operations that it has");
    if (scalars.front().kind_name() == "literal") return name_scalar(s, scalars.front());
    bind(s, scalars.front(), scalars.front().name() + "_v");
  }

  // x = f(x): an instruction's operands do not overlap.
  static bool is_update(const Cursor& s) {
    const auto* assign = s.stmt().as<ir::Assign>();
    return assign && !assign->rhs.as<ir::Read>() && ir::mentions(assign->rhs, assign->name);
  }

  static Cursor right_side(const Cursor& s) {
    const auto* assign = s.stmt().as<ir::Assign>();
    std::size_t indices = assign ? assign->idx.size() : s.stmt().as<ir::Reduce>()->idx.size();
    return s.child(static_cast<int>(indices));
  }

  // Operands that an instruction may need in a register, in the order of trial.
  struct Operands {
    std::vector<Cursor> memory;   // elements, another one in each lane
    std::vector<Cursor> same;     // operations with the same result in all lanes
    std::vector<Cursor> inner;    // other operations below the top one, deepest first
    std::vector<Cursor> scalars;  // elements, variables and literals that are the same in all lanes
  };

  void collect(const Cursor& e, const Cursor& lane_loop, Operands& out, bool top = true) {
    const ir::Expr node = e.expr();
    const bool leaf = node.as<ir::Read>() || node.as<ir::ReadConfig>() || node.as<ir::FloatLit>();
    if (!(ir::is_data(node.type()) || leaf) || is_vector_read(node)) return;
    if (!ir::mentions(node, lane_loop.stmt().as<ir::For>()->iter) && !reads_vectors(node))
      return (leaf ? out.scalars : out.same).push_back(e);
    if (leaf) return out.memory.push_back(e);
    for (std::size_t i = 0; i < ir::children(node).size(); ++i)
      collect(e.child(static_cast<int>(i)), lane_loop, out, false);
    if (!top) out.inner.push_back(e);
  }

  bool reads_vectors(const ir::Expr& e) const {
    bool found = false;
    ir::for_each_expr(e, [&](const ir::Expr& node) { found = found || is_vector_read(node); });
    return found;
  }

  // s(e)  -->  t = e in a loop over lanes of its own, t in a vector; s(t)
  void bind(const Cursor& s, const Cursor& e, const std::string& name) {
    std::string lane = s.parent().name();
    p_ = bind_expr(p_, e, fresh_name(p_, name));
    Cursor now = p_.forward(s), alloc = now.prev(2), value = now.prev(1);
    widen(alloc, lane);
    p_ = fission(p_, p_.forward(value).after());
    statement(value);
  }

  // s(e)  -->  c = e in front of the loop; s(c), for a value that is the same in all lanes
  void name_scalar(const Cursor& s, const Cursor& e) {
    p_ = bind_expr(p_, e, fresh_name(p_, e.kind_name() == "literal" ? "constant" : s.name() + "_same"));
    Cursor now = p_.forward(s), alloc = now.prev(2), value = now.prev(1);
    p_ = lift_alloc(p_, alloc);
    p_ = autofission(p_, p_.forward(value).after());
  }

  Proc p_;
  const VectorTarget& target_;
};

/// for v: for u: for l: x += e   -->   sums: T[units, lanes] of zeros
///                                    for v: for u: for l: sums[u, l] += e
///                                    for u: for l: x += sums[u, l]
class SumsInLanes {
 public:
  SumsInLanes(Proc p, const Cursor& vectors, const VectorTarget& target)
      : p_(std::move(p)), vectors_(vectors), nest_(perfect_nest(vectors)), target_(target) {}

  static bool apply_to(const Cursor& vectors) {
    std::vector<Cursor> nest = perfect_nest(vectors);
    if (nest.back().body().count() != 1 || !is_reduce(nest.back().body()[0])) return false;
    for (const ir::Expr& e : nest.back().body()[0].stmt().as<ir::Reduce>()->idx)
      for (const Cursor& loop : nest)
        if (ir::mentions(e, loop.stmt().as<ir::For>()->iter)) return false;
    return true;
  }

  Proc proc() {
    const Cursor sum = nest_.back().body()[0];
    const int inside = static_cast<int>(nest_.size()) - 1;
    for (int i = 0; i < inside; ++i) p_ = reorder_loops(p_, p_.forward(vectors_));
    p_ = stage_mem(p_, p_.forward(vectors_).as_block(), written_place(p_.forward(sum)),
                   fresh_name(p_, sum.name() + "_sums"), Staging::accum);
    const Cursor work = p_.forward(vectors_), alloc = work.prev(2), zero = work.prev(1), total = work.next();
    for (auto loop = nest_.rbegin(); loop + 1 != nest_.rend(); ++loop) {
      p_ = expand_dim(p_, p_.forward(alloc), std::to_string(*literal_extent(*loop)), loop->name());
      p_ = lift_alloc(p_, p_.forward(alloc));
    }
    p_ = set_memory(p_, p_.forward(alloc), target_.memory);
    p_ = fission(p_, p_.forward(zero).after(), inside);
    p_ = fission(p_, p_.forward(vectors_).after(), inside);
    for (int i = 0; i < inside; ++i) p_ = reorder_loops(p_, p_.forward(vectors_).parent());
    for (const Cursor& s : {zero, sum, total}) in_vectors(s);
    return p_;
  }

 private:
  // The loops around the statement: the innermost one as instructions, the one over units unrolled.
  void in_vectors(const Cursor& s) {
    const Cursor lanes = p_.forward(s).parent();
    std::optional<Cursor> units;
    if (nest_.size() == 3) units = lanes.parent();
    p_ = vectorize_lanes(p_, lanes, target_);
    if (units) p_ = write_out(p_, *units);
  }

  Proc p_;
  Cursor vectors_;
  std::vector<Cursor> nest_;  // over vectors, units of a vector if there are several, lanes
  const VectorTarget& target_;
};

}  // namespace

Proc vectorize_lanes(const Proc& p, const Cursor& loop, const VectorTarget& target) {
  Lanes lanes(p, target);
  lanes.loop(p.forward(loop));
  return lanes.proc();
}

Proc vectorize(const Proc& start, const Place& place, const VectorTarget& target, Leftover leftover,
               std::int64_t sums) {
  const Cursor loop = loop_at(start, place);
  const Tail tail = leftover == Leftover::none     ? Tail::perfect
                    : leftover == Leftover::scalar ? Tail::cut
                                                   : Tail::cut_and_guard;
  const std::string outer = loop.name() + "o", inner = loop.name() + "i";
  Proc p = divide_loop(start, loop, sums * target.lanes, {outer, inner}, tail);
  Cursor vectors = p.forward(loop), lanes = vectors.body()[0];
  if (sums > 1) {
    p = divide_loop(p, lanes, target.lanes, {loop.name() + "u", inner}, Tail::perfect);
    lanes = p.forward(lanes).body()[0];
  }
  if (SumsInLanes::apply_to(p.forward(vectors))) return SumsInLanes(p, p.forward(vectors), target).proc();
  const std::optional<Cursor> rest = next_statement(p.forward(loop));
  p = simplify(p, p.forward(loop));  // what the blocks and places of divided buffers are
  p = vectorize_lanes(p, lanes, target);
  if (leftover != Leftover::masked) return p;
  return vectorize_lanes(p, p.forward(*rest).body()[0], target);  // if there is a rest: for the rest: …
}

namespace {

// To the end of the last vector, if that can be.
Proc over_all_lanes(const Proc& p, const Cursor& loop, const VectorTarget& target, bool zeros) {
  const std::int64_t used = *literal_extent(p.forward(loop)), whole = whole_vectors(used, target.lanes) * target.lanes;
  if (used == whole || (zeros && !target.has("masked_load_zero"))) return p;
  const auto padded =
      try_do(p, [&](const Proc& q) { return pad_loop(q, q.forward(loop), std::to_string(whole), zeros); });
  return padded ? *padded : p;
}

// Quotients and remainders of the counter in the expression, as the vector and the lane that they are.
Proc with_places(Proc p, const Cursor& e, const std::string& counter, std::int64_t vector) {
  const ir::Expr whole = p.forward(e).expr();
  const auto* b = whole.as<ir::Binary>();
  if (b && (b->op == ir::BinOp::div || b->op == ir::BinOp::mod)) {
    const std::string place = b->op == ir::BinOp::div ? std::to_string(vector) : counter;
    return try_do(p, [&](const Proc& q) { return rewrite_expr(q, q.forward(e), place); }).value_or(p);
  }
  for (std::size_t i = 0; i < ir::children(whole).size(); ++i)
    p = with_places(p, p.forward(e).child(static_cast<int>(i)), counter, vector);
  return p;
}

// The loop over a partial vector gets the place of its vector in the buffers. A loop of one iteration stays, which
// simplify would remove.
Proc with_places(Proc p, const Cursor& last, std::int64_t vector) {
  if (*literal_extent(last) > 1) return simplify(p, last);
  for (const Cursor& s : body_of(last))
    for (std::size_t i = 0; i < ir::expressions(s.stmt()).size(); ++i)
      p = with_places(p, p.forward(s).child(static_cast<int>(i)), last.name(), vector);
  return p;
}

}  // namespace

std::int64_t whole_vectors(std::int64_t elements, std::int64_t lanes) { return (elements + lanes - 1) / lanes; }

Proc vectorize_registers(const Proc& start, const Cursor& loop, const VectorTarget& target, TailContents tail) {
  Proc p = tail == TailContents::anything ? over_all_lanes(start, loop, target, false) : start;
  const std::int64_t used = *literal_extent(p.forward(loop)), rest = used % target.lanes;
  if (used <= target.lanes) {
    if (tail == TailContents::zeros) p = over_all_lanes(p, loop, target, true);
    return vectorize_lanes(p, loop, target);
  }
  if (rest > 0) {
    p = cut_loop(p, p.forward(loop), std::to_string(used - rest));
    const Cursor last = *next_statement(p.forward(loop));
    p = shift_loop(p, last, "0");
    if (tail == TailContents::zeros) p = over_all_lanes(p, last, target, true);
    p = with_places(p, p.forward(last), used / target.lanes);
    p = vectorize_lanes(p, p.forward(last), target);
    p = simplify(p, p.forward(loop));
  }
  if (used - rest == target.lanes) return vectorize_lanes(p, p.forward(loop), target);
  p = divide_loop(p, p.forward(loop), target.lanes, {loop.name() + "o", loop.name() + "i"}, Tail::perfect);
  const Cursor outer = p.forward(loop), lanes = body_of(outer).front();
  p = simplify(p, outer);
  p = vectorize_lanes(p, p.forward(lanes), target);
  return rest > 0 ? unroll_loop(p, p.forward(outer)) : p;  // what stands beside the last vector
}

Proc vectorize_as_possible(const Proc& p, const Cursor& loop, const VectorTarget& target) {
  const std::int64_t extent = *literal_extent(p.forward(loop));
  const bool has_masks = target.has("masked_store") && target.has("masked_load");
  std::vector<Operation> variants;
  const auto add = [&](Leftover leftover) {
    variants.push_back([&, leftover](const Proc& q) { return vectorize(q, loop, target, leftover); });
  };
  if (extent == target.lanes || (extent < target.lanes && has_masks))
    variants.push_back([&](const Proc& q) { return vectorize_lanes(q, loop, target); });
  else if (extent > target.lanes && extent % target.lanes == 0) add(Leftover::none);
  else if (extent > target.lanes) {
    if (has_masks) add(Leftover::masked);
    add(Leftover::scalar);
  }
  for (const Operation& variant : variants)
    if (std::optional<Proc> done = try_do(p, variant)) return *done;
  return p;
}

}  // namespace tessera::schedules
