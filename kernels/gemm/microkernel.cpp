// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/microkernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/inspect.hpp"
#include "schedules/loops.hpp"
#include "schedules/prefetch.hpp"
#include "tessera/tessera.hpp"

namespace tessera::kernels::gemm {
namespace {

using schedules::VectorTarget;

constexpr std::int64_t prefetch_distance = 48;          // of those that are read: a tile takes a dozen cycles for each
constexpr std::int64_t multiplications_in_flight = 12;  // fewer do not keep two units of four or five cycles busy

/// One tile on its way to become a microkernel.
class Maker {
 public:
  Maker(const Proc& specification, const VectorTarget& target, const Tile& tile, const Variant& variant,
        const Ahead& ahead)
      : target_(target),
        tile_(tile),
        variant_(variant),
        ahead_(ahead),
        pads_(tile.is_partial && !has_masks(target)),
        whole_(target.lanes * (tile.vectors - 1)) {
    const std::int64_t width = whole_ + target.lanes;
    std::vector<std::int64_t> sizes{tile.rows};
    if (variant.b == Operand::packed) sizes.push_back(width);
    if (!tile.is_partial) sizes.push_back(width);
    p_ = partial_eval(specification, sizes);
    columns_ = tile.is_partial ? "N" : std::to_string(width);
    if (!tile.is_partial) return;
    p_ = add_assertion(p_, fmt::format("N > {}", whole_));
    p_ = add_assertion(p_, fmt::format("N <= {}", width));
  }

  const Proc& proc() const { return p_; }

  Proc scheduled() {
    if (adds_to_c()) leave_alone_without_sums();
    stage_sums();
    take_apart();
    if (gathers()) gather();
    if (variant_.b == Operand::copied) join_copying();
    if (variant_.b == Operand::copied && !pads_) stage_copied_row();
    else stage_row();
    if (pads_) pad();
    put_in_registers("sums", 1);
    put_in_registers("b", 0);
    vectorize();
    p_ = write_out();
    sums_ = loop_over_k();
    if (ahead_.rows_of_b) prefetch_rows_of_b();
    if (adds_to_c() && variant_.c == Result::rows) prefetch_result();
    if (ahead_.rows == Ahead::Rows::own_and_below) prefetch_lines_of_next_tile();
    if (variant_.a == Operand::strided) name_rows();
    return simplify(p_);
  }

 private:
  bool adds_to_c() const { return variant_.update == Update::add || variant_.update == Update::add_scaled; }

  bool is_batch() const { return variant_.sum == Sum::of_batch; }
  LoopCursor whole_sum() const { return p_.find_loop(is_batch() ? "pair" : "k"); }

  // C comes and goes in a dense tile where its rows are no vectors, or where the last vector of them cannot be used in
  // part.
  bool gathers() const { return variant_.c == Result::any || pads_; }

  // Where there is nothing to add, C stays as it is to the last bit: adding zero would change -0 and some NaNs.
  void leave_alone_without_sums() {
    p_ = specialize(p_, p_.body(), {is_batch() ? "batch > 0 and K > 0" : "K > 0"});
    const Cursor otherwise = Cursor(p_.body()[0]).orelse();
    p_ = eliminate_dead_code(p_, otherwise.find("for k in _: _"));
    if (variant_.b == Operand::copied) p_ = eliminate_dead_code(p_, p_.forward(otherwise).find("for kp in _: _"));
    p_ = delete_pass(p_);
  }

  // What the sums go to is a dense tile: C is copied there first if it is read, and from there after.
  void gather() {
    const Cursor rows = p_.find(adds_to_c() ? "C[_] += _" : "C[_] = _").parent().parent();
    p_ = stage_mem(p_, rows, fmt::format("C[0:{}, 0:{}]", tile_.rows, columns_), "c_tile");
    if (tile_.is_partial) p_ = resize_dim(p_, "c_tile", 1, std::to_string(whole_ + target_.lanes), "0");
  }

