// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm_mixed/microkernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"
#include "schedules/loops.hpp"
#include "schedules/vectorize.hpp"
#include "tessera/tessera.hpp"

namespace tessera::kernels::gemm::mixed {
namespace {

std::int64_t rounded_up(std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; }

bool has_role(const Proc& p, const char* role) {
  const auto& facts = p.ir().instr->facts;
  const auto found = facts.find("role");
  return found != facts.end() && found->second == role;
}

/// One tile on its way to become a microkernel.
class MixedMaker {
 public:
  enum class Results { in_vectors, by_element };  ///< of another type than the sums

  MixedMaker(const Proc& specification, const std::vector<Proc>& instructions, const Form& form, const MixedTile& tile,
             const MixedVariant& variant, Results results)
      : form_(form),
        tile_(tile),
        update_(variant.update),
        has_result_(variant.result.has_value()),
        results_(results),
        is_packed_(variant.a == Operand::packed),
        height_(rounded_up(tile.rows, form.rows)),
        width_(panel_columns(tile, form)) {
    for (const Proc& p : instructions)
      for (const char* role : {"load", "store", "store_add", "zero"})
        if (has_role(p, role)) moves_.push_back(p);
    lanes_ = {form.of_sum, form.columns, {}, {}};
    for (const Proc& p : instructions)
      if (is_of_lanes(p, form.of_sum, form.columns)) lanes_.instructions.push_back(p);
    p_ = partial_eval(specification, {tile.rows, width_}, {"M", "P"});
    if (is_packed_) p_ = partial_eval(p_, {panel_rows(tile, form)}, {"Q"});
    if (tile.is_partial) p_ = add_assertion(p_, fmt::format("N > {}", width_ - form.columns));
    else p_ = partial_eval(p_, {columns()}, {"N"});
    as_written_ = p_;
  }

  const Proc& as_written() const { return as_written_; }

  Proc scheduled() {
    if (update_ == Update::add && ir::is_float(form_.types.sum)) leave_alone_without_sums();
    stage_sums();
    take_apart();
    pad();
    if (!is_result_in_vectors()) keep_result();
    stage_operands();
    put_sums_in_registers();
    divide_nests();
    p_ = simplify(p_);
    if (has_result_ && !kept_) compute_results();
    if (form_.parts > 1) unroll_rows();
    p_ = replace_all(p_, moves_);
    p_ = replace_all(p_, {form_.instruction});
    write_out();
    if (!is_packed_) name_rows();
    return simplify(p_);
  }

 private:
  // Adding zero would change -0 and some NaNs.
  void leave_alone_without_sums() {
    p_ = specialize(p_, p_.body(), {"K > 0"});
    const Cursor otherwise = Cursor(p_.body()[0]).orelse();
    p_ = delete_pass(eliminate_dead_code(p_, otherwise.find("for k in _: _")));
  }

  // for i: for j: C[i, j] = …; for k: C[i, j] += …  -->  sums = …; for k: sums += …; C[i, j] = … sums
  void stage_sums() {
    if (has_result_) return;  // they are variables of each result
    const LoopCursor k = p_.find_loop("k");
    if (update_ == Update::add) p_ = stage_mem(p_, k, "C[i, j]", "sums", Staging::accum);
    else p_ = stage_mem(p_, k.expand(1, 0), "C[i, j]", "sums");
  }

  // The sums of the tile side by side; in front of the reduction, in it, and after it a nest of their own.
  void take_apart() {
    k_ = p_.find_loop("k");
    p_ = expand_dim(p_, "sums", std::to_string(width_), "j");
    p_ = expand_dim(p_, "sums", std::to_string(height_), "i");
    p_ = lift_alloc(p_, "sums", 2);
    p_ = autofission(p_, k().before(), 2);
    p_ = autofission(p_, k().after(), 2);
    const Cursor j = k().parent(), i = j.parent();
    p_ = reorder_loops(p_, p_.forward(j));
    p_ = reorder_loops(p_, p_.forward(i));
    zero_ = k().prev(), result_ = k().next();
  }

