// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <vector>

#include "dsl/support/files.hpp"
#include "tests/runner/test_file.hpp"

namespace tessera::testing {

/// A Markdown page for every primitive and an index: from the primitives' declarations, the comments at the top of
/// their files below `root`, and the tests, whose refusals are run again for their messages.
std::vector<OutputFile> primitive_pages(const std::vector<TestFile>& tests, const std::filesystem::path& root);

}  // namespace tessera::testing
