// SPDX-License-Identifier: Apache-2.0
#pragma once
// Texts for other programs, generated from the commands' declarations.
#include <string>

namespace CLI {
class App;
}

namespace tessera::cli {

/// A completion script for bash: commands, options, values of options with fixed choices, names of primitives and of
/// shipped libraries; else file names.
std::string bash_completion(const CLI::App& app);

/// A page for man, in roff.
std::string man_page(const CLI::App& app);

}  // namespace tessera::cli
