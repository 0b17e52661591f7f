// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/specification.hpp"
#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

namespace tessera::kernels::conv {

/// Schedules the specification by the scheme; its loops are those of the sum, n, [g,] p, q, k, r, s, c. Throws as
/// schemes::lower.
Proc scheduled(const Proc& specification, const shapes::ConvShape&, const schemes::Scheme&,
               const schedules::VectorTarget&);

/// The default border: peeled for one thread where the scheme can separate tiles at the border from the others, unless
/// pixels are the lanes.
Border border(const shapes::ConvShape&, Layout, const schemes::Scheme&, std::int64_t lanes);

/// The packing of weights (specification.hpp): panel by panel, in vectors where weights of neighbouring channels are
/// contiguous.
Proc scheduled_packing(const Proc& packing, const Form&, Weights from, const schedules::VectorTarget&);

}  // namespace tessera::kernels::conv
