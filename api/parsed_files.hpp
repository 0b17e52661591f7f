// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "dsl/syntax/module.hpp"

namespace tessera::api {

/// The file's syntax tree. It is kept while the process runs and the file stays as it is: a library is read for each
/// number of lanes, and by each job of a family. Throws InputError with code "file" or "syntax".
syntax::ParsedTextRef parsed_file(const std::filesystem::path&);

}  // namespace tessera::api
