// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "kernels/family/family.hpp"

namespace tessera::kernels {

/// The families by name. Each throws InputError for an invalid request: a tile larger than the registers, an unknown
/// variant.
using Maker = std::function<Family(const Request&)>;
const std::map<std::string, Maker>& families();

}  // namespace tessera::kernels
