// SPDX-License-Identifier: Apache-2.0
// Procedures loaded from a shared object.
#pragma once

#include <string>

namespace tessera::bench {

/// void name(float *restrict O, const float *restrict F, const float *restrict I), all sizes fixed in the code.
using ConvKernel = void (*)(float* O, const float* F, const float* I);

/// Loads "PATH:SYMBOL" (the last colon separates). The object stays loaded. Throws std::runtime_error with the loader's
/// words.
void* load_symbol(const std::string& path_and_symbol);
template <class Function> Function load_function(const std::string& path_and_symbol) {
  return reinterpret_cast<Function>(load_symbol(path_and_symbol));
}

}  // namespace tessera::bench
