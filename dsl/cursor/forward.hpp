// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "dsl/ir/path.hpp"

namespace tessera::cursor {

/// The new place of a node of the old program; nothing when it is gone.
using ForwardStep = std::function<std::optional<ir::Path>(const ir::Path&)>;

/// The statements of a procedure's body that steps leave unchanged, with their contents: those before `front` stay,
/// those from `back` on move by `shift`. Default: none is known to be unchanged.
struct Untouched {
  int front = 0, back = std::numeric_limits<int>::max(), shift = 0;

  std::optional<int> operator()(int index) const {
    if (index < front) return index;
    return index < back ? std::nullopt : std::optional(index + shift);
  }
  /// The composition of these steps and the next.
  Untouched then(const Untouched& next) const {
    const bool none = back == Untouched().back || next.back == Untouched().back;
    if (none) return {std::min(front, next.front), Untouched().back, 0};
    return {std::min(front, next.front), std::max(back, next.back - shift), shift + next.shift};
  }
};

/// The moves of each node through a chain of edits, oldest first.
class Forward {
 public:
  void then(ForwardStep step) { steps_.push_back(std::move(step)); }
  /// A check of the final place: a node that is not there is gone.
  void if_there(std::function<bool(const ir::Path&)> is_there) { is_there_ = std::move(is_there); }
  std::optional<ir::Path> operator()(ir::Path path) const {
    for (const ForwardStep& step : steps_) {
      std::optional<ir::Path> next = step(path);
      if (!next) return std::nullopt;
      path = *std::move(next);
    }
    if (is_there_ && !is_there_(path)) return std::nullopt;
    return path;
  }

 private:
  std::vector<ForwardStep> steps_;
  std::function<bool(const ir::Path&)> is_there_;
};

}  // namespace tessera::cursor
