// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dsl/ir/print.hpp"
#include "dsl/support/diagnostic.hpp"
#include "kernels/gemm/batch.hpp"
#include "kernels/gemm/blocked.hpp"
#include "kernels/gemm/needs.hpp"
#include "kernels/gemm/tile_sizes.hpp"

namespace tessera::kernels::gemm {
namespace {

std::vector<Variant> all_variants() {
  std::vector<Variant> out;
  for (Update u : {Update::add, Update::set, Update::add_scaled, Update::scale_add})
    for (Operand a : {Operand::packed, Operand::strided})
      for (Operand b : {Operand::packed, Operand::strided, Operand::copied})
        for (Result c : {Result::rows, Result::any}) out.push_back({u, a, b, c});
  return out;
}

// What a library needs: both operands packed, or both where they lie; for any C one that does everything.
bool is_usual(const Variant& v) {
  if (v.a != v.b || v.update == Update::add_scaled) return false;
  return v.c == Result::rows || (v.update == Update::scale_add && v.a == Operand::packed);
}

[[noreturn]] void refuse_variant(const std::string& family, const std::string& wanted, std::string names) {
  throw InputError("family", fmt::format("the family {} has no variant '{}'", family, wanted), std::move(names));
}

// Of 48 names how they are put together.
constexpr const char* names_of_variants =
    "a name is add, set, add_scaled or scale_add, then packed or strided for A, then packed, strided or copied for B, "
    "and anyc at the end for a C with any distance between columns: add_packed_packed, scale_add_strided_copied_anyc";

std::vector<Variant> variants(const Request& r) {
  std::vector<Variant> out, all = all_variants();
  if (r.variants.empty()) {
    std::copy_if(all.begin(), all.end(), std::back_inserter(out), is_usual);
    return out;
  }
  for (const std::string& wanted : r.variants) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Variant& v) { return name(v) == wanted; });
    if (found == all.end()) refuse_variant("gemm", wanted, names_of_variants);
    if (std::find(out.begin(), out.end(), *found) == out.end()) out.push_back(*found);
  }
  return out;
}

std::int64_t registers(const Request& r) {
  if (const std::optional<int> n = r.vectors.memory->budget().registers) return *n;
  throw InputError("family",
                   fmt::format("the memory {} does not say how many registers there are", r.vectors.memory->name),
                   "add a line `registers N` to it");
}

std::int64_t columns(const Tile& t, const Request& r) { return t.vectors * r.vectors.lanes; }

std::optional<MachineLanes> machine_lanes(const Request& r) {
  const std::optional<ir::Lanes>& lanes = r.vectors.memory->lanes;
  if (!lanes) return std::nullopt;
  return MachineLanes{r.vectors.memory, r.vectors.lanes, r.chooses_lanes ? lanes->lengths : std::vector{lanes->length},
                      r.chooses_lanes};
}

// In names: where the machine chooses the lanes, they say how many vectors.
std::string width_text(const Tile& t, const Request& r) {
  return r.chooses_lanes ? fmt::format("{}v", t.vectors) : std::to_string(columns(t, r));
}

void require_fixed_lanes(const std::string& family, const Request& r) {
  if (!r.chooses_lanes) return;
  throw InputError(
      "lanes",
      fmt::format("the family {} is for one number of lanes, and the machines of {} choose theirs", family, r.target),
      "--lanes with one of them, or the family gemm, which has kernels for all");
}

// What the microkernel holds at once: the sums, a row of B, an element of A.
std::int64_t registers_used(const Tile& t) { return (t.rows + 1) * t.vectors + 1; }

void add_tile(const std::string& text, const std::vector<Tile>& all, const Request& r, std::vector<Tile>& out) {
  const std::int64_t lanes = r.vectors.lanes;
  const auto [rows, columns, in_vectors] = tile_of_text(text);
  if (r.chooses_lanes && !in_vectors)
    throw InputError(
        "lanes",
        fmt::format("the tile {} is in columns, and the machines of {} choose how many a vector has", text, r.target),
        fmt::format("rows by vectors, as in {}x2v", rows));
  const std::int64_t width = in_vectors ? columns * lanes : columns;
  const Tile asked{rows, (width + lanes - 1) / lanes, width % lanes != 0};
  const std::int64_t have = registers(r);
  if (asked.rows > have || asked.vectors > have || registers_used(asked) > have)
    throw InputError("family",
                     fmt::format("a tile of {} needs {} registers, and {} has {}", text,
                                 rows > have || width > have * lanes ? "more" : std::to_string(registers_used(asked)),
                                 r.vectors.memory->name, have),
                     "(rows + 1) * vectors + 1 of them: the sums, a row of B, an element of A");
  std::vector<Tile> found;
  for (const Tile& t : all)
    if (t.rows == asked.rows && t.vectors == asked.vectors && (t.is_partial || !asked.is_partial)) found.push_back(t);
  for (const Tile& t : found)
    if (std::find(out.begin(), out.end(), t) == out.end()) out.push_back(t);
}