  Cursor k() const { return p_.forward(*k_); }
  Cursor sums() const { return k().body()[0]; }

  std::int64_t columns() const { return tile_.columns > 0 ? tile_.columns : width_; }
  bool is_whole() const { return !tile_.is_partial && columns() == width_; }

  // All rows and columns of the instructions are computed: those beyond C are read by nobody.
  void pad() {
    for (const bool of_sums : {false, true}) {
      const auto rows = [&] { return of_sums ? sums() : p_.forward(*zero_); };
      if (!is_whole()) p_ = pad_loop(p_, rows().body()[0], std::to_string(width_));
      if (tile_.rows < height_) p_ = pad_loop(p_, rows(), std::to_string(height_));
    }
  }

  // Rows of C that are whole registers go to memory as such, where the library adds to memory.
  bool is_result_in_vectors() const {
    const OperandMove move{"store_add", form_.types.sum, form_.of_sum, true};
    const auto adds = [&](const Proc& p) { return is_move(p, move); };
    if (has_result_) return form_.rows == 1 && is_whole() && results_ == Results::in_vectors;
    return form_.rows == 1 && is_whole() && (update_ == Update::set || std::any_of(moves_.begin(), moves_.end(), adds));
  }

  // From the registers to a tile in memory, from there to C: whole registers, then elements.
  void keep_result() {
    p_ = stage_mem(p_, p_.forward(*result_), fmt::format("sums[0:{}, 0:{}]", height_, width_), "tile");
    p_ = set_memory(p_, "tile", ir::builtin_memories()[1]);
    kept_ = p_.forward(*result_).prev();
  }

  // The operands of one step of k.
  void stage_operands() {
    if (form_.b_has_rows()) stage_rows_of_b();
    else stage_operand("B", "b", form_.of_b, width_ * form_.depth, form_.columns * form_.depth);
    if (form_.a_has_rows()) stage_rows_of_a();
    else if (form_.a_is_in_register())
      stage_operand("A", "a", form_.of_a, panel_rows(tile_, form_) * form_.depth,
                    form_.rows * form_.parts * form_.depth);
  }

  void stage_operand(const std::string& of, const std::string& name, const ir::MemoryRef& memory, std::int64_t numbers,
                     std::int64_t in_register) {
    p_ = stage_mem(p_, k().body(), fmt::format("{}[k, 0:{}]", of, numbers), name);
    const Cursor copying = p_.find(fmt::format("{}[_] = _", name)).parent();
    p_ = divide_dim(p_, name, 0, in_register);
    p_ = divide_loop(p_, p_.forward(copying), in_register, {"r", "e"}, Tail::perfect);
    p_ = set_memory(p_, name, memory);
  }

  // b[l, c]  -->  b[r, l, e], a register for each r
  void stage_rows_of_b() {
    const std::int64_t in_row = form_.columns * form_.group;
    p_ = stage_mem(p_, k().body(), fmt::format("B[k, 0:{}, 0:{}]", form_.depth / form_.group, width_ * form_.group),
                   "b");
    const Cursor copying = p_.find("b[_] = _").parent(), rows = copying.parent();
    p_ = divide_dim(p_, "b", 1, in_row);
    p_ = rearrange_dim(p_, "b", {1, 0, 2});
    p_ = divide_loop(p_, p_.forward(copying), in_row, {"r", "e"}, Tail::perfect);
    p_ = reorder_loops(p_, p_.forward(rows));
    p_ = set_memory(p_, "b", form_.of_b);
  }

  // a[i, q]  -->  a[r, e, q], a register for each r
  void stage_rows_of_a() {
    p_ = stage_mem(p_, k().body(), fmt::format("A[k, 0:{}, 0:{}]", panel_rows(tile_, form_), form_.depth), "a");
    const Cursor rows = p_.find("a[_] = _").parent().parent();
    p_ = divide_dim(p_, "a", 0, form_.rows);
    p_ = divide_loop(p_, p_.forward(rows), form_.rows, {"r", "e"}, Tail::perfect);
    p_ = set_memory(p_, "a", form_.of_a);
  }

