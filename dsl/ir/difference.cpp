// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/difference.hpp"

#include <algorithm>

#include "dsl/ir/around_change.hpp"

namespace tessera::ir {
namespace {

bool is_same(const Stmt& a, const Stmt& b) { return a.identity() == b.identity(); }

class Walk {
 public:
  void lists(const Block& before, const Block& after) {
    const std::size_t outside = visible_.size();
    const auto shorter = static_cast<std::ptrdiff_t>(std::min(before.size(), after.size()));
    const auto first = std::mismatch(before.begin(), before.begin() + shorter, after.begin(), is_same).first;
    const auto same = static_cast<std::size_t>(first - before.begin());
    const auto last =
        std::mismatch(before.rbegin(), before.rbegin() + (shorter - (first - before.begin())), after.rbegin(), is_same);
    const auto same_behind = static_cast<std::size_t>(last.first - before.rbegin());
    for (std::size_t i = 0; i < same; ++i) see(after[i]);
    parts(Statements(before).subspan(same, before.size() - same - same_behind), Statements(after).subspan(same),
          after.size() - same - same_behind);
    visible_.resize(outside);
  }

  std::vector<Difference> take() { return std::move(found_); }

 private:
  // `after` goes on to the end of the list; `count` of its statements differ.
  void parts(Statements before, Statements after, std::size_t count) {
    if (before.size() != count) {
      found_.push_back({visible_, before, after.first(count), after.subspan(count)});
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (is_same(before[i], after[i])) see(after[i]);
      else if (differ_inside(before[i], after[i])) inside(before[i], after[i]);
      else found_.push_back({visible_, before.subspan(i, 1), after.subspan(i, 1), after.subspan(i + 1)}), see(after[i]);
    }
  }

  void inside(const Stmt& before, const Stmt& after) {
    if (const auto* loop = after.as<For>()) visible_.push_back(loop->iter);
    for (const Branch b : {Branch::body, Branch::orelse})
      if (const Block* list = branch(after, b)) lists(*branch(before, b), *list);
    if (after.as<For>()) visible_.pop_back();
  }

  void see(const Stmt& s) {
    if (const Sym name = bound_name(s); name && !s.as<For>()) visible_.push_back(name);
  }

  std::vector<Sym> visible_;
  std::vector<Difference> found_;
};

bool are_same(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Expr& x, const Expr& y) { return x.identity() == y.identity(); });
}

}  // namespace

bool differ_inside(const Stmt& a, const Stmt& b) {
  const auto *x = a.as<For>(), *y = b.as<For>();
  if (x && y)
    return x->iter == y->iter && x->mode == y->mode && x->lo.identity() == y->lo.identity() &&
           x->hi.identity() == y->hi.identity();
  const auto *p = a.as<If>(), *q = b.as<If>();
  return p && q && p->cond.identity() == q->cond.identity();
}

bool have_same_head(const Procedure& a, const Procedure& b) {
  const auto is_same_argument = [](const Arg& x, const Arg& y) {
    return x.name == y.name && x.type.scalar == y.type.scalar && x.type.is_window == y.type.is_window &&
           x.mem == y.mem && are_same(x.type.shape, y.type.shape);
  };
  return std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), is_same_argument) &&
         are_same(a.asserts, b.asserts);
}

std::vector<Difference> differences(const Block& before, const Block& after) {
  Walk walk;
  walk.lists(before, after);
  return walk.take();
}

}  // namespace tessera::ir
