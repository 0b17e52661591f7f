#include "driver/host_target.hpp"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "codegen/conformance/machines_file.hpp"
#include "driver/load.hpp"
#include "dsl/script/library_view.hpp"

namespace tessera::driver {
namespace {

std::vector<std::string> features_of(const script::Library& library, ir::Scalar type) {
  std::set<std::string> out;
  for (const ir::ProcRef& p : library.module.procs) {
    if (!p->instr || !script::computes_with(*p, type)) continue;
    for (const std::string& feature : p->instr->features()) out.insert(feature);
  }
  return {out.begin(), out.end()};
}

}  // namespace

std::string missing_feature(const std::string& library, const std::vector<std::string>& features) {
  const conformance::Machines machines = conformance::read_machines(library_folder(library));
  for (const std::string& feature : features)
    if (!conformance::cpu_has(feature, machines)) return feature;
  return "";
}

std::string host_target(ir::Scalar type) {
  std::tuple<std::int64_t, std::size_t, std::string> best;
  for (const std::string& name : shipped_libraries()) {
    const script::Library library = load_library(name);
    const ir::Holding* vector = script::LibraryView(library.module, type).vector();
    if (!vector) continue;
    const std::vector<std::string> features = features_of(library, type);
    if (missing_feature(name, features).empty()) best = std::max(best, {vector->lanes, features.size(), name});
  }
  if (std::get<std::string>(best).empty())
    throw InputError("hwlib", fmt::format("no shipped hardware library has vectors of {} for this CPU", ir::name(type)),
                     "`tessera hwlib list` shows them; name one with --target");
  return std::get<std::string>(best);
}

}  // namespace tessera::driver
