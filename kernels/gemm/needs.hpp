// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/gemm/specification.hpp"
#include "schedules/needs.hpp"

namespace tessera::kernels::gemm {

/// What the microkernel of a variant asks of its target. Where the target has masks, tiles whose last vector is used in
/// part ask for more of them.
schedules::Needs needs(const Variant&, const schedules::VectorTarget&);
schedules::Needs needs(const std::vector<Variant>&, const schedules::VectorTarget&);

/// The families as what is made of the target: the variants of gemm by their updates, gemm_batch and gemm_blocked.
std::vector<schedules::Generator> generators(const schedules::VectorTarget&);

/// What the microkernels of whole products do.
std::vector<Variant> variants_of_batch();
std::vector<Variant> variants_of_blocked();

}  // namespace tessera::kernels::gemm
