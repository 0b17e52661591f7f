// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/products.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/support/diagnostic.hpp"
#include "kernels/conv/padding.hpp"
#include "kernels/gemm/panel.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"
#include "tessera/tessera.hpp"

namespace tessera::kernels::conv {
namespace {

using gemm::mixed::MixedTile;
using gemm::mixed::MixedVariant;

constexpr std::size_t loops_of_a_sum = 4;  // r, s, c, and e over the channels of a block

MixedVariant variant_of(const Form& f) {
  return {f.adds ? gemm::Update::add : gemm::Update::set, gemm::Operand::packed, {}, gemm::Operand::strided};
}

std::int64_t extent(const Cursor& loop) { return *schedules::literal_extent(loop); }

class ProductMaker {
 public:
  ProductMaker(const Proc& specification, const Proc& product, const Form& form, const Products& products,
               const schedules::VectorTarget& vectors)
      : name_(specification.name()),
        product_(product),
        form_(form),
        products_(products),
        vectors_(vectors),
        p_(specification) {}

  Proc scheduled(bool is_parallel) {
    const bool is_copied = has_copy(form_);
    if (is_copied) p_ = copy_in_front(p_, form_.shape);
    const Cursor nest = p_.find_loop(is_copied ? "n #1" : "n");
    const Cursor image = is_copied ? p_.find_loop("n #0") : nest;
    if (is_parallel) find_parallel(nest);
    for (const Cursor& tile : tiles(pixels(nest))) make_tile(tile);
    if (parallel_ && is_copied) run_at_once(schedules::perfect_nest(p_.forward(image)).front());
    if (parallel_) p_ = parallelize_loop(p_, p_.forward(*parallel_));
    return simplify(p_);
  }

 private:
  // The loop over the pixels of a row, around the one over the channels of the result.
  Cursor pixels(const Cursor& nest) {
    const std::string along = dimension_of_pixels(form_.layout);
    for (const Cursor& loop : schedules::perfect_nest(nest)) {
      if (loop.name() != along) continue;
      if (along == "p") p_ = reorder_loops(p_, loop);  // for p: for q: …
      return p_.forward(loop);
    }
    bug("a convolution without pixels");
  }

  // Its iterations do not meet: other images, groups or rows of the results.
  void find_parallel(const Cursor& nest) {
    for (const Cursor& loop : schedules::perfect_nest(nest)) {
      if (loop.name() == dimension_of_pixels(form_.layout) || loop.name() == "k") continue;
      if (extent(loop) == 1 || parallel_) continue;
      parallel_ = loop;
    }
  }

  void run_at_once(const Cursor& loop) {
    if (extent(loop) > 1) p_ = parallelize_loop(p_, loop);
  }

  // for q: …  -->  for qt: for q in seq(0, high): …; for q in the rest: …
  std::vector<Cursor> tiles(const Cursor& along) {
    const std::int64_t all = extent(along), high = products_.tile.rows;
    if (all <= high) return {along};
    p_ = divide_loop(p_, along, high, {schedules::fresh_name(p_, along.name() + "t"), along.name()},
                     all % high == 0 ? Tail::perfect : Tail::cut);
    std::vector<Cursor> out{schedules::body_of(p_.forward(along)).front()};
    if (all % high != 0) out.push_back(*schedules::next_statement(p_.forward(along)));
    return out;
  }

  // for q: for k: {O = 0; for r: for s: for c: for e: O += I * F; …}
  void make_tile(const Cursor& tile) {
    const Cursor rows = p_.forward(tile), channels = schedules::body_of(rows).front();
    const std::vector<Cursor> body = schedules::body_of(channels);
    const Cursor sum = *std::find_if(body.begin(), body.end(), schedules::is_loop);
    const Cursor statement = schedules::body_of(schedules::perfect_nest(sum).back()).front();
    const std::int64_t high = extent(rows);
    if (schedules::is_alloc(body.front())) give_each_result_a_sum(body.front(), rows, channels);
    const Cursor loads = copy_pixels(statement, rows);
    const Cursor sums = apart(loads, statement, body.back() == sum);
    in_one_loop(sums);
    if (products_.form.depth == 1) p_ = unroll_loop(p_, schedules::enclosing_loops(p_.forward(statement)).front());
    by_panels(statement, high);
  }

