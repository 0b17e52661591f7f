// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "artifact/compile.hpp"

namespace tessera::artifact {

/// KERNEL.evidence.json: what was proved and tested of a kernel, under which assumptions, from which files, and the
/// steps with their proofs. Everything in it can be established again; the same input gives the same bytes. Paths are
/// relative to the folder of the output.
std::string evidence_text(const api::Loaded&, const CompileOptions&, const Compiled&);

/// Establishes an evidence file again from the files that it names: the sources are those, each step is proved, the
/// result checked and compared with the reference, the C beside the file is what the steps give, and each claim of the
/// file is what came out. Throws CheckError (code "evidence") for a claim that does not hold, InputError for a file
/// that is none or needs files that are not there, and what a refused step throws.
void verify_evidence(const std::string& path, bool json);

}  // namespace tessera::artifact
