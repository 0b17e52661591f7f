// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dsl/script/evaluate.hpp"
#include "kernels/gemm_mixed/form.hpp"

namespace tessera::cli {

/// A product whose operands have another type than its sums, or one of several rows at once.
struct MixedProduct {
  /// On the machines of one number of lanes, or on all of them.
  struct At {
    std::optional<std::int64_t> lanes = {};
    std::int64_t rows = 0, columns = 0;       ///< of the default tile of `family gemm`
    std::int64_t vectors = 0;                 ///< instructions side by side in it
    bool fits = true;                         ///< the registers: else no tile does
    std::optional<std::string> no_conv = {};  ///< why `conv --types` refuses
  };
  kernels::gemm::mixed::Form form;                           ///< at the first number of lanes
  std::optional<kernels::gemm::mixed::OperandMove> missing;  ///< what `family gemm` refuses without
  std::vector<At> at = {};

  bool has(ir::Scalar type) const;
};

/// Of the library as it is read for each number of lanes that its machines choose.
std::vector<MixedProduct> mixed_products(const script::Library&);

nlohmann::ordered_json to_json(const MixedProduct&);
void print(const MixedProduct&);

}  // namespace tessera::cli