  // sum: i32  -->  sum: i32[pixels, channels], outside of the loops over both
  void give_each_result_a_sum(const Cursor& sum, const Cursor& rows, const Cursor& channels) {
    p_ = expand_dim(p_, sum, std::to_string(extent(channels)), channels.name());
    p_ = expand_dim(p_, p_.forward(sum), std::to_string(extent(rows)), rows.name());
    lift_out(sum);
  }

  // Out of all loops that run one after the other.
  void lift_out(const Cursor& room) {
    std::int64_t loops = 0;
    for (const Cursor& loop : schedules::enclosing_loops(p_.forward(room))) {
      if (parallel_ && p_.forward(*parallel_) == loop) break;
      ++loops;
    }
    if (loops > 0) p_ = lift_alloc(p_, p_.forward(room), loops);
  }

  // What the results of a tile read, [taps and blocks of channels, pixels and channels of a block]: its loops.
  Cursor copy_pixels(const Cursor& statement, const Cursor& rows) {
    const Cursor now = p_.forward(statement);
    p_ = bind_expr(p_, now.find(has_copy(form_) ? "padded[_]" : "I[_]"), schedules::fresh_name(p_, "pixels"));
    const Cursor load = p_.forward(statement).prev(), room = load.prev();
    std::vector<Cursor> dimensions = schedules::enclosing_loops(load);  // e, c, s, r
    dimensions.resize(loops_of_a_sum, dimensions.front());
    dimensions.insert(dimensions.begin() + 1, p_.forward(rows));
    for (const Cursor& d : dimensions) {
      const bool is_of_pixels = d.name() == rows.name();
      const std::int64_t size = is_of_pixels ? room_for(extent(d)) : extent(d);
      p_ = expand_dim(p_, p_.forward(room), std::to_string(size), d.name());
    }
    lift_out(room);
    p_ = mult_dim(p_, p_.forward(room), 3, 4);
    for (int taps = 0; taps < 2; ++taps) p_ = mult_dim(p_, p_.forward(room), 0, 1);
    p_ = autofission(p_, p_.forward(load).after(), loops_of_a_sum);
    return schedules::enclosing_loops(p_.forward(load)).at(loops_of_a_sum - 1);
  }

  /// Rows of a panel for so many pixels.
  std::int64_t room_for(std::int64_t pixels) const {
    return gemm::mixed::panel_rows({pixels, products_.tile.vectors}, products_.form);
  }

  // The copy, the sums, and what follows them, each in its own nest: the sums' outermost loop over r.
  Cursor apart(const Cursor& loads, const Cursor& statement, bool is_last) {
    constexpr std::int64_t pixels_and_channels = 2;
    const std::vector<Cursor> in_front = schedules::body_of(p_.forward(loads).parent());
    const auto at = std::find(in_front.begin(), in_front.end(), p_.forward(loads));
    if (at != in_front.begin()) p_ = reorder_stmts(p_, p_.forward(loads).expand(1, 0));  // O = 0.0
    p_ = autofission(p_, p_.forward(loads).after(), pixels_and_channels);
    fill_room(p_.forward(loads).parent());
    const Cursor sum = schedules::enclosing_loops(p_.forward(statement)).at(loops_of_a_sum - 1);
    if (is_last) return sum;
    const Cursor after = *schedules::next_statement(sum);
    p_ = fission(p_, sum.after(), pixels_and_channels);
    in_vectors(schedules::enclosing_loops(p_.forward(after)).front());
    return p_.forward(sum);
  }

  // Zeros for the pixels that the last instruction reads and that are not there.
  void fill_room(const Cursor& pixels) {
    const std::int64_t room = room_for(extent(pixels));
    if (room > extent(pixels)) p_ = pad_loop(p_, pixels, std::to_string(room), true);
  }

  // As written, where the target has no vectors for it.
  void in_vectors(const Cursor& channels) {
    p_ = schedules::attempt(
        p_, [&](const Proc& p) { return schedules::vectorize_as_possible(p, p.forward(channels), vectors_); });
  }

