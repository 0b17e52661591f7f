// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "artifact/report/facts.hpp"
#include "dsl/support/files.hpp"
#include "kernels/family/family.hpp"

namespace tessera::kernels {

/// What the whole family consists of: members with their tiles and proofs, flags and CPU features of all, sums.
/// `members` are the facts of each; the manifests of the kernels lie in `folder`/kernels.
report::Json family_manifest(const kernels::Family&, const std::string& target, const std::string& type,
                             const std::vector<report::Json>& members, const std::string& folder);

/// The files about the whole: STEM.h with all declarations and the table, STEM.c with the table and the question
/// whether this CPU can run it, STEM.json, CMakeLists.txt, STEMConfig.cmake, STEM.pc.in.
std::vector<OutputFile> family_files(const kernels::Family&, const report::Json& manifest, bool with_tests);

}  // namespace tessera::kernels
