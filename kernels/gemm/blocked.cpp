// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/blocked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "kernels/gemm/panel.hpp"
#include "schedules/inspect.hpp"
#include "schedules/prefetch.hpp"
#include "tessera/tessera.hpp"

namespace tessera::kernels::gemm {
namespace {

using schedules::VectorTarget;

constexpr std::int64_t few_tiles = 8;  // of rows: they do not pay for packing a B that is near
constexpr std::int64_t l1_sets = 64;   // lines a multiple of this apart share a set
constexpr std::int64_t l1_ways = 8;    // lines of a set

// The procedures from the tile outwards, each called by the next.
class Levels {
 public:
  Levels(const Program& program, const VectorTarget& target, const Blocking& blocking, const Product& product,
         ir::MemoryRef buffers, std::string name)
      : program_(program),
        target_(target),
        blocking_(blocking),
        width_(target.lanes * blocking.tile.vectors),
        update_(product.update),
        layout_(product.layout),
        buffers_(std::move(buffers)),
        name_(std::move(name)) {}

  // Blocks of columns, all of them but the last two full and these of nearly equal width: what is packed of B for one
  // stays in the last cache while the blocks of rows pass by.
  Kernel product() {
    const std::int64_t most = blocking_.columns;
    const Kernel sums = all_sums("columns");
    const Proc start = rename(sums.specification, name_ + "_as_written");
    const std::string is_one = fmt::format("N <= {}", most);
    const std::string is_low = layout_ == Layout::rows ? fmt::format(" or M <= {}", blocking_.rows) : "";
    Proc p = specialize(start, "for i in _: _", {is_one + is_low});
    p = replace_scheduled(p, "for i in _: _", sums);
    const std::string main = but_last_two("N", most);
    p = with_columns_apart(p, main);
    p = divide_loop(p, "j", most, {"jo", "j"}, Tail::perfect);
    p = reorder_loops(p, "i jo");
    p = replace_scheduled(p, "for i in _: _", sums);
    p = with_columns_apart(p,
                           fmt::format("{0} + (N - {0} + {1}) / {2} * {3}", main, 2 * width_ - 1, 2 * width_, width_));
    for (int half = 0; half < 2; ++half) p = replace_scheduled(p, "for i in _: _", sums);
    return named({start, p}, "");
  }

  // All sums: the first block of them sets C or adds to it, the others add to it.
  Kernel all_sums(const std::string& part) {
    const std::int64_t most = blocking_.depth;
    const Kernel first = block();
    const Proc start = as_written(of_layout("product"));
    Proc p = specialize(start, "for i in _: _", {fmt::format("K <= {}", most), fmt::format("K <= {}", 2 * most)});
    p = replace_scheduled(p, "for i in _: _", first);
    if (update_ != Update::set) {
      p = two_blocks(p, "(K + 1) / 2", first, first);
      return named({start, many_blocks(p, first)}, part);
    }
    Levels adding(program_, target_, blocking_, {Update::add, layout_}, buffers_, name_ + "_adding");
    p = two_blocks(p, "(K + 1) / 2", first, adding.block());
    return named({start, two_blocks(p, std::to_string(most), first, adding.all_sums(""))}, part);
  }

 private:
  // for i: for j in seq(…, N): …  -->  the columns up to `cut`, then the others
  static Proc with_columns_apart(Proc p, const std::string& cut) {
    const Cursor j = p.find_loop("j");
    p = cut_loop(p, j, cut);
    return autofission(p, p.forward(j).after());
  }

  // for i: for j: [C = 0]; for k in seq(0, K)  -->  the sums up to `cut`, then the others
  static Proc two_blocks(Proc p, const std::string& cut, const Kernel& first, const Kernel& second) {
    const Cursor k = p.find_loop("k");
    p = cut_loop(p, k, cut);
    p = autofission(p, p.forward(k).after(), 2);
    p = replace_scheduled(p, "for i in _: _", first);
    return replace_scheduled(p, "for i in _: _", second);
  }

  // As many blocks of the full depth as leave one or two, these of nearly equal depth.
  Proc many_blocks(Proc p, const Kernel& block) const {
    const std::int64_t most = blocking_.depth;
    const Cursor k = p.find_loop("k");
    const std::string main = but_last_two("K", most);
    p = cut_loop(p, k, main);
    p = autofission(p, p.forward(k).after(), 2);
    p = divide_loop(p, p.forward(k), most, {"ko", "k"}, Tail::perfect);
    p = reorder_loops(p, "j ko");
    p = reorder_loops(p, "i ko");
    p = replace_scheduled(p, "for i in _: _", block);
    return two_blocks(p, fmt::format("{0} + (K - {0} + 1) / 2", main), block, block);
  }

