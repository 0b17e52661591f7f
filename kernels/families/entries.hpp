// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/support/files.hpp"
#include "kernels/family/family.hpp"

namespace tessera::kernels {

/// Are there entries, and all members that they call?
bool has_entries(const kernels::Family&);

/// STEM_entries.h and STEM_entries.c, where there are entries: the templates with the family's stem for
/// TESSERA_STEM, the data as C names it for TESSERA_REAL and as the language does for TESSERA_TYPE, and the members
/// that they call.
std::vector<OutputFile> entry_files(const kernels::Family&, ir::Scalar);

}  // namespace tessera::kernels
