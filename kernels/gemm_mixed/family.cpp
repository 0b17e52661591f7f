// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm_mixed/family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dsl/support/diagnostic.hpp"
#include "kernels/family/result.hpp"
#include "kernels/gemm/tile_sizes.hpp"
#include "kernels/gemm_mixed/microkernel.hpp"

namespace tessera::kernels::gemm::mixed {
namespace {

Types types_of(const Request& r) { return {r.types.at(0), r.types.at(1), r.types.at(2)}; }

// Of C, where it is not that of the sums.
std::optional<ir::Scalar> type_of_results(const Request& r) {
  return r.types.back() == r.types.at(2) ? std::nullopt : std::optional(r.types.back());
}

void check_result(const Request& r) {
  const std::optional<ir::Scalar> result = type_of_results(r);
  if (result && !is_result_type(*result))
    throw InputError("family", fmt::format("no product has results of {}", ir::name(*result)),
                     result_types() + ", or the sums");
}

std::string words(const Form& f, const Request& r) {
  const std::optional<ir::Scalar> result = type_of_results(r);
  return word(f.types) + (result ? fmt::format("_{}", ir::name(*result)) : "");
}

// "it has ui8,i8,i32 by dpbusd": a slip in the order or the sign of types is seen by it.
std::string forms_there(const Request& r) {
  std::vector<std::string> forms;
  for (const Form& f : best_forms(r.instructions))
    if (f.rows > 1 || f.types.a != f.types.sum || f.types.b != f.types.sum)
      forms.push_back(fmt::format("{} by {}", text(f.types), f.instruction.name()));
  return forms.empty() ? "it has none on other types either" : fmt::format("it has {}", fmt::join(forms, "; "));
}

Form required_form(const Request& r) {
  if (std::optional<Form> f = best_form(r.instructions, types_of(r))) return *std::move(f);
  throw InputError("family",
                   fmt::format("{} has no instruction that adds products of {} and {} to sums of {}", r.target,
                               ir::name(r.types[0]), ir::name(r.types[1]), ir::name(r.types[2])),
                   fmt::format("{}. The types are those of A, B and the sums; {}", forms_there(r), body_of_form));
}

// Before anything is scheduled.
void require_moves(const Form& f, const Request& r) {
  if (const std::optional<OperandMove> m = missing_move(f, r.instructions))
    throw InputError("family",
                     fmt::format("{} has no instruction of the role {} for {} in {}", r.target, m->role,
                                 ir::name(m->type), m->memory->name),
                     fmt::format("{} needs it", f.instruction.name()));
}

std::int64_t registers_of(const Form& f) {
  const ir::MemoryDecl& budget = f.of_sum->budget();
  if (budget.registers) return *budget.registers;
  throw InputError("family", fmt::format("the memory {} does not say how many registers there are", budget.name),
                   "add a line `registers N` to it");
}

std::vector<MixedTile> tiles_that_fit(const Form& f) {
  std::vector<MixedTile> out;
  const std::int64_t have = registers_of(f);
  for (std::int64_t vectors = 1; vectors <= have; ++vectors)
    for (std::int64_t rows = 1; fits({rows, vectors}, f, have); ++rows)
      for (const bool is_partial : {false, true}) out.push_back({rows, vectors, is_partial});
  return out;
}

[[noreturn]] void no_tile_fits(const Form& f) {
  throw InputError(
      "family",
      fmt::format("the smallest tile of {}, 1x{}, needs more registers than the {} of {}", f.instruction.name(),
                  f.columns, registers_of(f), f.of_sum->budget().name),
      "the memories say by `registers` how many there are, the instruction by `scratch` how many its C takes");
}

// A tile of whole instructions is served by the kernel for that many columns and by the one for fewer of them.
void add_tiles(const std::string& text, const Form& f, std::vector<MixedTile>& out) {
  const auto [rows, columns, in_vectors] = tile_in_columns(text);
  const MixedTile whole{rows, (columns + f.columns - 1) / f.columns};
  const std::int64_t have = registers_of(f);
  if (!fits({1, 1}, f, have)) no_tile_fits(f);
  if (rows > have * f.rows || whole.vectors > have || !fits(whole, f, have))
    throw InputError(
        "family",
        fmt::format("a tile of {} needs more registers than the {} of {}", text, have, f.of_sum->budget().name),
        fmt::format("the largest one with the fewest loads is {}x{}", default_tile(have, f).rows,
                    panel_columns(default_tile(have, f), f)));
  if (columns % f.columns == 0) out.push_back(whole);
  out.push_back({rows, whole.vectors, true});
}

std::vector<MixedTile> tiles(const Request& r, const Form& f) {
  std::vector<MixedTile> out;
  if (r.tiles.empty()) {
    out = tiles_that_fit(f);
    if (out.empty()) no_tile_fits(f);
  }
  for (const std::string& text : r.tiles) add_tiles(text, f, out);
  return out;
}

// Results that are no sums cannot be added to.
std::vector<MixedVariant> all_variants(const Form& f, std::optional<ir::Scalar> result) {
  std::vector<MixedVariant> out;
  for (const Operand a : {Operand::packed, Operand::strided})
    for (const Update u : {Update::add, Update::set})
      if ((a == Operand::packed || can_be_strided(f)) && (!result || u == Update::set)) out.push_back({u, a, result});
  return out;
}

std::vector<MixedVariant> variants(const Request& r, const Form& f) {
  const std::vector<MixedVariant> all = all_variants(f, type_of_results(r));
  std::vector<MixedVariant> out;
  for (const std::string& wanted : r.variants) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const MixedVariant& v) { return name(v) == wanted; });
    if (found == all.end()) {
      std::vector<std::string> names;
      for (const MixedVariant& v : all) names.push_back(name(v));
      throw InputError("family",
                       fmt::format("there is no variant '{}' of products by {}", wanted, f.instruction.name()),
                       fmt::format("one of {}", fmt::join(names, ", ")));
    }
    out.push_back(*found);
  }
  return out.empty() ? all : out;
}