  void put_sums_in_registers() {
    std::vector<std::string> buffers{"sums"};
    if (kept_) buffers.push_back("tile");
    for (const std::string& buffer : buffers) {
      p_ = divide_dim(p_, buffer, 1, form_.columns);
      if (form_.rows == 1) continue;
      p_ = divide_dim(p_, buffer, 0, form_.rows);
      p_ = rearrange_dim(p_, buffer, {0, 2, 1, 3});
      if (is_flat()) p_ = mult_dim(p_, buffer, 2, 3);
    }
    p_ = set_memory(p_, "sums", form_.of_sum);
  }

  // for i: for j: …  -->  for io: for jo: for ii: for ji: …, one instruction in the two inner ones
  void divide_nests() {
    const Cursor in_k = p_.find("sums[_] += _");
    Cursor columns = in_k.parent();
    if (form_.group > 1) columns = columns.parent();
    if (form_.b_has_rows()) columns = columns.parent();
    const Cursor moved = p_.forward(kept_ ? *kept_ : *result_);
    divide_nest(columns);
    for (const Cursor& rows : {p_.forward(*zero_), moved}) {
      divide_nest(p_.forward(rows).body()[0]);
      if (is_flat()) p_ = mult_loops(p_, p_.forward(rows).body()[0].body()[0], "l");
    }
  }

  // A register has the sums of several rows one after the other: what moves it knows no rows.
  bool is_flat() const { return form_.rows > 1 && form_.of_sum->register_type(form_.types.sum)->rank() == 1; }

  void divide_nest(const Cursor& j) {
    const Cursor now = p_.forward(j), i = now.parent();
    p_ = divide_loop(p_, now, form_.columns, {"jo", "ji"}, Tail::perfect);
    if (form_.rows == 1) return;
    p_ = divide_loop(p_, p_.forward(i), form_.rows, {"io", "ii"}, Tail::perfect);
    p_ = reorder_loops(p_, p_.forward(i).body()[0]);
  }

  // From the sums in registers, a register at a time.
  void compute_results() {
    const Cursor columns = p_.forward(*result_).body()[0];
    p_ = schedules::vectorize_lanes(p_, p_.forward(columns).body()[0], lanes_);
  }

  // Each row then names its part of a register by a literal.
  void unroll_rows() {
    const Cursor sum = p_.find("sums[_] += _");
    for (const Cursor& loop : schedules::enclosing_loops(sum))
      if (loop.name() == "i") p_ = unroll_loop(p_, p_.forward(loop));
    p_ = simplify(p_);
  }

  // All but the sum, and what moves the elements of C.
  void write_out() {
    const std::vector<Cursor> loops = schedules::loops(p_);
    for (std::size_t i = loops.size(); i-- > 0;)
      if (schedules::literal_extent(loops[i]) && !(kept_ && schedules::uses(loops[i], "C")))
        p_ = unroll_loop(p_, p_.forward(loops[i]));
  }

  // Each fourth row of A by a name of its own: gemm/microkernel.cpp says why.
  void name_rows() {
    constexpr std::int64_t group = 4;
    for (std::int64_t i = group; i < tile_.rows; i += group)
      p_ = bind_window(p_, k(), fmt::format("A[{}:{}, 0:{} * K]", i, std::min(i + group, tile_.rows), form_.depth),
                       fmt::format("A_{}", i));
  }

