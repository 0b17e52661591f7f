// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "tessera/schedules.hpp"
#include "tessera/tessera.hpp"

// Kernels of linear algebra and image processing, scheduled with the library for any target: the same function serves
// AVX-512, AVX2 and Neon.
namespace tessera::examples {

struct Kernel {
  std::string name;  ///< of the procedure in kernels.tess and of the function that schedules it
  Proc (*schedule)(const Proc&, const schedules::VectorTarget&);
};
const std::vector<Kernel>& library_kernels();

Proc blur(const Proc&, const schedules::VectorTarget&);

}  // namespace tessera::examples
