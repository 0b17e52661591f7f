// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "artifact/compile.hpp"
#include "dsl/script/evaluate.hpp"

namespace tessera::artifact {

/// The places of a kernel's sources. Trace and evidence name them relative to their own folder: so the texts are the
/// same after moving that folder and the sources together, and from any working directory.
struct Whereabouts {
  std::string program;
  std::vector<std::string> libraries;  ///< shipped ones by name; others contain a slash
};

/// A library given by its folder's path, not by name.
bool is_path(const std::string& library);
/// As on the command line.
Whereabouts given(const script::Inputs&);
/// Relative to the files' final folder.
Whereabouts seen_from(const CompileOptions&, const script::Inputs&);

/// The file or folder named by a file in `folder`: at that path, or beside it. The first if neither exists.
std::string found_from(const std::string& folder, const std::string& name);

}  // namespace tessera::artifact
