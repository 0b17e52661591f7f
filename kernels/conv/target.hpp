// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "dsl/script/evaluate.hpp"
#include "kernels/conv/products.hpp"
#include "kernels/conv/request.hpp"
#include "schedules/vectorize.hpp"

// What a hardware library has for a request.
namespace tessera::kernels::conv {

struct ConvTarget {
  schedules::VectorTarget vectors;        ///< with a dot product, where that computes mixed operands
  std::optional<Products> products = {};  ///< where an instruction of another form does; neither without such sums
};

/// Of the request's target. Mixed operands are computed by the instruction that multiplies most at once; by a dot
/// product where a scheme of loops is given. InputError for a missing library, one without vectors of the type of the
/// sums, or without an instruction for the operands.
ConvTarget target_of(const ConvRequest&);
ConvTarget target_of(const ConvRequest&, const script::Library&, const ContextRef&);

}  // namespace tessera::kernels::conv