std::vector<Tile> tiles(const Request& r) {
  const std::vector<Tile> all = tiles_that_fit(registers(r));
  if (r.tiles.empty() && all.empty())
    throw InputError("family",
                     fmt::format("the smallest tile, 1x1v, needs {} registers, and {} has {}",
                                 registers_used({1, 1, false}), r.vectors.memory->name, registers(r)),
                     "the memory says by `registers` how many there are");
  if (r.tiles.empty()) return all;
  std::vector<Tile> out;
  for (const std::string& text : r.tiles) add_tile(text, all, r, out);
  return out;
}

std::vector<std::pair<std::string, std::string>> facts(const Tile& t, const Request& r) {
  const std::string rows = std::to_string(t.rows), is_partial = t.is_partial ? "1" : "0";
  if (r.chooses_lanes) return {{"rows", rows}, {"vectors", std::to_string(t.vectors)}, {"is_partial", is_partial}};
  const std::int64_t width = columns(t, r);
  return {{"rows", rows},
          {"columns", std::to_string(width)},
          {"least_columns", std::to_string(t.is_partial ? width - r.vectors.lanes + 1 : width)},
          {"is_partial", is_partial}};
}

Member member(const Tile& tile, const Variant& variant, const Request& r) {
  Member out;
  const bool is_batch = variant.sum == Sum::of_batch;
  const std::string called = is_batch ? std::string(name(variant.update)) : name(variant);
  out.name = fmt::format("gemm_{}{}_{}x{}{}_{}_{}", is_batch ? "batch_" : "", ir::name(r.type), tile.rows,
                         width_text(tile, r), tile.is_partial ? "p" : "", r.target, called);
  out.specification = "gemm_" + name(variant);
  out.schedule = [tile, variant, m = out](const Program& program, const schedules::VectorTarget& target) {
    return microkernel(program.procedure(m.specification), target, tile, variant,
                       {.rows_of_b = variant.b == Operand::copied}, m.name)
        .scheduled;
  };
  out.facts = facts(tile, r);
  out.facts.emplace_back("variant", called);
  out.may_spill = variant.update == Update::scale_add;  // beta and C, after the sums
  return out;
}

Member batch_member(const BatchProduct& product, const Request& r) {
  Member out;
  const std::string variant = fmt::format("product_{}", name(product.update));
  out.name = fmt::format("gemm_batch_{}_{}x{}_{}_{}", ir::name(r.type), product.tile.rows, columns(product.tile, r),
                         r.target, variant);
  out.specification = "gemm_" + name(batch_variant(product.update));
  out.schedule = [product, name = out.name](const Program& program, const schedules::VectorTarget& target) {
    return batch_product(program, target, product, name);
  };
  out.facts = {{"variant", variant},
               {"tile_rows", std::to_string(product.tile.rows)},
               {"tile_columns", std::to_string(columns(product.tile, r))}};
  return out;
}

const std::vector<std::string> batch_variants{"add", "product_add", "set", "product_set"};

bool is_wanted(std::string_view variant, const Request& r) {
  return r.variants.empty() || std::find(r.variants.begin(), r.variants.end(), variant) != r.variants.end();
}

// Registers that the C of a product takes for elements of A, beyond the one that each tile has.
std::int64_t more_elements(const Request& r) {
  const Proc* multiply = r.vectors.with_role("fma_broadcast");
  if (multiply == nullptr) return 0;
  return std::max<std::int64_t>(0, schedules::stated_scratch(*multiply).value_or(1) - 1);
}

Tile tile_by_default(const Request& r) { return default_tile(registers(r) - more_elements(r)); }

Tile one_tile(const Request& r) {
  if (r.tiles.empty()) return tile_by_default(r);
  const std::vector<Tile> asked = tiles(r);
  if (asked.size() != 2 || asked.front().is_partial)  // the whole one, and with a last vector used in part
    throw InputError("family", "the loops are around one tile", "give --tile once, with whole vectors");
  return asked.front();
}

// Those of the variants that the library has the instructions of.
std::string possible(const std::vector<Variant>& variants, const Request& r) {
  std::string out;
  for (const Variant& v : variants)
    if (schedules::missing(needs(v, r.vectors), r.vectors).empty()) out += fmt::format(" --variant {}", name(v));
  return out.empty() ? "" : fmt::format(". {} suffices for{}", r.target, out);
}

// Before anything is scheduled: that may take a minute.
void require(const std::vector<Variant>& variants, const Request& r, const std::string& instead = "") {
  const schedules::Needs needed = needs(variants, r.vectors), missing = schedules::missing(needed, r.vectors);
  if (missing.empty()) return;
  throw InputError(
      "family",
      fmt::format("{} has no instruction of the role {} for {}", r.target, usual_roles(missing), ir::name(r.type)),
      fmt::format("the product needs {}{}. `tessera hwlib show LIBRARY --needs` lists what a library suffices for",
                  roles_text(needed), instead));
}

