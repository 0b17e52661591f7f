// SPDX-License-Identifier: Apache-2.0
// Lists of statements against plain vectors, under random changes.
#include <catch2/catch.hpp>

#include <random>

#include "dsl/ir/stmt.hpp"

using namespace tessera::ir;

namespace {

using Plain = std::vector<Stmt>;

Stmt any() { return Pass{}; }

bool is_same(const Stmt& a, const Stmt& b) { return a.identity() == b.identity(); }

bool are_same(const Block& list, const Plain& plain) {
  bool same = list.size() == plain.size() && std::equal(list.begin(), list.end(), plain.begin(), is_same) &&
              std::equal(list.rbegin(), list.rend(), plain.rbegin(), is_same);
  for (std::size_t i = 0; same && i < plain.size(); ++i)
    same = is_same(list[i], plain[i]) && is_same(list.at(i), plain[i]);
  return same;
}

std::size_t common_front(const Plain& a, const Plain& b) {
  const auto most = static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.begin() + most, b.begin(), is_same).first - a.begin());
}
std::size_t common_back(Plain a, Plain b, std::size_t most) {
  std::reverse(a.begin(), a.end()), std::reverse(b.begin(), b.end());
  return std::min(most, common_front(a, b));
}

// A list and what it should be.
struct Pair {
  Block list;
  Plain plain;
};

class Changes {
 public:
  explicit Changes(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  Pair some(std::size_t most) {
    Pair out;
    for (std::size_t n = below(most); n > 0; --n) out.plain.push_back(any()), out.list.push_back(out.plain.back());
    return out;
  }

  void change(Pair& p) {
    const std::size_t at = below(p.plain.size() + 1);
    const auto place = p.plain.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(4)) {
      case 0: p.plain.push_back(any()); return p.list.push_back(p.plain.back());
      case 1: {
        if (at == p.plain.size()) return;
        *place = any();
        CHECK(p.list.set(at, *place));
        CHECK_FALSE(p.list.set(at, *place));
        return;
      }
      case 2: return splice(p, at, some(200));
      default: return splice(p, at, p);
    }
  }

 private:
  // A part of the other, which may be the same.
  void splice(Pair& p, std::size_t at, const Pair& other) {
    const std::size_t from = below(other.plain.size() + 1), count = below(other.plain.size() - from + 1);
    const std::size_t erased = below(p.plain.size() - at + 1);
    const Plain added(other.plain.begin() + static_cast<std::ptrdiff_t>(from),
                      other.plain.begin() + static_cast<std::ptrdiff_t>(from + count));
    p.list.splice(at, erased, Statements(other.list).subspan(from, count));
    const auto place = p.plain.begin() + static_cast<std::ptrdiff_t>(at);
    p.plain.insert(p.plain.erase(place, place + static_cast<std::ptrdiff_t>(erased)), added.begin(), added.end());
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("a list of statements is what a vector of them would be, and so are its copies") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    Changes changes(seed);
    Pair now = changes.some(300);
    std::vector<Pair> copies;
    for (int i = 0; i < 40; ++i) {
      copies.push_back(now);
      changes.change(now);
      REQUIRE(are_same(now.list, now.plain));
      const Pair& old = copies[changes.below(copies.size())];
      CHECK(Block::common_front(old.list, now.list) == common_front(old.plain, now.plain));
      const std::size_t most = changes.below(400);
      CHECK(Block::common_back(old.list, now.list, most) ==
            common_back(old.plain, now.plain, std::min({most, old.plain.size(), now.plain.size()})));
    }
    for (const Pair& copy : copies) CHECK(are_same(copy.list, copy.plain));
  }
}

TEST_CASE("a list has no statement beyond its last") {
  Block list{any(), any()};
  CHECK_NOTHROW(list.at(1));
  CHECK_THROWS(list.at(2));
  CHECK_THROWS(Block().at(0));
  CHECK_THROWS(list.set(2, any()));
  CHECK(Block().begin() == Block().end());
}
