// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "artifact/compile.hpp"
#include "dsl/script/evaluate.hpp"

namespace tessera::artifact {

/// Where the sources of a kernel lie. Trace and evidence name them as seen from their own folder: so they say the same
/// wherever that folder and the sources are moved together, and from wherever the command is run.
struct Whereabouts {
  std::string program;
  std::vector<std::string> libraries;  ///< shipped ones by name; others have a slash
};

/// A library that is given as the path of its folder, and not by name.
bool is_path(const std::string& library);
/// As the command line gave them.
Whereabouts given(const script::Inputs&);
/// From the folder that the files end up in.
Whereabouts seen_from(const CompileOptions&, const script::Inputs&);

/// The file or folder that a file in `folder` names: where it says, or beside it. Where there is neither, the first.
std::string found_from(const std::string& folder, const std::string& name);

}  // namespace tessera::artifact
