// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "artifact/compile.hpp"
#include "dsl/support/progress.hpp"
#include "kernels/families/manifest.hpp"

namespace tessera::kernels {

/// What `tessera family` is asked for.
struct FamilyJob {
  std::string name, target, type = "f32", only;
  std::vector<std::string> tiles, variants;
  std::string caches, workspace, edges = "even";
  artifact::CompileOptions compile;
  api::SolverOptions solver;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool json = false;                   ///< why a member cannot be made is printed as JSON too
  std::shared_ptr<Progress> progress;  ///< of something larger, told of each member; none: the family tells its own
};

/// Schedules, proves and writes the members into the folder of `compile`; gives the manifest. Throws AlreadyReported
/// when a member cannot be made, after saying why.
FamilyManifest write_family(const FamilyJob&);

/// The names of the families, as "gemm, gemm_batch".
std::string known_families();

/// The family with the members that are asked for.
kernels::Family family_of(const FamilyJob&);

/// Why there is no such family: what it asks of its target or tile that is not so. "" when there is one.
std::string why_no_family(const FamilyJob&);

}  // namespace tessera::kernels
