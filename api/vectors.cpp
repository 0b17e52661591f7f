// SPDX-License-Identifier: Apache-2.0
#include "api/vectors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dsl/script/library_view.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::api {

void has_nothing_of(const script::Library& library, ir::Scalar type) {
  std::vector<std::string_view> types;
  for (ir::Scalar t : script::element_types(library.module)) types.push_back(ir::name(t));
  if (std::find(types.begin(), types.end(), ir::name(type)) != types.end())
    throw InputError("name", fmt::format("the library {} has no vector of {}", library.name, ir::name(type)),
                     fmt::format("its registers of {0} have rows; what is asked for needs a memory that holds {0}[N]",
                                 ir::name(type)));
  throw InputError("name", fmt::format("the library {} has nothing of {}", library.name, ir::name(type)),
                   fmt::format("it has {}", fmt::join(types, ", ")));
}

bool chooses_lanes(const script::Library& library) {
  const auto& all = library.module.memories;
  return std::any_of(all.begin(), all.end(), [](const ir::MemoryRef& m) { return m->lanes.has_value(); });
}

void check_fixed_lanes(const script::Library& library, const std::string& what, std::optional<std::int64_t> asked) {
  const auto& all = library.module.memories;
  const auto has_lanes = [](const ir::MemoryRef& m) { return m->lanes.has_value(); };
  const auto found = std::find_if(all.begin(), all.end(), has_lanes);
  if (found == all.end() && asked)
    throw InputError("lanes",
                     fmt::format("--lanes {}: the machines of {} do not choose a number", *asked, library.name),
                     "leave --lanes out");
  if (found == all.end() || asked) return;
  throw InputError(
      "lanes",
      fmt::format("{} makes kernels for one number of lanes, and the machines of {} choose theirs", what, library.name),
      fmt::format("--lanes with one of {}; or a schedule of your own with `tessera compile`, which gives one C for all",
                  fmt::join((*found)->lanes->lengths, ", ")));
}

schedules::VectorTarget vectors(const script::Library& library, ir::Scalar type, const ContextRef& context) {
  const script::LibraryView seen(library.module, type);
  const ir::RegisterType* vector = seen.vector();
  if (!vector) has_nothing_of(library, type);
  schedules::VectorTarget out{seen.registers(), vector->lanes, {}, {}};
  for (const ir::ProcRef& p : library.module.procs)
    if (p->instr && script::only_type(*p) == type) out.instructions.emplace_back(p, context);
  return out;
}

std::vector<Proc> instructions(const script::Library& library, const ContextRef& context) {
  std::vector<Proc> out;
  for (const ir::ProcRef& p : library.module.procs)
    if (p->instr) out.emplace_back(p, context);
  return out;
}

}  // namespace tessera::api
