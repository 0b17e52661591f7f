// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "artifact/compile.hpp"
#include "artifact/report/facts.hpp"
#include "artifact/whereabouts.hpp"

// What a kernel's evidence has on record, as JSON: for the file, and for whoever establishes it again.
namespace tessera::artifact {

constexpr int evidence_version = 1;
constexpr const char* not_validated = "not run";  ///< what stands where a validation would

/// All of it. `names`: of the sources, as seen from the folder of the evidence.
report::Json evidence_on_record(const api::Loaded&, const CompileOptions&, const Compiled&, const Whereabouts& names);
/// The program as it was read and the files of libraries as they are at `here`, with their hashes, under these names.
report::Json sources_on_record(const std::string& program, const Whereabouts& here, const Whereabouts& names);
/// The versions of Tessera and of Z3.
report::Json made_by();

}  // namespace tessera::artifact