  // Some of the sums.
  const Kernel& block() {
    if (!block_) block_ = layout_ == Layout::rows ? block_of_rows() : block_of_any();
    return *block_;
  }

  // Two tiles of rows read B where it lies, and some more do where B is near; else the first tile packs B for the
  // others: for those of one block a panel at a time, which stays near, else all of it.
  Kernel block_of_rows() {
    const std::int64_t high = blocking_.tile.rows;
    const Kernel few = with_rows_packed(in_place_strip()), one = with_rows_packed(packing_strip()),
                 first = with_rows_packed(copying_strip()), others = with_rows_packed(packed_strip());
    const Proc start = as_written(of_layout("block"));
    Proc p = specialize(
        start, "for i in _: _",
        {fmt::format("M <= {} or M <= {} and stride(B, 0) <= {}", 2 * high, few_tiles * high, blocking_.near),
         fmt::format("M <= {}", blocking_.rows)});
    p = replace_scheduled(p, "for i in _: _", few);
    p = replace_scheduled(p, "for i in _: _", one);
    const Cursor top = p.find_loop("i");
    p = cut_loop(p, top, std::to_string(high));
    const Cursor below = *schedules::next_statement(p.forward(top));
    p = pack(p, below);
    p = in_front(p, p.find("packed : _"), p.forward(top));
    const Cursor packing = p.find_loop("i0");
    p = in_front(p, packing, p.forward(top));
    p = cut_loop(p, p.forward(below), fmt::format("(M - {0}) % {1} + {0}", high + 1, blocking_.rows));
    p = replace_scheduled(p, p.forward(packing).expand(0, 2), first);
    const Cursor blocks = p.find_loop("i");
    p = shift_loop(p, blocks, "0");
    p = divide_loop(p, p.forward(blocks), blocking_.rows, {"io", "i"}, Tail::perfect);
    return named({start, replace_scheduled(p, "for i in _: _", others)}, of_layout("block"));
  }

  // Matrices that lie in any way are packed first, element by element.
  Kernel block_of_any() {
    const Kernel strip = packed_strip();
    const std::string rows = std::to_string(blocking_.rows);
    const Proc start = as_written(of_layout("block"));
    const Cursor top = start.find_loop("i");
    Proc p = pack(start, top);
    p = split_columns(p, p.find_loop("i1"));
    p = divide_loop(p, p.forward(top), blocking_.rows, {"io", "i"}, Tail::cut);
    p = simplify(p);
    p = pack_rows(p, p.find_loop("i"), fmt::format("A[{0} * io:{0} * io + {0}, 0:K]", rows), strip);
    p = specialize(p, p.find_loop("i"), {fmt::format("M % {} > 0", rows)});
    p = pack_rows(p, p.find_loop("i"), fmt::format("A[M / {0} * {0}:M, 0:K]", rows), strip);
    return named({start, delete_pass(eliminate_dead_code(p, p.find_loop("i")))}, of_layout("block"));
  }

  Proc pack_rows(Proc p, const Cursor& nest, const std::string& window, const Kernel& strip) const {
    p = stage_mem(p, nest, window, "rows");
    p = set_memory(p, p.forward(nest).prev(2), buffers_);
    return replace_scheduled(p, p.forward(nest), strip);
  }

  // All columns of some rows.
  Kernel in_place_strip() {
    const Proc start = as_written("product");
    return named({start, panels(split_columns(start, start.find_loop("j")))}, "strip");
  }

  Kernel packed_strip() {
    const Proc start = as_written("packed_strip");
    return named({start, panels(split_columns(start, start.find_loop("j")))}, "packed_strip");
  }

  // All columns of a block of rows: the first tile of it packs each panel of B for the others.
  Kernel packing_strip() {
    const Proc start = as_written("packing_strip");
    Proc p = split_columns(start, start.find_loop("j"));
    p = pack_panel(p, p.find_loop("i"), fmt::format("B[0:K, {0} * jo:{0} * jo + {0}]", width_), "panel");
    p = tile_and_panel(p, "i0", blocking_.tile.vectors, false);
    p = pack_panel(p, p.find_loop("i"), fmt::format("B[0:K, N / {0} * {0}:N]", width_), "last_panel");
    p = resize_dim(p, "last_panel", 1, std::to_string(width_), "0");
    p = specialize(p, p.find_loop("i0").expand(0, 2), widths());
    for (std::int64_t v = blocking_.tile.vectors; v > 0; --v) p = tile_and_panel(p, "i0", v, true);
    for (const char* nothing : {"i1", "j", "j"}) p = eliminate_dead_code(p, p.find_loop(nothing));
    return named({start, delete_pass(p)}, "packing_strip");
  }

