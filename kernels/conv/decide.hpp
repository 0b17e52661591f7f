// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/plan.hpp"
#include "kernels/conv/request.hpp"
#include "kernels/conv/target.hpp"

// Decides the open choices of a request before any step: scheme, border, and the layout of packed weights.
namespace tessera::kernels::conv {

struct DecidedConv {
  Form form;
  SourcedScheme chosen;
  std::optional<std::int64_t> side_by_side = {};  ///< channels of a block of a depthwise one of mixed operands
  std::optional<Products> products = {};          ///< then the scheme only tells their tile
};

/// InputError for an invalid request.
DecidedConv decided(const ConvRequest&, const ConvTarget&);
DecidedConv decided(const ConvRequest&);

/// The input of a tuner: the convolution as a problem, and its machine.
struct ConvToTune {
  tuning::Problem problem;
  tuning::Machine machine;
};
ConvToTune to_tune(const ConvRequest&);

/// Its schemes, in the model's order, with these figures of register tiles.
std::vector<tuning::Candidate> ranked(const ConvRequest&, const ConvToTune&, const tuning::Microkernels&);

}  // namespace tessera::kernels::conv
