// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

namespace tessera::artifact {

/// A buffer argument.
struct Operand {
  std::string name;
  std::int64_t elements = 0;
};

}  // namespace tessera::artifact
