// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/sym.hpp"

#include <atomic>

#include "dsl/support/source.hpp"

namespace tessera::ir {

Sym Sym::fresh(std::string_view text) {
  static std::atomic<std::uint64_t> next{1};
  Sym s;
  s.text_ = intern(text);
  s.id_ = next++;
  return s;
}

const std::string& Sym::text() const {
  static const std::string none = "<none>";
  return text_ ? *text_ : none;
}

}  // namespace tessera::ir
