// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>

#include "kernels/conv/request.hpp"
#include "tuning/microkernels.hpp"

namespace tessera::kernels::conv {

/// Shipped measurements of a family of CPUs, for a target and a type: used where this machine was not measured.
struct ShippedTuning {
  tuning::Microkernels microkernels;
  std::map<std::string, schemes::Scheme> schemes;  ///< by tuned_key
  /// The most frequent prefetch distance of weights, in rows: it depends on the CPU more than on the convolution.
  /// Nothing where most have none.
  std::optional<std::int64_t> prefetch_distance;
};

/// "K=64,C=64,H=56,W=56,R=3,S=3 nhwc packed", for all spellings of the shape.
std::string tuned_key(const shapes::ConvShape&, const Layout&, Weights);

/// Of a CPU by the name of its folder, "host" for this one; nothing without measurements. InputError "tuned" for a
/// malformed file.
ShippedTuning shipped_tuning(const std::string& cpu, const std::string& target, ir::Scalar);

/// InputError "tuned" for a CPU without shipped measurements; "host" and "none" are always valid.
void check_shipped_cpu(const std::string& cpu);

}  // namespace tessera::kernels::conv
