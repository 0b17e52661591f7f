// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "tuning/measure/batch.hpp"

namespace tessera::tuning {

/// Splits batches for several processes with a limit of schemes each. A batch within the limit is not cut: each piece
/// computes its reference once. One in turns is never cut.
std::vector<std::vector<TuneBatch>> split(const std::vector<TuneBatch>&, std::size_t schemes);

/// Requested schemes without a result.
class MissingSchemes {
 public:
  explicit MissingSchemes(std::vector<TuneBatch>);
  /// Removes the schemes of a result; false when none of them was missing. A batch in turns stays until all its schemes
  /// come together.
  bool came(const tuning::Measurements&);
  /// The missing ones, without empty batches.
  const std::vector<TuneBatch>& batches() const { return batches_; }
  std::size_t size() const;

 private:
  std::vector<TuneBatch> batches_;
  std::vector<std::string> programs_;  ///< their keys in a store
};

}  // namespace tessera::tuning
