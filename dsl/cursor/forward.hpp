// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "dsl/cursor/path.hpp"

namespace tessera::cursor {

/// Where a node of the old program is in the new one; nothing when it is gone.
using ForwardStep = std::function<std::optional<Path>(const Path&)>;

/// What became of each node through a chain of edits, oldest first.
class Forward {
 public:
  void then(ForwardStep step) { steps_.push_back(std::move(step)); }
  /// Where it ends it has to be there, else it is gone.
  void if_there(std::function<bool(const Path&)> is_there) { is_there_ = std::move(is_there); }
  std::optional<Path> operator()(Path path) const {
    for (const ForwardStep& step : steps_) {
      std::optional<Path> next = step(path);
      if (!next) return std::nullopt;
      path = *std::move(next);
    }
    if (is_there_ && !is_there_(path)) return std::nullopt;
    return path;
  }

 private:
  std::vector<ForwardStep> steps_;
  std::function<bool(const Path&)> is_there_;
};

}  // namespace tessera::cursor
