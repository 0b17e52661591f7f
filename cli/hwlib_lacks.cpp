// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_lacks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/load.hpp"
#include "api/vectors.hpp"
#include "artifact/report/facts.hpp"
#include "cli/hwlib_generators.hpp"
#include "cli/hwlib_products.hpp"
#include "cli/schedule_needs.hpp"
#include "dsl/script/library_view.hpp"
#include "kernels/blas/library.hpp"
#include "kernels/families/registry.hpp"

namespace tessera::cli {
namespace {

using report::Json;
using schedules::Generator, schedules::Need, schedules::Needs;

struct Lack {
  std::string generator;
  Needs needs, missing;
  Needs met;  ///< each by the roles that the library has of it

  bool suffices() const { return missing.empty(); }
};

Needs met_by(const Needs& needs, const schedules::VectorTarget& target) {
  Needs out;
  for (const Need& n : needs)
    for (const std::vector<std::string>& roles : n.by)
      if (is_met({n.what, {roles}}, target)) {
        out.push_back({n.what, {roles}});
        break;
      }
  return out;
}

struct LacksOfType {
  ir::Scalar type;
  std::string memory;
  std::int64_t lanes;
  bool multiplies;  ///< one of its instructions multiplies and adds: without one there is nothing to generate
  std::vector<Lack> generators;
};

bool multiplies(const schedules::VectorTarget& target) {
  const auto roles = {"fma", "fma_broadcast", "fma_scalar", "fma_lane"};
  return std::any_of(roles.begin(), roles.end(), [&](const char* role) { return target.has(role); });
}

LacksOfType lacks_of_type(const script::Library& library, ir::Scalar type, const std::vector<std::string>& schedules) {
  const schedules::VectorTarget target = api::vectors(library, type, api::make_context({}));
  LacksOfType out{type, target.memory->name, target.lanes, multiplies(target), {}};
  std::vector<Generator> all = generators_for(target);
  for (const std::string& file : schedules) all.push_back(needs_of_schedule(file, type));
  for (const Generator& g : all)
    out.generators.push_back({g.name, g.needs, schedules::missing(g.needs, target), met_by(g.needs, target)});
  return out;
}

std::vector<LacksOfType> lacks_of(const script::Library& library, const std::vector<std::string>& schedules) {
  std::vector<LacksOfType> out;
  for (const ir::Scalar type : script::element_types(library.module))  // masks are no operands of products
    if (type != ir::Scalar::bit && script::LibraryView(library.module, type).vector())
      out.push_back(lacks_of_type(library, type, schedules));
  return out;
}

// The types that a BLAS library has products of, and this hardware library suffices for, or not.
std::vector<std::string> blas_types(const std::vector<LacksOfType>& all, bool suffices) {
  std::vector<std::string> out;
  for (const std::string& type : kernels::blas::BlasJob{}.types) {
    const bool fits = std::any_of(all.begin(), all.end(), [&](const LacksOfType& l) {
      return ir::name(l.type) == type && std::any_of(l.generators.begin(), l.generators.end(), [](const Lack& lack) {
               return lack.generator == kernels::blas_generator && lack.suffices();
             });
    });
    if (fits == suffices) out.push_back(type);
  }
  return out;
}

std::string blas_line(const std::vector<LacksOfType>& all, bool chooses_lanes) {
  if (chooses_lanes) return "no, for one library serves all machines, and these choose their number of lanes";
  const std::vector<std::string> with = blas_types(all, true), without = blas_types(all, false);
  if (without.empty()) return "yes";
  const std::string why = fmt::format("without {} in {}", kernels::blas_generator, fmt::join(without, " and "));
  if (with.empty()) return "no, " + why;
  return fmt::format("with --types {}, {}", fmt::join(with, ","), why);
}

Json to_json(const LacksOfType& l) {
  Json generators = Json::array();
  for (const Lack& lack : l.generators)
    generators.push_back({{"generator", lack.generator},
                          {"suffices", lack.suffices()},
                          {"needs", needs_json(lack.needs)},
                          {"missing", needs_json(lack.missing)}});
  return {{"type", ir::name(l.type)},
          {"memory", l.memory},
          {"lanes", l.lanes},
          {"multiplies", l.multiplies},
          {"generators", generators}};
}

std::string verdict(const Lack& lack) {
  if (lack.suffices()) return "yes";
  return "no, without " + usual_roles(lack.missing) + (lack.met.empty() ? "" : "; it has " + usual_roles(lack.met));
}

void print(const LacksOfType& l) {
  fmt::print("{}, {} in one vector of {}\n", ir::name(l.type), l.lanes, l.memory);
  for (const Lack& lack : l.generators) fmt::print("    {:26} {}\n", lack.generator, verdict(lack));
}

// Once for all of them: each generator would miss the same.
void print_those_without_products(const std::vector<LacksOfType>& all, const std::vector<MixedProduct>& mixed) {
  std::vector<std::string> types;
  for (const LacksOfType& l : all)
    if (!l.multiplies && std::none_of(mixed.begin(), mixed.end(), [&](const MixedProduct& p) { return p.has(l.type); }))
      types.emplace_back(ir::name(l.type));
  if (!types.empty())
    fmt::print("{}: no instruction multiplies and adds vectors of {}, so there is nothing to generate\n",
               fmt::join(types, ", "), types.size() == 1 ? "this type" : "one of these types");
}

}  // namespace

void show_lacks(const std::string& name, const std::vector<std::string>& schedules, bool json) {
  const script::Library library = api::load_library(name);
  const bool chooses_lanes = api::chooses_lanes(library);
  const std::vector<LacksOfType> all = lacks_of(library, schedules);
  const std::vector<MixedProduct> mixed = mixed_products(library);
  if (json) {
    Json out{{"library", name},
             {"types", Json::array()},
             {"blas", !chooses_lanes && blas_types(all, false).empty()},
             {"blas_types", chooses_lanes ? std::vector<std::string>{} : blas_types(all, true)}};
    for (const LacksOfType& l : all) out["types"].push_back(to_json(l));
    out["products"] = Json::array();
    for (const MixedProduct& p : mixed) out["products"].push_back(to_json(p));
    return fmt::print("{}\n", report::text_of(out));
  }
  for (const LacksOfType& l : all)
    if (l.multiplies) print(l);
  for (const MixedProduct& p : mixed) print(p);
  print_those_without_products(all, mixed);
  if (all.empty() && mixed.empty())
    fmt::print(
        "no generator takes its instructions: it has no vectors, and no product in loops of constant length; schedules "
        "of your own do\n");
  fmt::print("blas: {}\n", blas_line(all, chooses_lanes));
}

}  // namespace tessera::cli
