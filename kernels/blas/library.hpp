// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/blas/manifest.hpp"
#include "kernels/families/write.hpp"

namespace tessera::kernels::blas {

/// A library of matrix products for several targets with BLAS interfaces, which choose by the features of the CPU. The
/// products are the family gemm_blocked; the C around them is in templates/blas.
struct BlasJob {
  std::vector<std::string> targets;  ///< hardware libraries; none: the shipped ones for this machine's architecture
  std::vector<std::string> types{"f32", "f64"};  ///< of the products: the library has no routine of another type
  std::string tile, caches;                      ///< of the family; empty: its default
  std::string edges = "even";
  std::string output = ".";
  std::string compiler = "cc";
  api::SolverOptions solver;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool allow_spills = false;
  bool json = false;  ///< errors as JSON
};

/// Schedules, proves and writes the products and the files around them; returns the manifest. Throws InputError where a
/// target lacks a requirement of the products, or no target is left, and the errors of write_family.
BlasManifest write_blas(const BlasJob&);

/// Compiles the files of the manifest to a shared object in the library's folder, and returns its path. Throws
/// InputError (code "compiler").
std::filesystem::path build_blas(const BlasJob&, const BlasManifest&);

}  // namespace tessera::kernels::blas
