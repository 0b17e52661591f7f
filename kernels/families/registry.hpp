// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "kernels/family/family.hpp"

namespace tessera::kernels {

/// The families by name. Each throws InputError for a request that it cannot meet: a tile that the registers do not
/// hold, a variant that it does not have.
using Maker = std::function<Family(const Request&)>;
const std::map<std::string, Maker>& families();

}  // namespace tessera::kernels
