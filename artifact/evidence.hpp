// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "artifact/compile.hpp"

namespace tessera::artifact {

/// KERNEL.evidence.json: the proved and tested claims about a kernel, with assumptions, source files and the steps with
/// their proofs. Everything in it can be established again; the same input gives the same bytes. Paths are relative to
/// the folder of the output.
std::string evidence_text(const api::Loaded&, const CompileOptions&, const Compiled&);

/// Establishes an evidence file again from its source files: checks that the sources are unchanged, proves each step,
/// checks the result and compares it with the reference, and compares the C beside the file and each claim with the
/// outcome. Throws CheckError (code "evidence") for a false claim, InputError for another kind of file and missing
/// sources, and the error of a refused step. `fuel` and `seed` are of the comparison with the reference.
void verify_evidence(const std::string& path, const validate::Options& comparison, bool json);

}  // namespace tessera::artifact
