// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::smt {

/// Answers of Z3 that outlive a run. Only definite ones are kept, so no time limit belongs to the question.
class Memory {
 public:
  struct Entry {
    bool proved = false;               ///< else refuted
    std::vector<std::int64_t> values;  ///< refuted: of the question's variables, by number
    std::string origin;                ///< what gave the answer
  };

  virtual ~Memory() = default;
  /// The answer to the question of this text (see canonical.hpp). Never throws: what cannot be read is not there.
  virtual std::optional<Entry> find(const std::string& question) = 0;
  virtual void keep(const std::string& question, const Entry&) = 0;
  /// What `find` gave turned out to be wrong.
  virtual void reject(const std::string& question) = 0;
};

}  // namespace tessera::smt
