// SPDX-License-Identifier: Apache-2.0
#include "kernels/blas/manifest.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "artifact/report/facts.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/license.hpp"
#include "dsl/support/version.hpp"

namespace tessera::kernels::blas {
namespace {

using report::Json;

Json to_json(const BlasProduct& p) {
  Json functions;
  for (const auto& [variant, function] : p.functions) functions[variant] = function;
  return {{"target", p.target},
          {"dtype", p.type},
          {"folder", p.folder},
          {"family", p.family},
          {"tile", {{"rows", p.rows}, {"columns", p.columns}}},
          {"flags", p.flags},
          {"link_flags", p.link_flags},
          {"features", p.features},
          {"steps", p.steps},
          {"obligations", p.obligations},
          {"functions", functions},
          {"dispatch", p.dispatch},
          {"sources", p.sources},
          {"headers", p.headers}};
}

}  // namespace

const std::string& BlasProduct::function(const std::string& variant) const {
  for (const auto& [name, function] : functions)
    if (name == variant) return function;
  bug(fmt::format("{} has no variant {}", family, variant));
}

BlasProduct blas_product(const std::string& target, const FamilyManifest& family) {
  const ManifestMember& any = family.members.at(0);
  BlasProduct out;
  out.target = target;
  out.type = family.type;
  out.folder = target + "_" + family.type;
  out.family = family.family;
  out.rows = std::stoi(any.fact("tile_rows"));
  out.columns = std::stoi(any.fact("tile_columns"));
  out.flags.assign(family.flags.begin(), family.flags.end());
  out.link_flags.assign(family.link_flags.begin(), family.link_flags.end());
  out.features.assign(family.features.begin(), family.features.end());
  out.steps = family.steps;
  out.obligations = family.obligations;
  for (const ManifestMember& m : family.members) {
    out.functions.emplace_back(m.fact("variant"), m.name);
    out.sources.push_back(fmt::format("{}/kernels/{}.c", out.folder, m.name));
  }
  for (const std::string& file : family.sources) out.linked.push_back(fmt::format("{}/kernels/{}", out.folder, file));
  for (const std::string& file : family.headers) out.headers.push_back(fmt::format("{}/kernels/{}", out.folder, file));
  out.dispatch = fmt::format("{}/{}.c", out.folder, out.family);
  return out;
}

void add_linked(std::vector<BlasProduct>& products) {
  std::set<std::pair<std::string, std::filesystem::path>> known;  // by target and name
  for (BlasProduct& p : products)
    for (const std::string& file : p.linked)
      if (known.emplace(p.target, std::filesystem::path(file).filename()).second) p.sources.push_back(file);
}

Json to_json(const BlasManifest& m) {
  Json products = Json::array();
  for (const BlasProduct& p : m.products) products.push_back(to_json(p));
  Json out{{"version", 1},         {"library", "tessera_blas"}, {"made_by", version()}, {"license", output_license},
           {"targets", m.targets}, {"sources", m.sources},      {"products", products}};
  if (!m.built.empty()) out["built"] = m.built;
  return out;
}

}  // namespace tessera::kernels::blas
