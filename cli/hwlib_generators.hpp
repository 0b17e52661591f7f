// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "schedules/needs.hpp"

namespace tessera::cli {

/// All generators of kernels, as they ask of this target; {}: of one without masks.
std::vector<schedules::Generator> generators_for(const schedules::VectorTarget&);
/// `[{"what": …, "roles": [["zero"], ["broadcast_scalar"]]}]`.
nlohmann::ordered_json needs_json(const schedules::Needs&);

}  // namespace tessera::cli
