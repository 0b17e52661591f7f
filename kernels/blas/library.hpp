// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/blas/manifest.hpp"
#include "kernels/families/write.hpp"

namespace tessera::kernels::blas {

/// A library of matrix products for several targets behind the interfaces of BLAS, which chooses among them by what the
/// CPU has. The products are the family gemm_blocked; the C around them is that of templates/blas.
struct BlasJob {
  std::vector<std::string> targets;  ///< hardware libraries; none: the shipped ones for this machine's architecture
  std::vector<std::string> types{"f32", "f64"};
  std::string tile, caches;  ///< of the family; empty: what it takes for itself
  std::string edges = "even";
  std::string output = ".";
  std::string compiler = "cc";
  api::SolverOptions solver;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool json = false;  ///< how what goes wrong is told
};

/// Schedules, proves and writes the products and all that is around them; gives the manifest. Throws InputError where
/// a target has not what the products need, or none has, and what write_family throws.
BlasManifest write_blas(const BlasJob&);

/// Compiles what the manifest lists to a shared object in the folder that it was written to, and gives its path. Throws
/// InputError (code "compiler").
std::filesystem::path build_blas(const BlasJob&, const BlasManifest&);

}  // namespace tessera::kernels::blas