  // for i: …  -->  for i0: for i1: name = B; for i in seq(0, high): … B; for i: … name
  Proc pack_panel(Proc p, const Cursor& rows, const std::string& window, const std::string& name) const {
    p = cut_loop(p, rows, std::to_string(blocking_.tile.rows));
    p = stage_mem(p, *schedules::next_statement(p.forward(rows)), window, name);
    p = set_memory(p, name, buffers_);
    p = in_front(p, p.find(name + ": _"), p.forward(rows));
    return in_front(p, p.find_loop("i0"), p.forward(rows));
  }

  // The same, and B packed: panel by panel, by the first tile of rows.
  Kernel copying_strip() {
    const Proc start = as_written("copying_strip");
    Proc p = start;
    for (const char* columns : {"jp", "j", "j #2"}) p = split_columns(p, p.find_loop(columns));
    // packing, rest; first rows, rest; others, rest
    p = swap_with_next(p, 1);
    p = swap_with_next(p, 3);
    p = swap_with_next(p, 2);
    for (int i = 0; i < 2; ++i) p = fuse(p, schedules::body_of(p)[0], schedules::body_of(p)[1]);
    p = tile_and_panel(p, "kp", blocking_.tile.vectors, false);
    p = specialize(p, schedules::body_of(p)[1].expand(0, 2), widths());
    for (std::int64_t v = blocking_.tile.vectors; v > 0; --v) p = tile_and_panel(p, "kp", v, true);
    for (const char* nothing : {"jp", "j", "j"}) p = eliminate_dead_code(p, p.find_loop(nothing));
    return named({start, delete_pass(p)}, "copying_strip");
  }

  // Rows of A that fall into the same set of L1 come to lie close together first, where several panels
  // pass by. (A cache that is looked up by the address within a page has no more sets, be it of 32 or of 48 KiB.)
  Kernel with_rows_packed(const Kernel& strip) const {
    const Proc& start = strip.specification;
    Proc p = rename(start, strip.scheduled.name() + "_of_rows");
    p = specialize(p, p.body(),
                   {fmt::format("M > {} and N > {} and stride(A, 0) % {} == 0", l1_ways, width_,
                                l1_sets * schedules::elements_of_line(p, "A"))});
    const Cursor many = p.body()[0];
    p = stage_mem(p, Cursor(many).body(), "A[0:M, 0:K]", "rows");
    p = set_memory(p, "rows", buffers_);
    p = schedules::vectorize(p, "i1", target_, leftover());
    const int nests = static_cast<int>(schedules::body_of(start).size());
    const std::vector<Cursor> statements = schedules::body_of(p.forward(many));
    p = replace_scheduled(p, statements[2].expand(0, nests - 1), strip);
    p = replace_scheduled(p, Cursor(p.forward(many)).orelse(), strip);
    return {start, p};
  }

  schedules::Leftover leftover() const {
    return target_.has("masked_load") && target_.has("masked_store") ? schedules::Leftover::masked
                                                                     : schedules::Leftover::scalar;
  }

  // ---- steps

  std::string of_layout(const std::string& level) const { return layout_ == Layout::any ? level + "_any" : level; }

  Proc as_written(const std::string& level) const {
    return program_.procedure(fmt::format("gemm_{}_{}", gemm::name(update_), level));
  }

  Kernel named(const Kernel& k, const std::string& part) const {
    return {k.specification, rename(simplify(k.scheduled), part.empty() ? name_ : name_ + "_" + part)};
  }

  // `moving` is among the statements after `place`, and comes to stand right before it.
  static Proc in_front(Proc p, const Cursor& moving, const Cursor& place) {
    while (!(p.forward(moving).next() == StmtCursor(p.forward(place))))
      p = reorder_stmts(p, p.forward(moving).expand(1, 0));
    return p;
  }

  static Proc swap_with_next(const Proc& p, std::size_t i) {
    return reorder_stmts(p, schedules::body_of(p)[i].expand(0, 1));
  }

  Proc split_columns(const Proc& p, const Cursor& j) const { return gemm::split_columns(p, j, width_); }
  std::vector<std::string> widths() const { return partial_widths(blocking_.tile, target_.lanes); }

