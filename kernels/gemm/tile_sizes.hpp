// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <utility>

namespace tessera::kernels::gemm {

/// The rows and columns of "14x32". InputError "family" for any other text.
std::pair<std::int64_t, std::int64_t> tile_sizes(const std::string& text);

}  // namespace tessera::kernels::gemm
