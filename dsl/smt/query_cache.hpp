// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/smt/answer.hpp"

namespace tessera::smt {

/// An answer of Z3, independent of the variables of its query.
struct CachedAnswer {
  Status status = Status::unknown;
  std::vector<std::int64_t> values = {};  ///< refuted: of the query's variables, in the order of canonical.hpp
  std::string reason = "";                ///< of an unknown answer
  std::string origin = "";                ///< of an earlier run: the engine that gave the answer
};

/// Z3's answers across runs. Only definite ones are kept, so a time limit is no part of the key.
class QueryCache {
 public:
  virtual ~QueryCache() = default;
  /// The answer to the query with this text (see canonical.hpp). Never throws: an unreadable entry is a miss.
  virtual std::optional<CachedAnswer> lookup(const std::string& question) = 0;
  virtual void store(const std::string& question, const CachedAnswer&) = 0;
  /// Called when the answer of `lookup` turned out to be wrong.
  virtual void reject(const std::string& question) = 0;
};

}  // namespace tessera::smt