  // A loop that copies C as it lies: element by element.
  bool is_gathering(const Cursor& loop) const { return gathers() && schedules::uses(loop, "C"); }

  // for i: for j: C[i, j] = …; for k: C[i, j] += …  -->  sums = …; for k: sums += …; C[i, j] = … sums
  void stage_sums() {
    const LoopCursor k = whole_sum();
    const std::string place = "C[i, j]";
    switch (variant_.update) {
      case Update::add: p_ = stage_mem(p_, k, place, "sums", Staging::accum); break;
      case Update::set: p_ = stage_mem(p_, k.expand(1, 0), place, "sums"); break;
      case Update::add_scaled: stage_scaled(k, place); break;
      case Update::scale_add:
        stage_scaled(k, place);
        p_ = lower_scaling(p_);
        break;
    }
  }

  // sums = 0; for k: sums += …; C += alpha sums
  void stage_scaled(const LoopCursor& k, const std::string& place) {
    p_ = stage_mem(p_, k, place, "sums", Staging::accum);
    p_ = lift_reduce_constant(p_, "sums = _ ; for k in _: _");
    p_ = inline_assign(p_, p_.forward(k).next());
  }

  // C = beta C; sums = 0; for k: …; C += alpha sums  -->  sums = 0; for k: …; C = beta C + alpha sums
  Proc lower_scaling(Proc p) const {
    const Cursor scaling = p.find_loop("j").body()[0];
    for (std::optional<Cursor> next; (next = schedules::next_statement(p.forward(scaling)));) {
      if (schedules::is_reduce(*next)) return merge_writes(p, p.forward(scaling).expand(0, 1));
      p = reorder_stmts(p, p.forward(scaling).expand(0, 1));
    }
    return p;
  }

  // The sums of the tile side by side; in front of the reduction, in it, and after it a nest of their own.
  void take_apart() {
    const std::int64_t width = whole_ + target_.lanes;
    const Cursor k = whole_sum();
    p_ = expand_dim(p_, "sums", std::to_string(width), "j");
    p_ = expand_dim(p_, "sums", std::to_string(tile_.rows), "i");
    p_ = lift_alloc(p_, "sums", 2);
    p_ = autofission(p_, p_.forward(k).before(), 2);
    p_ = autofission(p_, p_.forward(k).after(), 2);
    const Cursor j = p_.forward(k).parent(), i = j.parent();
    for (int sums = is_batch() ? 2 : 1; sums > 0; --sums) {
      p_ = reorder_loops(p_, p_.forward(j));
      p_ = reorder_loops(p_, p_.forward(i));
    }
  }

  // for kp: P = B; …; for k: sums  -->  …; for k: { P = B; sums }
  void join_copying() {
    const Cursor copying = p_.find_loop("kp"), k = p_.find_loop("k");
    while (!(p_.forward(copying).next() == StmtCursor(p_.forward(k))))
      p_ = reorder_stmts(p_, p_.forward(copying).expand(0, 1));
    p_ = fuse(p_, p_.forward(copying), p_.forward(k));
  }

  // Rows of B, or of the next panel of it, come from far away; each may be in a page of its own, where no cache sees
  // them coming.
  void prefetch_rows_of_b() {
    const Cursor k = loop_over_k();
    for (const std::string& columns : columns_of_lines())
      p_ = schedules::prefetch_ahead(p_, p_.forward(k).body()[0], fmt::format("B[{}, {}]", k.name(), columns),
                                     fmt::format("{} * stride(B, 0)", prefetch_distance), schedules::Into::first,
                                     target_);
  }

