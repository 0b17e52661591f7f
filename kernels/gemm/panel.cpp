// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/panel.hpp"

#include <fmt/format.h>

#include "tessera/tessera.hpp"

namespace tessera::kernels::gemm {
namespace {

Proc call_scheduled(Proc p, const Kernel& k) {
  for (const Cursor& call : p.find_all(k.specification.name() + "(_)")) p = call_eqv(p, p.forward(call), k.scheduled);
  return p;
}

}  // namespace

Proc replace_scheduled(const Proc& p, const BlockPlace& block, const Kernel& k) {
  return call_scheduled(replace(p, block, k.specification), k);
}

std::string but_last_two(const char* extent, std::int64_t most) {
  return fmt::format("(({0} + {1}) / {2} - 2) * {2}", extent, most - 1, most);
}

Kernel followed_tile(const Kernel& brief, const Kernel& streaming, const std::string& name) {
  const Proc start = rename(brief.specification, name + "_as_written");
  Proc p = specialize(start, "for i in _: _", {fmt::format("K > {}", long_sum)});
  p = replace_scheduled(p, "for i in _: _", streaming);
  p = replace_scheduled(p, "for i in _: _", brief);
  return {start, rename(p, name)};
}

// for i: for j: …  -->  tiles of rows: as many high ones as leave rows for one or two, these as `edges` says.
Kernel panel(const Proc& specification, const std::vector<Kernel>& tiles, const Kernel& followed, Edges edges) {
  const auto most = static_cast<std::int64_t>(tiles.size());
  if (most == 1) {
    const Proc rows = divide_loop(specification, "i", 1, {"it", "ii"}, Tail::perfect);
    return {specification, simplify(replace_scheduled(rows, "for ii in _: _", tiles.front()))};
  }
  auto tile = [&](std::int64_t rows) -> const Kernel& { return tiles.at(static_cast<std::size_t>(rows - 1)); };
  const std::string main = but_last_two("M", most);
  auto two_tiles = [&](Proc p, const std::string& from, std::int64_t rows, bool are_followed) {
    const std::int64_t first = edges == Edges::last ? most : (rows + 1) / 2;
    p = cut_loop(p, "i", fmt::format("{}{}", from, first));
    for (std::int64_t r : {first, rows - first})
      p = replace(p, "for i in _: _", (are_followed ? followed : tile(r)).specification);
    return p;
  };
  std::vector<std::string> alone, last_two;
  for (std::int64_t r = 1; r <= most; ++r) alone.push_back(fmt::format("M == {}", r));
  const bool has_other = followed.specification.name() != tiles.back().specification.name();
  if (has_other) alone.push_back(fmt::format("M == {}", 2 * most));  // nothing follows these two
  for (std::int64_t r = most + 1; r <= 2 * most; ++r) last_two.push_back(fmt::format("M - {} == {}", main, r));

  Proc p = specialize(specification, "for i in _: _", alone);
  for (std::int64_t r = 1; r <= most; ++r) p = replace(p, "for i in _: _", tile(r).specification);
  if (has_other) p = two_tiles(p, "", 2 * most, false);
  p = cut_loop(p, "i", main);
  p = divide_loop(p, "i", most, {"it", "ii"}, Tail::perfect);
  p = replace(p, "for ii in _: _", followed.specification);
  p = specialize(p, p.find_loop("i"), last_two);
  // The last two are full in all blocks of rows but the last: then another follows.
  for (std::int64_t r = most + 1; r <= 2 * most; ++r) p = two_tiles(p, main + " + ", r, r == 2 * most);
  p = eliminate_dead_code(p, fmt::format("if M - {} == {}: _", main, 2 * most));  // no other number of rows is left
  for (const Kernel& t : tiles) p = call_scheduled(p, t);
  if (has_other) p = call_scheduled(p, followed);
  return {specification, simplify(p)};
}

Proc split_columns(Proc p, const Cursor& j, std::int64_t width) {
  const Cursor rows = j.parent();
  p = divide_loop(p, j, width, {j.name() + "o", j.name()}, Tail::cut);
  p = simplify(p);
  p = autofission(p, p.forward(j).after());
  return reorder_loops(p, p.forward(rows));
}

std::vector<std::string> partial_widths(const Tile& tile, std::int64_t lanes) {
  std::vector<std::string> out;
  for (std::int64_t v = tile.vectors; v > 0; --v)
    out.push_back(fmt::format("N % {} > {}", tile.vectors * lanes, lanes * (v - 1)));
  return out;
}

}  // namespace tessera::kernels::gemm
