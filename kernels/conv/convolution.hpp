// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/specification.hpp"
#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

namespace tessera::kernels::conv {

/// The specification, as the scheme says: its loops are those of the sum, n, [g,] p, q, k, r, s, c. SchedulingError and
/// InputError as schemes::lower has them.
Proc scheduled(const Proc& specification, const shapes::ConvShape&, const schemes::Scheme&,
               const schedules::VectorTarget&);

/// The border where it is not chosen: peeled for one thread where the scheme lets tiles at the border be told from the
/// others, unless pixels are the lanes.
Border border(const shapes::ConvShape&, Layout, const schemes::Scheme&, std::int64_t lanes);

/// The packing of weights (specification.hpp): panel by panel, in vectors where those of neighbouring channels lie side
/// by side.
Proc scheduled_packing(const Proc& packing, const Form&, Weights from, const schedules::VectorTarget&);

}  // namespace tessera::kernels::conv
