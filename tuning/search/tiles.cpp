// SPDX-License-Identifier: Apache-2.0
#include "tuning/search/tiles.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::tuning {
namespace {

TileAlone alone(const tuning::Machine& m, const tuning::Microkernel& tile) {
  constexpr std::int64_t taps = 3;
  const bool has_s = tile.unrolled.find('s') != std::string::npos, has_r = tile.unrolled.find('r') != std::string::npos;
  const std::int64_t unrolled = (has_s ? taps : 1) * (has_r ? taps : 1);
  // Half L1 holds the weights.
  const std::int64_t steps = m.caches.l1 / 2 / (tile.vectors * m.lanes * m.element);
  const std::int64_t channels = std::max<std::int64_t>(4, steps / unrolled);
  TileAlone out{tile, {}, fmt::format("T({}, c)", channels)};
  out.shape.K = tile.vectors * m.lanes, out.shape.C = channels;
  out.shape.rows.kernel = has_r ? taps : 1, out.shape.columns.kernel = has_s ? taps : 1;
  out.shape.rows.image = out.shape.rows.kernel;  // one row of results
  out.shape.columns.image = tile.rows - 1 + out.shape.columns.kernel;
  if (has_r) out.scheme += fmt::format(" U({}, r)", taps);
  if (has_s) out.scheme += fmt::format(" U({}, s)", taps);
  if (tile.rows > 1) out.scheme += fmt::format(" U({}, q)", tile.rows);
  if (tile.vectors > 1) out.scheme += fmt::format(" U({}, k)", tile.vectors);
  out.scheme += " V(k)";
  return out;
}

}  // namespace

std::vector<TileAlone> tiles_alone(const tuning::Machine& m) {
  std::vector<TileAlone> out;
  for (std::int64_t vectors = 1; vectors <= 6; ++vectors)
    for (std::int64_t rows = 1; rows * vectors + vectors + m.scratch <= m.registers; ++rows)
      for (const std::string form : {"", "s", "r", "rs"}) out.push_back(alone(m, {rows, vectors, form}));
  return out;
}

}  // namespace tessera::tuning
