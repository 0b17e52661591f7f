// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <memory>

#include "dsl/smt/query_cache.hpp"

namespace tessera::smt {

/// A query cache in an SQLite file, shared by any number of processes. File and folder are created at the first
/// look-up. It never fails: for a damaged, locked, read-only or foreign file `warn` gets one line, and the run goes on
/// without it. Each answer has a checksum; a mismatch is reported and the answer ignored. Answers of another `engine`
/// are ignored.
std::unique_ptr<QueryCache> disk_cache(std::filesystem::path file, std::string engine,
                                       std::function<void(const std::string&)> warn);

}  // namespace tessera::smt
