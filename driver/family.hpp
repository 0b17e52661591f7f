// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "driver/compile.hpp"
#include "driver/report/facts.hpp"
#include "dsl/support/progress.hpp"
#include "families/family.hpp"

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
  std::shared_ptr<Progress> progress;  ///< of something larger, told of each member; none: the family tells its own
};

/// A type of data by its name. InputError "family".
ir::Scalar data_type(const std::string& name);
/// "48,1024" in KiB, or "host", or "" for what is usual. InputError.
families::Caches caches(const std::string& text);

/// Schedules, proves and writes the members into the folder of `compile`; gives the manifest. Throws ToldAlready when a
/// member cannot be made, after saying why.
report::Json write_family(const FamilyJob&);

/// How many members it will write.
std::size_t member_count(const FamilyJob&);

/// Why there is no such family: what it asks of its target or tile that is not so. "" when there is one.
std::string why_no_family(const FamilyJob&);

}  // namespace tessera::driver