  Proc panels(Proc p) {
    p = replace_scheduled(p, "for i in _: _", panel_of(blocking_.tile.vectors, false));
    p = specialize(p, p.find_loop("i"), widths());
    for (std::int64_t v = blocking_.tile.vectors; v > 0; --v)
      p = replace_scheduled(p, "for i in _: _", panel_of(v, true));
    return delete_pass(eliminate_dead_code(p, p.find_loop("j")));
  }

  // The packing by `loop`, with the first tile after it, and the tiles after that.
  Proc tile_and_panel(Proc p, const char* loop, std::int64_t vectors, bool is_partial) {
    p = replace_scheduled(
        p, p.find_loop(loop).expand(0, 1),
        tile({blocking_.tile.rows, vectors, is_partial}, Operand::copied, {.rows_of_b = true}, "_copying"));
    return replace_scheduled(p, "for i in _: _", panel_of(vectors, is_partial));
  }

  // B in panels, for the nest.
  Proc pack(Proc p, const Cursor& nest) const {
    p = stage_mem(p, p.forward(nest), "B[0:K, 0:N]", "packed");
    p = resize_dim(p, "packed", 1, fmt::format("(N + {}) / {} * {}", width_ - 1, width_, width_), "0");
    p = divide_dim(p, "packed", 1, width_);
    p = rearrange_dim(p, "packed", {1, 0, 2});
    p = set_memory(p, "packed", buffers_);
    return simplify(p);
  }

  Kernel tile(const Tile& t, Operand b, const Ahead& ahead, const std::string& suffix) const {
    const Variant variant{update_, Operand::strided, b, Result::rows};
    return microkernel(program_.procedure("gemm_" + gemm::name(variant)), target_, t, variant, ahead,
                       tile_name(t) + suffix);
  }

  std::string tile_name(const Tile& t) const {
    return fmt::format("{}_{}x{}{}", name_, t.rows, t.vectors * target_.lanes, t.is_partial ? "p" : "");
  }

  const Kernel& panel_of(std::int64_t vectors, bool is_partial) {
    const auto [at, is_new] = panels_.try_emplace({vectors, is_partial});
    if (is_new) {
      std::vector<Kernel> tiles;
      for (std::int64_t rows = 1; rows <= blocking_.tile.rows; ++rows)
        tiles.push_back(tile({rows, vectors, is_partial}, Operand::strided, {}, ""));
      const Tile highest{blocking_.tile.rows, vectors, is_partial};
      const Kernel brief = tile(highest, Operand::strided, {.rows = Ahead::Rows::below}, "_brief");
      const Kernel streaming =
          tile(highest, Operand::strided, {.rows = Ahead::Rows::own_and_below, .rows_of_b = true}, "_streaming");
      const std::string name = panel_name(vectors, is_partial);
      at->second = named(panel(as_written(name), tiles,
                               followed_tile(brief, streaming, tile_name(highest) + "_followed"), blocking_.edges),
                         name);
    }
    return *at->second;
  }

  const Program& program_;
  const VectorTarget& target_;
  const Blocking& blocking_;
  std::int64_t width_;
  Update update_;
  Layout layout_;
  ir::MemoryRef buffers_;
  std::string name_;
  std::optional<Kernel> block_;
  std::map<std::pair<std::int64_t, bool>, std::optional<Kernel>> panels_;  // by vectors and is_partial
};

}  // namespace

Blocking blocking(const schedules::Caches& caches, const Tile& tile, Edges edges, std::int64_t lanes,
                  std::int64_t bytes) {
  constexpr std::int64_t step = 8;
  const std::int64_t width = tile.vectors * lanes;
  const std::int64_t depth = std::max(step, caches.l1 * 3 / 2 / (width * bytes) / step * step);
  const std::int64_t rows = std::max<std::int64_t>(1, caches.l2 / 4 / (depth * bytes) / tile.rows) * tile.rows;
  // The last cache has two blocks of B and what other cores want of it; where there is no L3, it is L2.
  const std::int64_t block = std::max(caches.l3 / 8, caches.l2 / 2);
  const std::int64_t columns = std::max<std::int64_t>(1, block / (depth * bytes) / width) * width;
  return {tile, rows, depth, columns, caches.l2 / (depth * bytes), edges};
}

Tile default_tile(std::int64_t registers) { return {std::max<std::int64_t>(1, (registers - 1) / 2 - 1), 2, false}; }

Proc blocked(const Program& program, const VectorTarget& target, const Blocking& blocking, const Product& product,
             const ir::MemoryRef& buffers, const std::string& name) {
  return Levels(program, target, blocking, product, buffers, name).product().scheduled;
}

}  // namespace tessera::kernels::gemm
