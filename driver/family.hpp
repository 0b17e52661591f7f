#pragma once
#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "driver/compile.hpp"
#include "driver/report/facts.hpp"

namespace tessera::driver {

/// What `tessera family` is asked for.
struct FamilyJob {
  std::string name, target, type = "f32", only;
  std::vector<std::string> tiles, variants;
  std::string caches, workspace, edges = "even";
  CompileOptions compile;
  SolverOptions solver;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool list = false, json = false;
};

/// Schedules, proves and writes the members into the folder of `compile`; gives the manifest. Throws ToldAlready when a
/// member cannot be made, after saying why.
report::Json write_family(const FamilyJob&);

/// Why there is no such family: what it asks of its target or tile that is not so. "" when there is one.
std::string why_no_family(const FamilyJob&);

}  // namespace tessera::driver
