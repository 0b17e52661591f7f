// SPDX-License-Identifier: Apache-2.0
// Convolutions that Tessera wrote: procedures of a shared object, for one shape.
#pragma once

#include "conv_contender.hpp"
#include "shared_kernel.hpp"

namespace tessera::bench {

/// void name(const float *restrict F, float *restrict P): packs F[R,S,C/groups,K].
using ConvPacking = void (*)(const float* F, float* P);

struct CompiledConv {
  ConvKernel kernel = nullptr;
  int panel = 0;                  // it takes weights packed in such panels; 0: F[R,S,C/groups,K]
  ConvPacking packing = nullptr;  // null: the packing of conv_reference
  bool adds = false;              // to what O holds; else it overwrites it
};

enum class PackWeights { beforehand, in_each_call };

/// Without a packing weights that are to be packed cannot be packed in each call: then it is missing.
ConvContender compiled_conv(const std::string& name, const CompiledConv& conv, PackWeights when);

}  // namespace tessera::bench
