// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>

#include "kernels/conv/request.hpp"
#include "tuning/microkernels.hpp"

namespace tessera::kernels::conv {

/// What was measured on a family of CPUs and is shipped, for a target and a type: used where this machine was not
/// measured.
struct ShippedTuning {
  tuning::Microkernels microkernels;
  std::map<std::string, schemes::Scheme> schemes;  ///< by tuned_key
  /// The prefetch distance of weights, in rows, of most of them: it depends on the CPU more than on the convolution.
  /// Nothing where most have none.
  std::optional<std::int64_t> prefetch_distance;
};

/// "K=64,C=64,H=56,W=56,R=3,S=3 nhwc packed", however the shape was written.
std::string tuned_key(const shapes::ConvShape&, const Layout&, Weights);

/// Of a CPU by the name of its folder, "host" for this one; nothing where none was measured. InputError "tuned" for a
/// file that is not as it should be.
ShippedTuning shipped_tuning(const std::string& cpu, const std::string& target, ir::Scalar);

/// InputError "tuned" for a CPU that nothing is shipped of; "host" and "none" are always right.
void check_shipped_cpu(const std::string& cpu);

}  // namespace tessera::kernels::conv