  // The rows of A below this tile's, line by line while the sums pass over a line of these; their first lines in the
  // first passes.
  void prefetch_lines_of_next_tile() {
    if (!target_.has("prefetch_ahead_l2")) return;
    if (has_first_passes_) prefetch_of_next_tile("A[k, 0:1]", loop_over_k().body()[0], schedules::Into::second);
    const Cursor k = has_first_passes_ ? loop_over_k().next() : loop_over_k();
    const std::int64_t line = schedules::elements_of_line(p_, "A");
    p_ = shift_loop(p_, k, "0");
    p_ = divide_loop(p_, p_.forward(k), line, {"ko", k.name()}, Tail::cut);
    const Cursor sums = p_.forward(k).body()[0];
    p_ = insert_pass(p_, sums.before());
    const Cursor place = p_.forward(sums).prev();
    p_ = add_loop(p_, place, "ip", std::to_string(tile_.rows));
    const std::string first = fmt::format("{} * ko + {}", line, has_first_passes_ ? tile_.rows : 0);
    prefetch_of_next_tile(fmt::format("A[ip, {0}:{0} + 1]", first), place, schedules::Into::second);
    p_ = unroll_loop(delete_pass(p_), "ip");
  }

  void prefetch_of_next_tile(const std::string& window, const Cursor& statement, schedules::Into cache) {
    p_ = schedules::prefetch_ahead(p_, p_.forward(statement), window,
                                   fmt::format("{} * stride({}, 0)", tile_.rows, window.substr(0, 1)), cache, target_);
  }

  LoopCursor loop_over_k() const { return p_.find_loop(variant_.b == Operand::copied ? "kp" : "k"); }

  // Each fourth row of A by a name of its own: a processor that multiplies a register by up to four in an address, or
  // adds two of them, has an address for each row then. Else there are as many distances from A as rows.
  void name_rows() {
    constexpr std::int64_t group = 4;
    const Cursor sums = p_.forward(*sums_);
    const bool has_last =
        ahead_.rows == Ahead::Rows::own_and_below && schedules::next_statement(sums)->kind_name() == "for";
    for (std::int64_t i = group; i < tile_.rows; i += group)
      p_ = bind_window(p_, p_.forward(sums).expand(0, has_last ? 1 : 0),
                       fmt::format("A[{}{}:{}, 0:K]", is_batch() ? "pair, " : "", i, std::min(i + group, tile_.rows)),
                       fmt::format("A_{}", i));
  }

  // C is needed after the sums, and comes while they are computed: a row in each of the first passes of the loop,
  // where there is room between the multiplications. (In front of the loop nothing else could be done meanwhile: that
  // cost three percent of 49 x 128 x 128. In all passes it cost eight percent of 8 to 49 x 128 x 128 on a core whose
  // other thread belongs to somebody else, and the rows of C were there after the first ones.) A low tile leaves no
  // room, and one that copies B waits for memory as it is (three percent of 49 x 512 x 4608); where their sums are
  // long, the rows are asked for in front.
  void prefetch_result() {
    if (!target_.has("prefetch")) return;
    if (!has_room_in_loop() || variant_.b == Operand::copied) prefetch_result_in_front();
    else if (ahead_.rows == Ahead::Rows::below) prefetch_rows_of_next_tile();
    else p_ = schedules::prefetch(p_, first_passes().body()[0], lines_of_result("k"), target_);
  }

  // The first passes of the loop, one for each row of the tile, in a loop of their own where there are more.
  LoopCursor first_passes() {
    p_ = specialize(p_, loop_over_k(), {fmt::format("K > {}", tile_.rows)});
    p_ = cut_loop(p_, loop_over_k(), std::to_string(tile_.rows));
    sums_ = loop_over_k().parent();
    has_first_passes_ = true;
    return loop_over_k();
  }

  // A core loads as often as it multiplies.
  bool has_room_in_loop() const {
    const auto lines = static_cast<std::int64_t>(columns_of_lines().size());
    return tile_.rows + tile_.vectors + lines + 1 < tile_.rows * tile_.vectors;
  }

