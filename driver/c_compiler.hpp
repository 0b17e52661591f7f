#pragma once
#include <string>
#include <vector>

#include "dsl/support/files.hpp"

namespace tessera::driver {

/// Compiles the C (`stem`.c among the files) in a folder of its own, without keeping the result. Throws InputError
/// (code "compiler", exit 2) when there is no such compiler, CheckError (exit 1) with the compiler's words when it
/// does not accept the code.
void check_compiles(const std::string& compiler, const std::string& stem, const std::vector<std::string>& flags,
                    const std::vector<OutputFile>& files);

}  // namespace tessera::driver
