// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/compile.hpp"

namespace CLI {
class App;
}

namespace tessera::cli {

/// The options of every command that writes C: where to, under which names, and how it is checked first.
void add_compile_options(CLI::App& sub, artifact::CompileOptions&);

}  // namespace tessera::cli
