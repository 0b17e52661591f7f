// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/specification.hpp"
#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

// Depthwise convolutions of mixed operands: no instruction adds products of several channels, so neighbouring channels
// of a pixel are computed side by side, each factor converted by itself.
namespace tessera::kernels::conv {

/// The scheme of a block of channels: "V(64, g)".
schemes::Scheme scheme_of_channels(std::int64_t channels);
/// The channels of such a scheme; nothing for another one.
std::optional<std::int64_t> channels_of(const schemes::Scheme&);

/// Schedules the specification by blocks of so many channels. What the vectors do not compute stays in loops over the
/// block, as C compilers take them. `is_parallel`: the outermost loop of several iterations runs on several threads.
Proc scheduled_depthwise(const Proc& specification, const Form&, std::int64_t channels,
                         const schedules::VectorTarget& vectors, bool is_parallel);

}  // namespace tessera::kernels::conv
