// SPDX-License-Identifier: Apache-2.0
// The machine under the figures.
#pragma once

#include <string>

namespace tessera::bench {

/// Which family of kernels a library should take here. `other`: left to the library.
enum class VectorIsa { avx512, avx2, other };
VectorIsa vector_isa();

struct Machine {
  std::string cpu, compiler, flags;
  int cores = 0;                 // that this process may use
  long l1d = 0, l2 = 0, l3 = 0;  // bytes; 0: not known
};
Machine machine();

/// Evicts all caches, by writing more than the largest of them.
void flush_caches();

}  // namespace tessera::bench
