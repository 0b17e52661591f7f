// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <memory>

#include "dsl/smt/query_cache.hpp"

namespace tessera::smt {

/// Keeps answers in an SQLite file, for as many processes at once as like. The file, and its folder, are made when the
/// first answer is looked for. It never fails: when the file is damaged, locked, not writable or of another kind,
/// `warn` gets one line and the run goes on without it. Each answer carries a checksum; one that does not fit is
/// reported and not used. `engine` is who answers: answers of another are not seen.
std::unique_ptr<QueryCache> disk_cache(std::filesystem::path file, std::string engine,
                                       std::function<void(const std::string&)> warn);

}  // namespace tessera::smt
