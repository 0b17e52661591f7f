// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <vector>

namespace tessera::ir {

class Stmt;
class Statements;

/// A list of statements, by value. Copies share storage: the list consists of parts of up to 64 statements, and a
/// change copies one part only. So a step takes as long on thousands of statements as on a few.
class Block {
 public:
  class const_iterator;
  using iterator = const_iterator;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using value_type = Stmt;
  using const_reference = const Stmt&;
  using reference = const Stmt&;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;

  Block() = default;
  Block(std::initializer_list<Stmt>);
  template <std::input_iterator It> Block(It from, It to);
  explicit Block(const Statements&);

  std::size_t size() const { return parts_.empty() ? 0 : parts_.back().end; }
  bool empty() const { return parts_.empty(); }
  const Stmt& operator[](std::size_t i) const;
  /// operator[] with a bounds check: a bug in Tessera beyond the end.
  const Stmt& at(std::size_t i) const;
  const Stmt& front() const { return (*this)[0]; }
  const Stmt& back() const { return (*this)[size() - 1]; }
  const_iterator begin() const;
  const_iterator end() const;
  const_reverse_iterator rbegin() const;
  const_reverse_iterator rend() const;

  /// Replaces a statement; false when the new one is the same node.
  bool set(std::size_t i, Stmt);
  void push_back(Stmt);
  void append(const Statements&);
  /// Replaces `erased` statements from `at` on by `added`.
  void splice(std::size_t at, std::size_t erased, const Statements& added);

  /// The length of the common prefix, by identity of statements.
  static std::size_t common_front(const Block&, const Block&);
  /// The length of the common suffix, `most` at most.
  static std::size_t common_back(const Block&, const Block&, std::size_t most);

 private:
  using Part = std::vector<Stmt>;
  /// Statements `begin` to `end` of the list. A part is changed in place only while no other list shares it.
  struct Shared {
    std::shared_ptr<Part> part;
    std::size_t begin, end;
  };
  static constexpr std::size_t max_in_part = 64, few_in_part = 16;

  const Shared& shared_with(std::size_t i) const;
  Part& own(Shared&);
  void append_part(const Shared&, std::size_t from, std::size_t to);

  std::vector<Shared> parts_;  ///< none is empty
};

/// Random access. Valid while the list is neither changed nor moved.
class Block::const_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = Stmt;
  using difference_type = std::ptrdiff_t;
  using pointer = const Stmt*;
  using reference = const Stmt&;

  const_iterator() = default;

  reference operator*() const { return *at_; }
  pointer operator->() const { return at_; }
  reference operator[](difference_type n) const { return *(*this + n); }
  const_iterator& operator++();
  const_iterator operator++(int) {
    const_iterator old = *this;
    ++*this;
    return old;
  }
  const_iterator& operator--() { return *this -= 1; }
  const_iterator operator--(int) {
    const_iterator old = *this;
    --*this;
    return old;
  }
  const_iterator& operator+=(difference_type n) {
    seek(index_ + static_cast<std::size_t>(n));
    return *this;
  }
  const_iterator& operator-=(difference_type n) { return *this += -n; }
  friend const_iterator operator+(const_iterator it, difference_type n) { return it += n; }
  friend const_iterator operator+(difference_type n, const_iterator it) { return it += n; }
  friend const_iterator operator-(const_iterator it, difference_type n) { return it -= n; }
  friend difference_type operator-(const const_iterator& a, const const_iterator& b) {
    return static_cast<difference_type>(a.index_) - static_cast<difference_type>(b.index_);
  }
  friend bool operator==(const const_iterator& a, const const_iterator& b) { return a.index_ == b.index_; }
  friend std::strong_ordering operator<=>(const const_iterator& a, const const_iterator& b) {
    return a.index_ <=> b.index_;
  }

 private:
  friend class Block;
  friend class Statements;
  const_iterator(const Block& list, std::size_t index) : list_(&list) { seek(index); }
  void seek(std::size_t index);

  const Block* list_ = nullptr;
  std::size_t index_ = 0, end_of_part_ = 0;
  const Stmt* at_ = nullptr;  ///< null at the end
};

/// A range of statements of one list, which must be neither changed nor moved.
class Statements {
 public:
  using const_iterator = Block::const_iterator;

  Statements() = default;
  explicit(false) Statements(const Block& list) : first_(list.begin()), last_(list.end()) {}
  Statements(const_iterator first, const_iterator last) : first_(first), last_(last) {}

  const_iterator begin() const { return first_; }
  const_iterator end() const { return last_; }
  std::size_t size() const { return static_cast<std::size_t>(last_ - first_); }
  bool empty() const { return first_ == last_; }
  const Stmt& operator[](std::size_t i) const { return first_[static_cast<std::ptrdiff_t>(i)]; }
  const Stmt& front() const { return *first_; }
  Statements first(std::size_t count) const { return {first_, first_ + static_cast<std::ptrdiff_t>(count)}; }
  Statements subspan(std::size_t from) const { return {first_ + static_cast<std::ptrdiff_t>(from), last_}; }
  Statements subspan(std::size_t from, std::size_t count) const { return subspan(from).first(count); }

 private:
  friend class Block;
  const_iterator first_, last_;
};

}  // namespace tessera::ir