  // for r: for s: for c: …  -->  one loop
  void in_one_loop(const Cursor& sum) {
    for (int inner = 0; inner < 2; ++inner) {
      p_ = mult_loops(p_, p_.forward(sum), schedules::fresh_name(p_, "term"));
      p_ = simplify(p_, p_.forward(sum), UnitLoops::keep);
    }
  }

  // for q: for k: …  -->  for kt: for q: for k in seq(0, panel): …; for q: for k in the rest: …
  void by_panels(const Cursor& statement, std::int64_t high) {
    const Cursor channels = schedules::enclosing_loops(p_.forward(statement)).at(products_.form.depth == 1 ? 1 : 2);
    const std::int64_t all = extent(channels), panel = products_.panel();
    if (all > panel) {
      p_ = divide_loop(p_, channels, panel, {schedules::fresh_name(p_, "kt"), "k"},
                       all % panel == 0 ? Tail::perfect : Tail::cut);
      if (all % panel != 0) p_ = autofission(p_, p_.forward(channels).after(), 1);
    }
    const Cursor rows = all > panel ? p_.forward(channels).parent() : p_.forward(channels.parent());
    std::vector<std::pair<Cursor, std::int64_t>> products{{rows, std::min(all, panel)}};
    if (all > panel && all % panel != 0) products.emplace_back(*schedules::next_statement(rows), all % panel);
    for (const auto& [nest, columns] : products) {
      const Cursor now = p_.forward(nest);
      p_ = simplify(p_, now, UnitLoops::keep);
      if (columns == panel && all > panel) p_ = reorder_loops(p_, p_.forward(nest));
      const Cursor whole = p_.forward(nest);
      p_ = gemm::replace_scheduled(p_, whole, kernel(high, columns));
    }
  }

  gemm::Kernel kernel(std::int64_t pixels, std::int64_t channels) const {
    const std::int64_t each = products_.form.columns;
    const MixedTile tile{pixels, (channels + each - 1) / each, false, channels};
    return gemm::mixed::callable_microkernel(product_, products_.instructions, products_.form, tile, variant_of(form_),
                                             fmt::format("{}_{}x{}", name_, pixels, channels));
  }

  std::string name_;
  const Proc& product_;
  const Form& form_;
  const Products& products_;
  const schedules::VectorTarget& vectors_;
  Proc p_;
  std::optional<Cursor> parallel_;
};

}  // namespace

std::string dimension_of_pixels(const Layout& l) { return l.kind == Layout::nwhc ? "p" : "q"; }

bool is_tile(const schemes::Scheme& scheme, const std::string& dimension_of_pixels) {
  using Kind = schemes::Specifier::Kind;
  const auto is = [](const schemes::Specifier& s, Kind kind, const std::string& dimension) {
    return s.kind == kind && s.dim == dimension && s.count.number > 0;
  };
  return scheme.size() == 2 && is(scheme[0], Kind::unroll, dimension_of_pixels) && is(scheme[1], Kind::vector, "k");
}

MixedTile tile_of_results(const Form& f, const gemm::mixed::Form& by) {
  const ir::MemoryDecl& budget = by.of_sum->budget();
  if (!budget.registers)
    throw InputError("conv", fmt::format("the memory {} does not say how many registers there are", budget.name),
                     "add a line `registers N` to it");
  const std::int64_t pixels = dimension_of_pixels(f.layout) == "p" ? f.shape.P() : f.shape.Q();
  const std::int64_t vectors = (f.shape.K_of_group() + by.columns - 1) / by.columns;
  const MixedTile largest = gemm::mixed::default_tile(*budget.registers, by, {pixels, vectors});
  const std::int64_t panels = (vectors + largest.vectors - 1) / largest.vectors;  // of nearly equal width
  return gemm::mixed::default_tile(*budget.registers, by, {pixels, (vectors + panels - 1) / panels});
}

std::string product_specification(const Form& f, const gemm::mixed::Form& by) {
  return gemm::mixed::specification(variant_of(f), by);
}

Proc scheduled_products(const Proc& specification, const Proc& product, const Form& f, const Products& products,
                        const schedules::VectorTarget& vectors, bool is_parallel) {
  return ProductMaker(specification, product, f, products, vectors).scheduled(is_parallel);
}

}  // namespace tessera::kernels::conv
