// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/smt/answer.hpp"

namespace tessera::smt {

/// An answer of Z3 without the variables of the question that it was given to.
struct CachedAnswer {
  Status status = Status::unknown;
  std::vector<std::int64_t> values = {};  ///< refuted: of the question's variables, in the order of canonical.hpp
  std::string reason = "";                ///< unknown: why
  std::string origin = "";                ///< of an earlier run: what gave the answer
};

/// Answers of Z3 that outlive a run. Only definite ones are kept, so no time limit belongs to the question.
class QueryCache {
 public:
  virtual ~QueryCache() = default;
  /// The answer to the question of this text (see canonical.hpp). Never throws: what cannot be read is not there.
  virtual std::optional<CachedAnswer> lookup(const std::string& question) = 0;
  virtual void store(const std::string& question, const CachedAnswer&) = 0;
  /// What `lookup` gave turned out to be wrong.
  virtual void reject(const std::string& question) = 0;
};

}  // namespace tessera::smt