  void prefetch_result_in_front() {
    p_ = insert_pass(p_, Cursor(p_.body()[0]).body()[0].before());
    const Cursor place = Cursor(p_.body()[0]).body()[0];
    p_ = specialize(p_, place, {fmt::format("K > {}", long_sum)});
    p_ = add_loop(p_, p_.forward(place), "ip", std::to_string(tile_.rows));
    p_ = delete_pass(schedules::prefetch(p_, p_.forward(place), lines_of_result("ip"), target_));
  }

  // A short sum is over before its own rows of C would be there.
  void prefetch_rows_of_next_tile() {
    const Cursor sums = first_passes().body()[0];
    for (const std::string& line : lines_of_result("k")) prefetch_of_next_tile(line, sums, schedules::Into::first);
    prefetch_of_next_tile("A[k, 0:1]", sums, schedules::Into::first);
  }

  std::vector<std::string> lines_of_result(const std::string& row) const {
    std::vector<std::string> out;
    for (const std::string& columns : columns_of_lines()) out.push_back(fmt::format("C[{}, {}]", row, columns));
    return out;
  }

  // One column of each line of the cache that a row touches: it may begin within a line, so the last one counts.
  std::vector<std::string> columns_of_lines() const {
    const std::int64_t line = std::max(target_.lanes, schedules::elements_of_line(p_, "C"));
    std::vector<std::string> out{
        tile_.is_partial ? "N - 1:N" : fmt::format("{}:{}", whole_ + target_.lanes - 1, whole_ + target_.lanes)};
    for (std::int64_t j = 0; j < whole_ + target_.lanes; j += line) out.push_back(fmt::format("{}:{}", j, j + 1));
    return out;
  }

  // A row of B in vectors, for P and for all rows of A.
  void stage_copied_row() {
    const Cursor k = p_.find_loop("kp");
    p_ = stage_mem(p_, k.body(), fmt::format("B[kp, 0:{}]", columns_), "b");
    if (tile_.is_partial) p_ = resize_dim(p_, "b", 0, std::to_string(whole_ + target_.lanes), "0");
    p_ = lift_alloc(p_, "b");
  }

  // A row of B in vectors, for all rows of A.
  void stage_row() {
    p_ = bind_expr(p_, p_.find("sums[_] += _").find("B[_]"), "b");
    p_ = expand_dim(p_, "b", std::to_string(whole_ + target_.lanes), "j");
    p_ = lift_alloc(p_, "b", is_batch() ? 4 : 3);
    p_ = autofission(p_, p_.find("b[_] = _").after(), 2);
  }

  void put_in_registers(const std::string& buffer, std::int64_t columns) {
    p_ = divide_dim(p_, buffer, columns, target_.lanes);
    p_ = set_memory(p_, buffer, target_.memory);
  }

  // Without masks the tile computes all lanes of its last vector, with zeros in those that are not used: so each sum is
  // the same instruction on every column, and rounds alike. (Columns apart, in plain C, would not where the
  // instruction is fused.) Only what lies in the caller's matrices is moved by N.
  void pad() {
    for (const Cursor& columns : schedules::innermost_loops(p_)) {
      const Cursor now = p_.forward(columns);
      if (is_of_caller(now)) continue;
      const bool reads_caller = schedules::uses(now, "B") || schedules::uses(now, "C");
      p_ = pad_loop(p_, now, std::to_string(whole_ + target_.lanes), reads_caller);
    }
  }

  // It writes to the caller's C or P.
  static bool is_of_caller(const Cursor& columns) {
    const std::string written = columns.body()[0].name();
    return written == "C" || written == "P";
  }

  // The last vector of a row of B, zeros after column N.
  void load_padded(const Cursor& lanes) {
    if (const Proc* instruction = target_.with_role("masked_load_zero")) {
      p_ = replace(p_, lanes, *instruction);
      return;
    }
    p_ = stage_mem(p_, lanes, fmt::format("b[{}, 0:{}]", tile_.vectors - 1, target_.lanes), "b_last");
    p_ = set_memory(p_, p_.forward(lanes).prev(), ir::dram());
    p_ = schedules::vectorize_lanes(p_, p_.forward(lanes).next(), target_);
  }

