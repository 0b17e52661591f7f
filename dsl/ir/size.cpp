// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/size.hpp"

namespace tessera::ir {
namespace {

class Count {
 public:
  explicit Count(std::size_t most) : most_(most) {}

  void statements(Statements list) {
    for (const Stmt& s : list) {
      if (++count_ > most_) return;
      for_each_expression(s, [this](const Expr& e) { expression(e); });
      for (const Branch b : {Branch::body, Branch::orelse})
        if (const Block* below = branch(s, b)) statements(*below);
    }
  }

  std::size_t count() const { return count_; }

 private:
  void expression(const Expr& e) {
    if (count_ > most_) return;
    ++count_;
    for_each_child(e, [this](const Expr& child) { expression(child); });
  }

  std::size_t most_, count_ = 0;
};

}  // namespace

std::size_t size(Statements list, std::size_t most) {
  Count all(most);
  all.statements(list);
  return all.count();
}

}  // namespace tessera::ir
