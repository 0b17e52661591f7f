// SPDX-License-Identifier: Apache-2.0
#include "artifact/host_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "api/load.hpp"
#include "api/vectors.hpp"
#include "artifact/c_compiler.hpp"
#include "codegen/conformance/machines_file.hpp"
#include "dsl/script/library_view.hpp"

namespace tessera::artifact {
namespace {

struct Candidate {
  std::int64_t lanes = 0;
  std::vector<std::string> features;
  std::string name;
  auto strength() const { return std::tuple(lanes, features.size(), name); }
};

std::vector<std::string> features_of(const script::Library& library, ir::Scalar type) {
  std::set<std::string> out;
  for (const ir::ProcRef& p : library.module.procs) {
    if (!p->instr || script::only_type(*p) != type) continue;
    for (const std::string& feature : p->instr->features()) out.insert(feature);
  }
  return {out.begin(), out.end()};
}

std::vector<Candidate> candidates(const std::vector<std::string>& libraries, ir::Scalar type) {
  std::vector<Candidate> out;
  for (const std::string& name : libraries) {
    const script::Library library = api::load_library(name);
    const ir::RegisterType* vector = script::LibraryView(library.module, type).vector();
    const bool is_fixed = vector && !api::chooses_lanes(library);  // generators make kernels for a known number
    out.push_back({is_fixed ? vector->lanes : 0, features_of(library, type), name});
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.strength() > b.strength(); });
  return out;
}

}  // namespace

std::string missing_feature(const std::string& library, const std::vector<std::string>& features) {
  const conformance::Machines machines = api::library_machines(library);
  for (const std::string& feature : features)
    if (!conformance::cpu_has(feature, machines)) return feature;
  return "";
}

namespace {

// Of instructions on one type, or of those on several.
std::vector<std::string> features_where(const std::string& library, bool is_of_one_type) {
  std::set<std::string> out;
  for (const ir::ProcRef& p : api::load_library(library).module.procs)
    if (p->instr && (script::only_type(*p) || !script::element_type(*p)) == is_of_one_type)
      for (const std::string& feature : p->instr->features()) out.insert(feature);
  return {out.begin(), out.end()};
}

}  // namespace

std::vector<std::string> features_of_library(const std::string& library) { return features_where(library, true); }

std::vector<std::string> missing_extensions(const std::string& library) {
  const conformance::Machines machines = api::library_machines(library);
  std::vector<std::string> out;
  for (const std::string& feature : features_where(library, false))
    if (!conformance::cpu_has(feature, machines)) out.push_back(feature);
  return out;
}

std::string why_not_here(const std::string& library, const std::vector<std::string>& features) {
  const conformance::Machines machines = api::library_machines(library);
  for (const std::string& feature : features)
    if (std::string why = conformance::why_not_here(feature, machines); !why.empty()) return why;
  return "";
}

bool is_of_architecture_of(const std::string& compiler, const std::string& target) {
  std::set<std::string> headers, flags;
  const script::Library library = api::load_library(target);
  auto collect = [&](const auto& declared) {
    headers.insert(declared.headers.begin(), declared.headers.end());
    flags.insert(declared.flags.begin(), declared.flags.end());
  };
  for (const ir::MemoryRef& memory : library.module.memories) collect(*memory);
  for (const ir::ProcRef& p : library.module.procs)
    if (p->instr) collect(*p->instr);
  return accepts_headers(compiler, {flags.begin(), flags.end()}, {headers.begin(), headers.end()},
                         api::library_folders(target));
}

std::vector<std::string> strongest_first(const std::vector<std::string>& libraries, ir::Scalar type) {
  std::vector<std::string> out;
  for (const Candidate& c : candidates(libraries, type)) out.push_back(c.name);
  return out;
}

std::string host_target(ir::Scalar type) {
  for (const Candidate& c : candidates(api::default_libraries(), type))
    if (c.lanes > 0 && missing_feature(c.name, c.features).empty()) return c.name;
  throw InputError("hwlib", fmt::format("no shipped hardware library has vectors of {} for this CPU", ir::name(type)),
                   "`tessera hwlib list` shows them; name one with --target");
}

}  // namespace tessera::artifact
