// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/support/files.hpp"
#include "kernels/family/family.hpp"

namespace tessera::kernels {

/// Are there entries, and all members that they call?
bool has_entries(const kernels::Family&);

/// STEM_entries.h and STEM_entries.c, if there are entries: the templates with the family's stem for TESSERA_STEM, the
/// C name of the type for TESSERA_REAL and the language's for TESSERA_TYPE, and the called members.
std::vector<OutputFile> entry_files(const kernels::Family&, ir::Scalar);

}  // namespace tessera::kernels