  const Form& form_;
  const MixedTile& tile_;
  Update update_;
  bool has_result_;
  Results results_;
  bool is_packed_;
  schedules::VectorTarget lanes_;
  std::int64_t height_, width_;  // computed
  std::vector<Proc> moves_;
  std::optional<Cursor> k_, zero_, result_, kept_;
  Proc p_, as_written_;
};

}  // namespace

std::int64_t panel_rows(const MixedTile& t, const Form& f) { return rounded_up(t.rows, f.rows * f.parts); }
std::int64_t panel_columns(const MixedTile& t, const Form& f) { return t.vectors * f.columns; }

namespace {

bool is_of_budget(const ir::MemoryRef& memory, const ir::MemoryDecl& budget) {
  return memory->is_register() && memory->budget().name == budget.name;
}

std::int64_t sums_of(const MixedTile& t, const Form& f) { return rounded_up(t.rows, f.rows) / f.rows * t.vectors; }

// The sums, a row of B, and a column of A, as far as they are of this budget; the C's own registers are such as those
// of B.
std::int64_t used_of(const ir::MemoryDecl& budget, const MixedTile& t, const Form& f) {
  std::int64_t out = 0;
  if (is_of_budget(f.of_sum, budget)) out += sums_of(t, f) * f.of_sum->taken_of_budget(f.types.sum);
  if (is_of_budget(f.of_b, budget)) out += t.vectors * f.of_b->taken_of_budget(f.types.b) + f.scratch();
  const ir::MemoryRef& of_element = f.a_is_in_register() ? f.of_a : f.of_b;
  if (is_of_budget(of_element, budget)) out += f.a_is_in_register() ? panel_rows(t, f) / (f.rows * f.parts) : 1;
  return out;
}

// In the registers of operands, where these are others than those of the sums.
bool operands_fit(const MixedTile& t, const Form& f) {
  for (const ir::MemoryRef& memory : {f.of_a, f.of_b}) {
    if (!memory->is_register() || is_of_budget(memory, f.of_sum->budget())) continue;
    const std::optional<int> have = memory->budget().registers;
    if (have && used_of(memory->budget(), t, f) > *have) return false;
  }
  return true;
}

}  // namespace

std::int64_t registers_used(const MixedTile& t, const Form& f) { return used_of(f.of_sum->budget(), t, f); }

bool fits(const MixedTile& t, const Form& f, std::int64_t registers) {
  const bool has_own = f.of_sum->shares && f.of_sum->registers;
  return registers_used(t, f) <= registers && (!has_own || sums_of(t, f) <= *f.of_sum->registers) && operands_fit(t, f);
}

MixedTile default_tile(std::int64_t registers, const Form& f, const TileLimits& most) {
  MixedTile best{std::min(f.rows, most.rows), 1};
  const auto worth = [&](const MixedTile& t) {
    const auto rows = static_cast<double>(t.rows) / static_cast<double>(f.rows),
               columns = static_cast<double>(t.vectors);
    return rows * columns / (rows / static_cast<double>(f.parts) + columns);
  };
  for (std::int64_t vectors = 1; vectors <= registers && vectors <= most.vectors; ++vectors)
    for (std::int64_t rows = f.rows; rows <= registers * f.rows && rows < most.rows + f.rows; rows += f.rows)
      if (const MixedTile t{std::min(rows, most.rows), vectors}; fits(t, f, registers) && worth(t) > worth(best))
        best = t;
  return best;
}

bool can_be_strided(const Form& f) { return f.rows == 1 && !f.a_is_in_register(); }

Proc microkernel(const Proc& specification, const std::vector<Proc>& instructions, const Form& form,
                 const MixedTile& tile, const MixedVariant& variant, const std::string& name) {
  using Results = MixedMaker::Results;
  const auto made = [&](Results results) {
    return MixedMaker(specification, instructions, form, tile, variant, results).scheduled();
  };
  const auto in_vectors = schedules::try_do(specification, [&](const Proc&) { return made(Results::in_vectors); });
  if (!in_vectors && !variant.result) return rename(made(Results::in_vectors), name);  // says why not
  return rename(in_vectors ? *in_vectors : made(Results::by_element), name);
}

Kernel callable_microkernel(const Proc& specification, const std::vector<Proc>& instructions, const Form& form,
                            const MixedTile& tile, const MixedVariant& variant, const std::string& name) {
  MixedMaker maker(rename(specification, name + "_as_written"), instructions, form, tile, variant,
                   MixedMaker::Results::in_vectors);
  const Proc scheduled = maker.scheduled();
  return {maker.as_written(), rename(scheduled, name)};
}

}  // namespace tessera::kernels::gemm::mixed
