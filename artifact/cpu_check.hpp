// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/support/files.hpp"

namespace tessera::artifact {

/// The C of `int STEM_runs_here(void)`: does the CPU have all of these features of a library's instructions, enabled by
/// the system? Evaluated once, thread-safe. It includes the `cpu_check_files` and <stdatomic.h>. Throws InputError
/// (hwlib) for a feature without known detection.
/// `also`: C of a further condition, for which the CPU must have the features; "" without one.
std::string runs_here_function(const std::string& stem, const std::vector<std::string>& features,
                               const std::string& target, const std::string& also = "");

/// The files beside it; none without features.
std::vector<OutputFile> cpu_check_files(const std::vector<std::string>& features);

/// Throws InputError (hwlib) for the first feature of the library's instructions without known detection: to be called
/// before long work.
void check_features_known(const std::string& target);

}  // namespace tessera::artifact
