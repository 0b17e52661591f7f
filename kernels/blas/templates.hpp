// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/support/files.hpp"

namespace tessera::kernels::blas {

/// The C of templates/blas around products of these types, in the order of names, without the routines of others.
/// Throws InputError (file).
std::vector<OutputFile> template_files(const std::vector<std::string>& types);
/// Lists these C files in the CMakeLists.txt among them.
void fill_in_sources(std::vector<OutputFile>&, const std::vector<std::string>& sources);

}  // namespace tessera::kernels::blas
