// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace tessera::cli {

/// `tessera hwlib show --needs`: what each generator of kernels asks of a hardware library, and which of it this one
/// lacks, for each type that it has vectors of. Without a library: what each generator asks. Schedules of the user's
/// own count as generators too.
void show_needs(const std::string& library, const std::vector<std::string>& schedules, bool json);

/// `tessera hwlib roles`: the roles, what each means, and which generators ask for it.
void list_roles(bool json);

}  // namespace tessera::cli
