// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/request.hpp"
#include "schedules/needs.hpp"

namespace tessera::kernels::conv {

/// What a convolution in vectors asks of its target.
schedules::Needs needs(const ConvRequest&);

/// Convolutions as what is made of a target: one without an epilogue, and each operation of epilogues by itself.
std::vector<schedules::Generator> generators();

}  // namespace tessera::kernels::conv
