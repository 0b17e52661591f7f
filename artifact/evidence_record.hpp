// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "artifact/compile.hpp"
#include "artifact/report/facts.hpp"
#include "artifact/whereabouts.hpp"

// The contents of a kernel's evidence, as JSON: for writing the file and for verifying it.
namespace tessera::artifact {

constexpr int evidence_version = 1;
constexpr const char* not_validated = "not run";  ///< in the place of a validation

/// The whole record. `names`: of the sources, relative to the folder of the evidence.
report::Json evidence_on_record(const api::Loaded&, const CompileOptions&, const Compiled&, const Whereabouts& names);
/// The program as read and the current files of libraries at `here`, with their hashes, under these names.
report::Json sources_on_record(const std::string& program, const Whereabouts& here, const Whereabouts& names);
/// The versions of Tessera and of Z3.
report::Json made_by();

}  // namespace tessera::artifact
