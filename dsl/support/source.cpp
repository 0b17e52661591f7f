// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/source.hpp"

#include <fmt/format.h>

#include <mutex>
#include <set>

namespace tessera {

std::string SrcLoc::text() const {
  if (!*this) return "";
  return fmt::format("{}:{}:{}", file ? *file : "<text>", line, column);
}

const std::string* intern(std::string_view name) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> names;
  std::lock_guard lock(mutex);
  auto it = names.find(name);
  if (it == names.end()) it = names.emplace(name).first;
  return &*it;
}

}  // namespace tessera
