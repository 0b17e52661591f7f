// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera {

/// That of this Tessera, "0.1.0".
std::string version();

}  // namespace tessera
