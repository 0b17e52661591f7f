// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/depthwise.hpp"

#include <algorithm>

#include "kernels/conv/padding.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"
#include "tessera/tessera.hpp"

namespace tessera::kernels::conv {
namespace {

class DepthwiseMaker {
 public:
  DepthwiseMaker(const Proc& specification, const Form& form, const schedules::VectorTarget& vectors)
      : form_(form), vectors_(vectors), p_(specification) {}

  Proc scheduled(std::int64_t channels, bool is_parallel) {
    const bool is_copied = has_copy(form_);
    if (is_copied) p_ = copy_in_front(p_, form_.shape);
    const Cursor nest = p_.find_loop(is_copied ? "n #1" : "n");
    const std::vector<Cursor> loops = schedules::perfect_nest(nest);  // n, p, q, g
    const Cursor all = *std::find_if(loops.begin(), loops.end(), [](const Cursor& l) { return l.name() == "g"; });
    for (const Cursor& block : blocks(all, channels)) make_block(block);
    if (is_parallel) share(loops);
    return simplify(p_);
  }

 private:
  std::vector<Cursor> blocks(const Cursor& all, std::int64_t channels) {
    const std::int64_t extent = *schedules::literal_extent(all);
    if (extent <= channels) return {all};
    const bool is_whole = extent % channels == 0;
    p_ = divide_loop(p_, all, channels, {schedules::fresh_name(p_, "gt"), "g"}, is_whole ? Tail::perfect : Tail::cut);
    std::vector<Cursor> out{schedules::body_of(p_.forward(all)).front()};
    if (!is_whole) out.push_back(*schedules::next_statement(p_.forward(all)));
    return out;
  }

  // for g: {O = 0; for r: for s: O += I * F; …}  -->  for g: sums = 0; for r: for s: for g: sums += …; for g: …
  void make_block(const Cursor& block) {
    const Cursor channels = p_.forward(block);
    const std::vector<Cursor> body = schedules::body_of(channels);
    const Cursor sum = *std::find_if(body.begin(), body.end(), schedules::is_loop);
    const Cursor statement = schedules::body_of(schedules::perfect_nest(sum).back()).front();
    p_ = simplify(p_, channels, UnitLoops::keep);
    const Cursor room = give_sums_room(channels, statement);
    const std::int64_t extent = *schedules::literal_extent(p_.forward(channels));
    p_ = expand_dim(p_, p_.forward(room), std::to_string(extent), "g");
    p_ = lift_alloc(p_, p_.forward(room), 1);
    p_ = set_memory(p_, p_.forward(room), ir::builtin_memories()[1]);
    p_ = fission(p_, p_.forward(sum).before(), 1);
    if (schedules::next_statement(p_.forward(sum))) p_ = fission(p_, p_.forward(sum).after(), 1);
    const Cursor own = p_.forward(sum).parent();
    p_ = reorder_loops(p_, own);
    p_ = reorder_loops(p_, p_.forward(statement).parent().parent());
    in_vectors(p_.forward(statement).parent());
  }

  // Where results are the sums, what the block adds to them: a variable of each result.
  Cursor give_sums_room(const Cursor& channels, const Cursor& statement) {
    const Cursor first = schedules::body_of(p_.forward(channels)).front();
    if (schedules::is_alloc(first)) return first;
    p_ = stage_mem(p_, p_.forward(channels).body(), schedules::written_place(p_.forward(statement)),
                   schedules::fresh_name(p_, "sums"));
    return schedules::body_of(p_.forward(channels)).front();
  }

  void in_vectors(const Cursor& channels) {
    p_ = schedules::attempt(
        p_, [&](const Proc& p) { return schedules::vectorize_as_possible(p, p.forward(channels), vectors_); });
  }

  void share(const std::vector<Cursor>& loops) {
    for (const Cursor& loop : loops) {
      if (schedules::literal_extent(loop) == 1) continue;
      p_ = parallelize_loop(p_, p_.forward(loop));
      return;
    }
  }

  const Form& form_;
  const schedules::VectorTarget& vectors_;
  Proc p_;
};

}  // namespace

schemes::Scheme scheme_of_channels(std::int64_t channels) {
  return {{schemes::Specifier::Kind::vector, "g", {channels}}};
}

std::optional<std::int64_t> channels_of(const schemes::Scheme& scheme) {
  const bool is_one = scheme.size() == 1 && scheme[0].kind == schemes::Specifier::Kind::vector &&
                      scheme[0].dim == "g" && scheme[0].count.number > 0;
  return is_one ? std::optional(scheme[0].count.number) : std::nullopt;
}

Proc scheduled_depthwise(const Proc& specification, const Form& f, std::int64_t channels,
                         const schedules::VectorTarget& vectors, bool is_parallel) {
  return DepthwiseMaker(specification, f, vectors).scheduled(channels, is_parallel);
}

}  // namespace tessera::kernels::conv
