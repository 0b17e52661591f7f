// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/support/files.hpp"
#include "kernels/blas/manifest.hpp"

namespace tessera::kernels::blas {

/// The generated files in the folder of the library: the table targets.c, the list of all files and flags for CMake,
/// and the manifest. Manifest and table have the best target first.
std::vector<OutputFile> blas_files(const BlasManifest&);

}  // namespace tessera::kernels::blas