  // Each loop over columns: whole vectors, then the last one, which may be partly used.
  void vectorize() {
    for (const Cursor& columns : schedules::innermost_loops(p_)) {
      if (is_gathering(columns)) continue;
      Cursor last = columns;
      if (whole_ > 0) {
        p_ = cut_loop(p_, p_.forward(columns), std::to_string(whole_));
        last = *schedules::next_statement(p_.forward(columns));
        p_ = shift_loop(p_, p_.forward(last), "0");
        p_ = divide_loop(p_, p_.forward(columns), target_.lanes, {"v", "l"}, Tail::perfect);
        const Cursor lanes = p_.forward(columns).body()[0];
        p_ = simplify(p_);
        p_ = schedules::vectorize_lanes(p_, lanes, target_);
      }
      p_ = simplify(p_);
      if (pads_ && is_of_caller(p_.forward(last))) continue;
      if (schedules::body_of(p_.forward(last))[0].kind_name() == "if") load_padded(p_.forward(last));
      else p_ = schedules::vectorize_lanes(p_, p_.forward(last), target_);
    }
  }

  Proc write_out() {
    if (is_low() && !gathers()) columns_outside_rows();
    Proc p = p_;  // innermost loops first
    const std::vector<Cursor> loops = schedules::loops(p);
    for (std::size_t i = loops.size(); i-- > 0;)
      if (schedules::literal_extent(loops[i]) && !is_gathering(loops[i])) p = unroll_loop(p, p.forward(loops[i]));
    return p;
  }

  // Its sums wait for those before them; and the registers hold an element of A for each row besides.
  bool is_low() const {
    const std::int64_t sums = tile_.rows * tile_.vectors, registers = target_.memory->budget().registers.value_or(0);
    return sums < multiplications_in_flight && sums + tile_.rows + 2 <= registers;
  }

  // Vector by vector over all rows, each sum comes as long after the one before it as can be; row by row the first of
  // them would wait for the loads of the last.
  void columns_outside_rows() {
    const Cursor k = loop_over_k();
    for (const Cursor& rows : schedules::loops_in(p_.forward(k)))
      if (rows.name() == "i") p_ = schedules::write_out(p_, p_.forward(rows));
  }

  const VectorTarget& target_;
  const Tile& tile_;
  const Variant& variant_;
  const Ahead& ahead_;
  std::optional<Cursor> sums_ = {};  // what adds up, where that is in registers
  bool has_first_passes_ = false;
  bool pads_;           // the last vector is used in part, and the target has no masks
  std::int64_t whole_;  // columns in whole vectors before the last one
  std::string columns_;
  Proc p_;
};

}  // namespace

bool has_masks(const VectorTarget& t) {
  return t.has("masked_load") && t.has("masked_store") && t.has("masked_fma_broadcast");
}

std::vector<Tile> tiles_that_fit(std::int64_t registers) {
  std::vector<Tile> out;
  for (std::int64_t vectors = 1; 2 * vectors + 1 <= registers; ++vectors)
    for (std::int64_t rows = 1; (rows + 1) * vectors + 1 <= registers; ++rows)
      for (bool is_partial : {false, true}) out.push_back({rows, vectors, is_partial});
  return out;
}

Kernel microkernel(const Proc& specification, const VectorTarget& target, const Tile& tile, const Variant& variant,
                   const Ahead& ahead, const std::string& name) {
  Maker maker(specification, target, tile, variant, ahead);
  const Proc start = rename(maker.proc(), name + "_as_written");  // a name by which calls of it are found
  return {start, rename(maker.scheduled(), name)};
}

}  // namespace tessera::kernels::gemm
