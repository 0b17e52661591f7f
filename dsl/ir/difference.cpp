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
    const std::size_t front = Block::common_front(before, after);
    const std::size_t back = Block::common_back(before, after, std::min(before.size(), after.size()) - front);
    parts(Statements(before).subspan(front, before.size() - front - back), after, front, after.size() - front - back);
  }

  std::vector<Difference> take() { return std::move(found_); }

 private:
  // `count` statements of the list from `first` on differ.
  void parts(Statements before, const Block& list, std::size_t first, std::size_t count) {
    const Statements all(list);
    if (before.size() != count) return add(before, all, first, count);
    for (std::size_t i = 0; i < count; ++i) {
      if (is_same(before[i], all[first + i])) continue;
      if (!differ_inside(before[i], all[first + i])) {
        add(before.subspan(i, 1), all, first + i, 1);
        continue;
      }
      in_front_.push_back(all.first(first + i));
      inside(before[i], all[first + i]);
      in_front_.pop_back();
    }
  }

  void inside(const Stmt& before, const Stmt& after) {
    if (const auto* loop = after.as<For>()) counters_.push_back(loop->iter);
    for (const Branch b : {Branch::body, Branch::orelse})
      if (const Block* list = branch(after, b)) lists(*branch(before, b), *list);
    if (after.as<For>()) counters_.pop_back();
  }

  void add(Statements before, Statements all, std::size_t first, std::size_t count) {
    found_.push_back({counters_, in_front_, before, all.subspan(first, count), all.subspan(first + count)});
    found_.back().in_front.push_back(all.first(first));
  }

  std::vector<Sym> counters_;
  std::vector<Statements> in_front_;
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

// Nearest first: the most frequent answer.
bool Difference::is_visible(Sym s) const {
  const auto binds = [&](const Stmt& one) { return !one.as<For>() && bound_name(one) == s; };
  return std::find(counters.begin(), counters.end(), s) != counters.end() ||
         std::any_of(in_front.rbegin(), in_front.rend(), [&](const Statements& list) {
           return std::any_of(std::make_reverse_iterator(list.end()), std::make_reverse_iterator(list.begin()), binds);
         });
}

std::vector<Difference> differences(const Block& before, const Block& after) {
  Walk walk;
  walk.lists(before, after);
  return walk.take();
}

}  // namespace tessera::ir
