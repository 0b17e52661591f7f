// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace tessera::cli {

/// Which generators of kernels this hardware library suffices for, in each type that it multiplies vectors of, and
/// which roles of instructions others miss. Schedules of the user's own count as generators.
void show_lacks(const std::string& library, const std::vector<std::string>& schedules, bool json);

}  // namespace tessera::cli
