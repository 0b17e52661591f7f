// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/compile.hpp"

namespace CLI {
class App;
}

namespace tessera::cli {

/// The options of every command that writes C: folder, names, and checks.
void add_compile_options(CLI::App& sub, artifact::CompileOptions&);
void add_spills_option(CLI::App& sub, bool& allow_spills);

}  // namespace tessera::cli
