// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/plan.hpp"
#include "kernels/conv/request.hpp"
#include "schedules/vectorize.hpp"

// What a request leaves open: the scheme, the border, and how packed weights lie. Decided before any step.
namespace tessera::kernels::conv {

struct DecidedConv {
  Form form;
  SourcedScheme chosen;
};

/// The vectors of the request's target. InputError for a library that is not there, or has none of the type.
schedules::VectorTarget vectors_of(const ConvRequest&);

/// InputError for a request that no convolution meets.
DecidedConv decided(const ConvRequest&, const schedules::VectorTarget&);
DecidedConv decided(const ConvRequest&);

/// What a tuner enumerates: the convolution as a problem, and the machine that it is for.
struct ConvToTune {
  tuning::Problem problem;
  tuning::Machine machine;
};
ConvToTune to_tune(const ConvRequest&);

/// Its schemes, what a model expects to be the fastest first, with these figures of register tiles.
std::vector<tuning::Candidate> ranked(const ConvRequest&, const ConvToTune&, const tuning::Microkernels&);

}  // namespace tessera::kernels::conv