Member mixed_member(const MixedTile& tile, const MixedVariant& variant, const Form& f, const Request& r) {
  const std::int64_t width = panel_columns(tile, f);
  Member out;
  out.name = fmt::format("gemm_{}_{}x{}{}_{}_{}", words(f, r), tile.rows, width, tile.is_partial ? "p" : "", r.target,
                         name(variant));
  out.specification = specification_name(variant);
  out.schedule = [=, types = f.types, m = out](const Program& program, const schedules::VectorTarget&) {
    const Form form = *best_form(program.instructions, types);
    return microkernel(program.procedure(m.specification), program.instructions, form, tile, variant, m.name);
  };
  out.facts = {{"rows", std::to_string(tile.rows)},
               {"columns", std::to_string(width)},
               {"least_columns", std::to_string(tile.is_partial ? width - f.columns + 1 : width)},
               {"is_partial", tile.is_partial ? "1" : "0"},
               {"variant", name(variant)},
               {"depth", std::to_string(f.depth)},
               {"group", std::to_string(f.group)},
               {"panel_rows", std::to_string(panel_rows(tile, f))},
               {"instruction", f.instruction.name()}};
  return out;
}

}  // namespace

Family family(const Request& r) {
  if (r.edges != Edges::even)
    throw InputError("family", "the family gemm is of single tiles, which have no edges", "leave --edges out");
  const Form form = required_form(r);
  require_moves(form, r);
  check_result(r);
  Family out{fmt::format("gemm_{}_{}", words(form, r), r.target), "", {}};
  if (const std::optional<ir::Lanes>& machine = form.of_sum->lanes)
    out.lanes = MachineLanes{form.of_sum, form.columns, {machine->length}};
  for (const MixedVariant& variant : variants(r, form)) {
    out.program += (out.program.empty() ? "" : "\n") + specification(variant, form);
    for (const MixedTile& tile : tiles(r, form)) out.members.push_back(mixed_member(tile, variant, form, r));
  }
  return out;
}

}  // namespace tessera::kernels::gemm::mixed
