// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/block.hpp"

#include <algorithm>

#include "dsl/ir/stmt.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::ir {

Block::Block(std::initializer_list<Stmt> list) : Block(list.begin(), list.end()) {}

Block::Block(const Statements& list) { append(list); }

const Stmt& Block::at(std::size_t i) const {
  if (i >= size()) bug("the list has no statement at this index");
  return (*this)[i];
}

const Block::Shared& Block::shared_with(std::size_t i) const {
  return *std::upper_bound(parts_.begin(), parts_.end(), i, [](std::size_t at, const Shared& s) { return at < s.end; });
}

Block::Part& Block::own(Shared& shared) {
  if (shared.part.use_count() != 1) shared.part = std::make_shared<Part>(*shared.part);
  return *shared.part;
}

bool Block::set(std::size_t i, Stmt stmt) {
  if (at(i).identity() == stmt.identity()) return false;
  Shared& shared = parts_[static_cast<std::size_t>(&shared_with(i) - parts_.data())];
  own(shared)[i - shared.begin] = std::move(stmt);
  return true;
}

void Block::push_back(Stmt stmt) {
  if (parts_.empty() || parts_.back().end - parts_.back().begin >= max_in_part)
    parts_.push_back({std::make_shared<Part>(), size(), size()});
  own(parts_.back()).push_back(std::move(stmt));
  ++parts_.back().end;
}

void Block::append(const Statements& list) {
  if (list.empty()) return;
  if (list.first_.list_ == this) return append(Statements(Block(list)));
  const std::size_t from = list.first_.index_, to = list.last_.index_;
  const std::vector<Shared>& others = list.first_.list_->parts_;
  for (const Shared* other = &list.first_.list_->shared_with(from); other != others.data() + others.size(); ++other) {
    if (other->begin >= to) break;
    append_part(*other, std::max(from, other->begin) - other->begin, std::min(to, other->end) - other->begin);
  }
}

// Small parts are joined, so that there are not many of them after many changes.
void Block::append_part(const Shared& other, std::size_t from, std::size_t to) {
  const std::size_t last = parts_.empty() ? max_in_part : parts_.back().end - parts_.back().begin;
  const bool fits = last + (to - from) <= max_in_part, is_whole = to - from == other.part->size();
  const std::size_t end = size() + (to - from);
  const auto begin = other.part->begin() + static_cast<std::ptrdiff_t>(from),
             following = other.part->begin() + static_cast<std::ptrdiff_t>(to);
  if (fits && (last < few_in_part || to - from < few_in_part)) {
    Part& mine = own(parts_.back());
    mine.insert(mine.end(), begin, following);
    parts_.back().end = end;
  } else {
    parts_.push_back({is_whole ? other.part : std::make_shared<Part>(begin, following), size(), end});
  }
}

void Block::splice(std::size_t at, std::size_t erased, const Statements& added) {
  Block out;
  const Statements all(*this);
  out.append(all.first(at));
  out.append(added);
  out.append(all.subspan(at + erased));
  *this = std::move(out);
}

std::size_t Block::common_front(const Block& a, const Block& b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t parts = 0, same = 0;
  while (same < most && a.parts_[parts].part == b.parts_[parts].part) same = a.parts_[parts++].end;
  auto x = a.begin() + static_cast<std::ptrdiff_t>(same), y = b.begin() + static_cast<std::ptrdiff_t>(same);
  for (; same < most && x->identity() == y->identity(); ++same) ++x, ++y;
  return same;
}

std::size_t Block::common_back(const Block& a, const Block& b, std::size_t most) {
  most = std::min({most, a.size(), b.size()});
  std::size_t same = 0;
  for (auto x = a.parts_.rbegin(), y = b.parts_.rbegin(); x != a.parts_.rend() && y != b.parts_.rend(); ++x, ++y) {
    const std::size_t here = x->end - x->begin;
    if (x->part != y->part || same + here > most) break;
    same += here;
  }
  while (same < most && a[a.size() - 1 - same].identity() == b[b.size() - 1 - same].identity()) ++same;
  return same;
}

}  // namespace tessera::ir
