// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/support/files.hpp"

namespace tessera::artifact {

/// The C of `int STEM_runs_here(void)`: does the CPU have all of these features of a library's instructions, and has
/// the system enabled them? Asked once, from any thread. It includes what `cpu_check_files` gives, and <stdatomic.h>.
/// Throws InputError (hwlib) for a feature of which nobody knows how to ask a CPU.
std::string runs_here_function(const std::string& stem, const std::vector<std::string>& features,
                               const std::string& target);

/// What lies beside it; nothing where nothing is asked.
std::vector<OutputFile> cpu_check_files(const std::vector<std::string>& features);

/// Throws InputError (hwlib) for the first feature of the library's instructions of which nobody knows how to ask a
/// CPU: to be called before what takes long.
void check_features_known(const std::string& target);

}  // namespace tessera::artifact
