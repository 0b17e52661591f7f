// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_needs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/load.hpp"
#include "api/vectors.hpp"
#include "artifact/report/facts.hpp"
#include "dsl/script/library_view.hpp"
#include "dsl/syntax/roles.hpp"
#include "kernels/blas/library.hpp"
#include "kernels/conv/needs.hpp"
#include "kernels/families/registry.hpp"

namespace tessera::cli {
namespace {

using report::Json;
using schedules::Generator, schedules::Need, schedules::Needs;

std::vector<Generator> generators_for(const schedules::VectorTarget& target) {
  std::vector<Generator> out = kernels::family_generators(target);
  for (Generator& g : kernels::conv::generators()) out.push_back(std::move(g));
  return out;
}

Json needs_json(const Needs& needs) {
  Json out = Json::array();
  for (const Need& need : needs) out.push_back({{"what", need.what}, {"roles", need.by}});
  return out;
}

// ---- of a library

struct Lack {
  std::string generator;
  Needs needs, missing;
};

struct LacksOfType {
  ir::Scalar type;
  std::string memory;
  std::int64_t lanes;
  std::vector<Lack> generators;
};

std::vector<LacksOfType> lacks_of(const script::Library& library) {
  std::vector<LacksOfType> out;
  for (const ir::Scalar type : script::element_types(library.module)) {
    if (!script::LibraryView(library.module, type).vector()) continue;
    const schedules::VectorTarget target = api::vectors(library, type, api::make_context({}));
    LacksOfType lacks{type, target.memory->name, target.lanes, {}};
    for (const Generator& g : generators_for(target))
      lacks.generators.push_back({g.name, g.needs, schedules::missing(g.needs, target)});
    out.push_back(std::move(lacks));
  }
  return out;
}

// The types that a BLAS library has products of, and this hardware library cannot give.
std::vector<std::string> types_without_blas(const std::vector<LacksOfType>& all) {
  std::vector<std::string> out;
  for (const std::string& type : kernels::blas::BlasJob{}.types) {
    const bool fits = std::any_of(all.begin(), all.end(), [&](const LacksOfType& l) {
      return ir::name(l.type) == type && std::any_of(l.generators.begin(), l.generators.end(), [](const Lack& lack) {
               return lack.generator == kernels::blas_generator && lack.missing.empty();
             });
    });
    if (!fits) out.push_back(type);
  }
  return out;
}

Json to_json(const LacksOfType& l) {
  Json generators = Json::array();
  for (const Lack& lack : l.generators)
    generators.push_back({{"generator", lack.generator},
                          {"suffices", lack.missing.empty()},
                          {"needs", needs_json(lack.needs)},
                          {"missing", needs_json(lack.missing)}});
  return {{"type", ir::name(l.type)}, {"memory", l.memory}, {"lanes", l.lanes}, {"generators", generators}};
}

void print(const LacksOfType& l) {
  fmt::print("{}, {} in one vector of {}\n", ir::name(l.type), l.lanes, l.memory);
  for (const Lack& lack : l.generators)
    fmt::print("    {:26} {}\n", lack.generator,
               lack.missing.empty() ? "yes" : "no, without " + usual_roles(lack.missing));
}

void show_needs_of(const std::string& name, bool json) {
  const std::vector<LacksOfType> all = lacks_of(api::load_library(name));
  const std::vector<std::string> no_blas = types_without_blas(all);
  if (json) {
    Json out{{"library", name}, {"types", Json::array()}, {"blas", no_blas.empty()}};
    for (const LacksOfType& l : all) out["types"].push_back(to_json(l));
    return fmt::print("{}\n", report::text_of(out));
  }
  for (const LacksOfType& l : all) print(l);
  fmt::print("blas: {}\n", no_blas.empty() ? "yes"
                                           : fmt::format("no, without {} in {}", kernels::blas_generator,
                                                         fmt::join(no_blas, " and ")));
}

// ---- of all

struct AskedRole {
  syntax::Role role;
  std::vector<std::string> needed_by;  ///< generators that ask for it first
  std::vector<std::string> taken_by;   ///< those that take it in place of another
};

std::vector<AskedRole> asked_roles() {
  std::vector<AskedRole> out;
  for (const syntax::Role& role : syntax::roles()) {
    AskedRole asked{role, {}, {}};
    for (const Generator& g : generators_for({})) {
      bool is_first = false, is_any = false;
      for (const Need& need : g.needs)
        for (std::size_t i = 0; i < need.by.size(); ++i)
          if (std::count(need.by[i].begin(), need.by[i].end(), role.name)) (i == 0 ? is_first : is_any) = true;
      if (is_first) asked.needed_by.push_back(g.name);
      else if (is_any) asked.taken_by.push_back(g.name);
    }
    out.push_back(std::move(asked));
  }
  return out;
}

Json to_json(const AskedRole& a) {
  return {{"role", a.role.name},
          {"meaning", a.role.meaning},
          {"has_masked", a.role.has_masked},
          {"needed_by", a.needed_by},
          {"taken_by", a.taken_by}};
}

void print(const AskedRole& a) {
  fmt::print("{:18} {}{}\n", a.role.name, a.role.meaning, a.role.has_masked ? "; masked_" + a.role.name : "");
}

}  // namespace

void show_needs(const std::string& library, bool json) {
  if (!library.empty()) return show_needs_of(library, json);
  Json all = Json::array();
  for (const Generator& g : generators_for({})) {
    all.push_back({{"generator", g.name}, {"needs", needs_json(g.needs)}});
    if (!json) fmt::print("{:26} {}\n", g.name, roles_text(g.needs));
  }
  if (json) fmt::print("{}\n", report::text_of(all));
}

void list_roles(bool json) {
  Json all = Json::array();
  for (const AskedRole& a : asked_roles()) {
    all.push_back(to_json(a));
    if (!json) print(a);
  }
  if (json) fmt::print("{}\n", report::text_of(all));
}

}  // namespace tessera::cli
