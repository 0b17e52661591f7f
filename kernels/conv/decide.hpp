// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/evaluate.hpp"
#include "kernels/conv/plan.hpp"
#include "kernels/conv/request.hpp"
#include "schedules/vectorize.hpp"

// Decides the open choices of a request before any step: scheme, border, and the layout of packed weights.
namespace tessera::kernels::conv {

struct DecidedConv {
  Form form;
  SourcedScheme chosen;
};

/// The vectors of the request's target. InputError for a missing library, or one without vectors of the type.
schedules::VectorTarget vectors_of(const ConvRequest&);
schedules::VectorTarget vectors_of(const ConvRequest&, const script::Library&, const ContextRef&);

/// InputError for an invalid request.
DecidedConv decided(const ConvRequest&, const schedules::VectorTarget&);
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
