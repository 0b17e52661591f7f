// A convolution procedure loaded from a shared object.
#pragma once

#include <string>

namespace tessera::bench {

/// void name(float *restrict O, const float *restrict F, const float *restrict I), all sizes fixed in the code.
using ConvKernel = void (*)(float* O, const float* F, const float* I);

/// Loads "PATH:SYMBOL" (the last colon separates). The object stays loaded. Throws std::runtime_error with the loader's
/// words.
ConvKernel load_conv_kernel(const std::string& path_and_symbol);

}  // namespace tessera::bench
