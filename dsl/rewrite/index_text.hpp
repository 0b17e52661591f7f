// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>

#include "dsl/rewrite/buffers.hpp"

namespace tessera::rewrite {

/// An index expression of the schedule at many places, in program order: parsed again only after declarations that may
/// change its meaning.
class IndexText {
 public:
  IndexText(const StepContext& step, Text text, std::string_view id) : step_(step), text_(std::move(text)), id_(id) {}
  ir::Expr at(const Path&);

 private:
  using List = std::vector<ir::Step>;  ///< steps to a list's first statement
  struct Known {
    int index;
    ir::Expr value;
  };
  static List list_of(const Path&, std::size_t depth);
  bool hidden(const Path&, std::size_t depth, int from) const;

  const StepContext& step_;
  Text text_;
  std::string_view id_;
  std::map<List, Known> known_;  ///< by list, the last place in it
};

}  // namespace tessera::rewrite
