// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_products.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "api/load.hpp"
#include "api/vectors.hpp"
#include "kernels/conv/support.hpp"
#include "kernels/gemm_mixed/microkernel.hpp"

namespace tessera::cli {
namespace {

namespace mixed = kernels::gemm::mixed;
using Json = nlohmann::ordered_json;

std::vector<std::optional<std::int64_t>> numbers_of_lanes(const script::Library& library) {
  for (const ir::MemoryRef& m : library.module.memories)
    if (m->lanes) return {m->lanes->lengths.begin(), m->lanes->lengths.end()};
  return {std::nullopt};
}

void set_tile(MixedProduct::At& at, const mixed::Form& f) {
  const std::optional<int> registers = f.of_sum->budget().registers;
  if (!registers) return;
  const mixed::MixedTile tile = mixed::default_tile(*registers, f);
  at.rows = tile.rows, at.columns = mixed::panel_columns(tile, f), at.vectors = tile.vectors;
  at.fits = mixed::fits({1, 1}, f, *registers);
}

std::vector<MixedProduct> products_at(const script::Library& library, std::optional<std::int64_t> lanes) {
  const ContextRef context = api::make_context({});
  const std::vector<Proc> instructions = api::instructions(library, context);
  std::vector<MixedProduct> out;
  for (const mixed::Form& f : mixed::best_forms(instructions)) {
    if (f.types.a == f.types.sum && f.types.b == f.types.sum && f.rows == 1) continue;  // an fma of vectors
    MixedProduct::At at{lanes};
    set_tile(at, f);
    at.no_conv = kernels::conv::why_no_convolutions(library, text(f.types), context);
    out.push_back({f, mixed::missing_move(f, instructions), {at}});
  }
  return out;
}

// The numbers of lanes of which convolutions are made.
std::vector<std::int64_t> lanes_of_conv(const MixedProduct& p) {
  std::vector<std::int64_t> out;
  for (const MixedProduct::At& at : p.at)
    if (!at.no_conv && at.lanes) out.push_back(*at.lanes);
  return out;
}

const MixedProduct::At* refused(const MixedProduct& p) {
  const auto found = std::find_if(p.at.begin(), p.at.end(), [](const auto& at) { return at.no_conv.has_value(); });
  return found == p.at.end() ? nullptr : &*found;
}

bool has_conv(const MixedProduct& p) {
  return std::any_of(p.at.begin(), p.at.end(), [](const auto& at) { return !at.no_conv; });
}

Json conv_json(const MixedProduct& p) {
  Json out{{"suffices", has_conv(p)}};
  if (p.at.front().lanes) out["lanes"] = lanes_of_conv(p);
  if (const MixedProduct::At* at = refused(p)) out["why"] = *at->no_conv;
  return out;
}

bool has_tile(const MixedProduct& p) {
  return std::any_of(p.at.begin(), p.at.end(), [](const auto& at) { return at.fits; });
}

Json tile_json(const MixedProduct::At& at) {
  Json out{{"rows", at.rows}, {"columns", at.columns}, {"vectors", at.vectors}};
  if (at.lanes) out["lanes"] = *at.lanes;
  return out;
}

// "tile 14 x 32", "tile 8 x 4 at 4 lanes, 16 x 8 at 8"
std::string tiles_text(const MixedProduct& p) {
  std::vector<std::string> out;
  for (const MixedProduct::At& at : p.at) {
    out.push_back(fmt::format("{} x {}", at.rows, at.columns));
    if (at.lanes) out.back() += fmt::format(" at {}{}", *at.lanes, out.size() == 1 ? " lanes" : "");
  }
  return fmt::format("tile {}", fmt::join(out, ", "));
}

std::string conv_verdict(const MixedProduct& p) {
  const MixedProduct::At* at = refused(p);
  if (!at) return "yes";
  if (!has_conv(p)) return "no: " + *at->no_conv;
  return fmt::format("at {} lanes; not at {}: {}", fmt::join(lanes_of_conv(p), ", "), *at->lanes, *at->no_conv);
}

}  // namespace

bool MixedProduct::has(ir::Scalar type) const {
  return form.types.a == type || form.types.b == type || form.types.sum == type;
}

std::vector<MixedProduct> mixed_products(const script::Library& library) {
  std::vector<MixedProduct> out;
  for (const std::optional<std::int64_t> lanes : numbers_of_lanes(library)) {
    const script::Library read = lanes ? api::load_library(library.given, {}, lanes) : library;
    for (MixedProduct& p : products_at(read, lanes)) {
      const auto same =
          std::find_if(out.begin(), out.end(), [&](const auto& o) { return o.form.types == p.form.types; });
      if (same == out.end()) out.push_back(std::move(p));
      else same->at.push_back(p.at.front());
    }
  }
  return out;
}

Json to_json(const MixedProduct& p) {
  Json tiles = Json::array();
  for (const MixedProduct::At& at : p.at) tiles.push_back(tile_json(at));
  return {{"types", text(p.form.types)},
          {"instruction", p.form.instruction.name()},
          {"rows", p.form.rows},
          {"columns", p.form.columns},
          {"depth", p.form.depth},
          {"suffices", !p.missing.has_value() && has_tile(p)},
          {"tiles", tiles},
          {"conv", conv_json(p)}};
}

void print(const MixedProduct& p) {
  const std::string types = "--types " + text(p.form.types);
  if (p.missing)
    fmt::print("{:40} no, without {} of {} in {}\n", "family gemm " + types, p.missing->role, ir::name(p.missing->type),
               p.missing->memory->name);
  else if (!has_tile(p))
    fmt::print("{:40} no: a tile of {} needs more registers than {} has\n", "family gemm " + types,
               p.form.instruction.name(), p.form.of_sum->budget().name);
  else
    fmt::print("{:40} yes, by {}: {} x {} sums of {}, {}\n", "family gemm " + types, p.form.instruction.name(),
               p.form.rows, p.form.columns, p.form.depth, tiles_text(p));
  fmt::print("{:40} {}\n", "conv " + types, conv_verdict(p));
}

}  // namespace tessera::cli
