// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/compile.hpp"

namespace CLI {
class App;
}

namespace tessera::driver {

/// The options of every command that writes C: where to, under which names, and how it is checked first.
void add_compile_options(CLI::App& sub, CompileOptions&);

}  // namespace tessera::driver