void require_one_type(const std::string& family, const Request& r) {
  if (!r.types.empty())
    throw InputError("family", fmt::format("the family {} is of one type", family), "--dtype instead of --types");
}

constexpr const char* workspace = "Workspace";

std::string workspace_memory(const std::string& header) {
  if (header.empty()) return "";
  ir::MemoryDecl memory;
  memory.name = workspace;
  memory.is_like_dram = true;
  memory.headers = {header};
  memory.allocator = ir::Allocator{"tessera_workspace_take({bytes})", "tessera_workspace_give({name})"};
  return ir::print(memory);
}

Member blocked_member(const Blocking& b, const Product& product, const Request& r) {
  Member out;
  const std::string suffix = product.layout == Layout::any ? "_any" : "";
  out.name = fmt::format("gemm_{}_{}x{}_{}_blocked_{}{}", ir::name(r.type), b.tile.rows, columns(b.tile, r), r.target,
                         name(product.update), suffix);
  out.specification = fmt::format("gemm_{}_product{}", name(product.update), suffix);
  out.schedule = [=, name = out.name, own = !r.workspace.empty()](const Program& program,
                                                                  const schedules::VectorTarget& target) {
    return blocked(program, target, b, product, own ? program.memory(workspace) : ir::dram(), name);
  };
  out.facts = {{"variant", fmt::format("blocked_{}{}", name(product.update), suffix)},
               {"tile_rows", std::to_string(b.tile.rows)},
               {"tile_columns", std::to_string(columns(b.tile, r))},
               {"block_rows", std::to_string(b.rows)},
               {"block_depth", std::to_string(b.depth)}};
  return out;
}

}  // namespace

Family blocked_family(const Request& r) {
  require_one_type("gemm_blocked", r);
  require_fixed_lanes("gemm_blocked", r);
  if (!r.variants.empty())
    throw InputError("family", "the family gemm_blocked has no variants to choose",
                     "it has C += A B, C = A B and C += alpha A B, of matrices where they lie");
  require(variants_of_blocked(), r);
  const Blocking b = blocking(r.caches, one_tile(r), r.edges, r.vectors.lanes, ir::byte_size(r.type));
  Family out{fmt::format("gemm_blocked_{}_{}", ir::name(r.type), r.target), workspace_memory(r.workspace), {}};
  out.lanes = machine_lanes(r);
  for (Update update : {Update::add, Update::set, Update::add_scaled}) {
    out.program += (out.program.empty() ? "" : "\n") + product_specification(b, r.vectors.lanes, r.type, update);
    for (Layout layout : {Layout::rows, Layout::any}) out.members.push_back(blocked_member(b, {update, layout}, r));
  }
  return out;
}

Family family(const Request& r) {
  if (r.edges != Edges::even)
    throw InputError("family", "the family gemm is of single tiles, which have no edges", "leave --edges out");
  Family out{fmt::format("gemm_{}_{}", ir::name(r.type), r.target), "", {}};
  out.lanes = machine_lanes(r);
  const std::vector<Tile> chosen = tiles(r);
  const std::vector<Variant> wanted = variants(r);
  require(wanted, r, possible(wanted, r));
  for (const Variant& variant : wanted) {
    out.program += (out.program.empty() ? "" : "\n") + specification(variant, r.type);
    for (const Tile& tile : chosen) out.members.push_back(member(tile, variant, r));
  }
  return out;
}

Family batch_family(const Request& r) {
  require_one_type("gemm_batch", r);
  require_fixed_lanes("gemm_batch", r);
  for (const std::string& wanted : r.variants)
    if (std::find(batch_variants.begin(), batch_variants.end(), wanted) == batch_variants.end())
      refuse_variant("gemm_batch", wanted, fmt::format("one of {}", fmt::join(batch_variants, ", ")));
  Family out{fmt::format("gemm_batch_{}_{}", ir::name(r.type), r.target), "", {}, Entries{"gemm_batch", {}}};
  const std::vector<Tile> chosen = tiles(r);
  require(variants_of_batch(), r);
  out.lanes = machine_lanes(r);
  const Tile tile = r.tiles.empty() ? tile_by_default(r) : Tile{chosen.front().rows, chosen.front().vectors};
  for (Update update : {Update::add, Update::set}) {
    const BatchProduct product{update, tile, r.edges};
    out.program += (out.program.empty() ? "" : "\n") + batch_program(product, r.vectors.lanes, r.type);
    if (is_wanted(name(update), r))
      for (const Tile& t : chosen) out.members.push_back(member(t, batch_variant(update), r));
    const Member of_any_size = batch_member(product, r);
    out.entries->calls[update == Update::add ? "ADD" : "SET"] = of_any_size.name;
    if (is_wanted(fmt::format("product_{}", name(update)), r)) out.members.push_back(of_any_size);
  }
  return out;
}

}  // namespace tessera::kernels::gemm
