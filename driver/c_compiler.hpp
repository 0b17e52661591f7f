#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "dsl/support/files.hpp"

namespace tessera::driver {

/// Compiles the C (`stem`.c among the files) in a folder of its own, without keeping the result. Throws InputError
/// (code "compiler", exit 2) when there is no such compiler, CheckError (exit 1) with the compiler's words when it
/// does not accept the code.
void check_compiles(const std::string& compiler, const std::string& stem, const std::vector<std::string>& flags,
                    const std::vector<OutputFile>& files);

/// Compiles these C files, named from the folder on, with -O2 and the flags to a shared object in the folder. Throws
/// InputError (code "compiler") when there is no such compiler or it does not accept them.
void compile_shared(const std::string& compiler, const std::vector<std::string>& flags,
                    const std::filesystem::path& folder, const std::vector<std::string>& sources,
                    const std::string& object);

}  // namespace tessera::driver
