// SPDX-License-Identifier: Apache-2.0
#pragma once
// Texts for other programs, written from what the commands declare.
#include <string>

namespace CLI {
class App;
}

namespace tessera::cli {

/// A script for bash: completes commands, options, the values of options that have a fixed choice, names of primitives
/// and of shipped libraries; else file names.
std::string bash_completion(const CLI::App& app);

/// A page for man, in roff.
std::string man_page(const CLI::App& app);

}  // namespace tessera::cli
