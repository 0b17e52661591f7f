// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/version.hpp"

namespace tessera {

std::string version() { return TESSERA_VERSION; }

}  // namespace tessera
