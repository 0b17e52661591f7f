// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/support/files.hpp"
#include "families/family.hpp"

namespace tessera::driver {

/// Are there entries, and all members that they call?
bool has_entries(const families::Family&);

/// STEM_entries.h and STEM_entries.c, where there are entries: the files of the runtime with the family's stem for
/// TESSERA_STEM, the data as C names it for TESSERA_REAL and as the language does for TESSERA_TYPE, and the members
/// that they call.
std::vector<OutputFile> entry_files(const families::Family&, ir::Scalar);

}  // namespace tessera::driver
