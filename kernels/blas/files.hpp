// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "artifact/report/facts.hpp"
#include "dsl/support/files.hpp"

namespace tessera::kernels::blas {

constexpr const char* blas_manifest_file = "tessera_blas.json";

/// What the manifest of the library says of the products of a type for a target, which lie in the folder of that name:
/// target, dtype, folder, family, tile, flags, …, and the function of each variant.
report::Json blas_products(const std::string& target, const report::Json& family_manifest);

/// What depends on the products, for the folder of the library: the table targets.c, and the list of all files and
/// flags for CMake. Manifest and table have the best target first.
std::vector<OutputFile> blas_files(const report::Json& manifest);

}  // namespace tessera::kernels::blas
