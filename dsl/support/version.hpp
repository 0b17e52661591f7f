// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera {

/// The version of Tessera, "0.1.0".
std::string version();

}  // namespace tessera
