// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "tuning/measure/batch.hpp"

namespace tessera::tuning {

/// Batches for one process, of no more than so many schemes. A batch that fits in whole is not cut: its reference is
/// computed once for each piece. One in turns never is.
std::vector<std::vector<TuneBatch>> split(const std::vector<TuneBatch>&, std::size_t schemes);

/// Schemes that are asked for and that nothing has come of yet.
class MissingSchemes {
 public:
  explicit MissingSchemes(std::vector<TuneBatch>);
  /// Whether something of it was missing until now. A batch in turns is, until all of it came together.
  bool came(const tuning::Measurements&);
  /// Those that still are, without empty batches.
  const std::vector<TuneBatch>& batches() const { return batches_; }
  std::size_t size() const;

 private:
  std::vector<TuneBatch> batches_;
  std::vector<std::string> programs_;  ///< their keys in a store
};

}  // namespace tessera::tuning
