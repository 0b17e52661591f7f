// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace tessera::kernels::blas {

/// The library that `tessera bench gemm` measures.
struct GemmLibraryJob {
  std::string target;  ///< hardware library; empty: the best for this CPU
  std::string type;    ///< f32 or f64
  std::string compiler;
  std::string tile;  ///< as 14x32; empty: the family's choice
  std::string edges = "even";
  bool json = false;  ///< errors as JSON
};

struct GemmLibrary {
  std::filesystem::path file;  ///< a shared object with cblas_sgemm or cblas_dgemm
  std::string what;            ///< procedure, compiler and flags, for reports
};

/// Writes, proves and compiles the matrix product for this machine's caches into the folder. Throws InputError when
/// this CPU or the compiler cannot do it.
GemmLibrary make_gemm_library(const GemmLibraryJob&, const std::filesystem::path& folder);

}  // namespace tessera::kernels::blas
