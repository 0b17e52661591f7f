// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tessera::ir {

/// A variable: a loop counter, a buffer, an argument. Two syms are the same variable when their ids are equal;
/// the text is only what a person reads, and two syms may share it.
class Sym {
 public:
  Sym() = default;
  /// A new variable, unlike every other.
  static Sym fresh(std::string_view text);

  const std::string& text() const;
  std::uint64_t id() const { return id_; }
  explicit operator bool() const { return id_ != 0; }
  friend bool operator==(Sym a, Sym b) { return a.id_ == b.id_; }
  /// Order of creation. Never let it reach any output.
  friend bool operator<(Sym a, Sym b) { return a.id_ < b.id_; }

 private:
  const std::string* text_ = nullptr;
  std::uint64_t id_ = 0;
};

}  // namespace tessera::ir

template <> struct std::hash<tessera::ir::Sym> {
  std::size_t operator()(tessera::ir::Sym s) const noexcept { return std::hash<std::uint64_t>{}(s.id()); }
};
