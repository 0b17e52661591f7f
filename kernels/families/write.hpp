// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "artifact/compile.hpp"
#include "dsl/support/progress.hpp"
#include "kernels/families/manifest.hpp"

namespace tessera::kernels {

/// The arguments of `tessera family`.
struct FamilyJob {
  std::string name, target, type = "f32", only;
  std::string types;  ///< "ui8,i8,i32": of A, of B, and of the sums; empty: all are of `type`
  std::vector<std::string> tiles, variants;
  std::string caches, workspace, edges = "even";
  std::optional<std::int64_t> lanes;  ///< of the machine, where the target's machines choose them; none: all of theirs
  artifact::CompileOptions compile;
  api::SolverOptions solver;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool json = false;                   ///< also print errors of members as JSON
  std::shared_ptr<Progress> progress;  ///< of a larger job, updated after each member; none: the family's own
};

/// Schedules, proves and writes the members into the folder of `compile`; returns the manifest. Throws AlreadyReported
/// when a member cannot be made, after printing the reason.
FamilyManifest write_family(const FamilyJob&);

/// The names of the families, as "gemm, gemm_batch".
std::string known_families();

/// The family with the requested members.
kernels::Family family_of(const FamilyJob&);

/// The reason that the target or tile admits no such family; "" when it does.
std::string why_no_family(const FamilyJob&);

}  // namespace tessera::kernels
