// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/source.hpp"

namespace tessera::syntax {

// Characters that stand for line structure in `Layout::code`. None of them may occur in an input.
constexpr char end_of_line_mark = '\x0d';
constexpr char indent_mark = '\x0e';
constexpr char dedent_mark = '\x0f';

struct LayoutRules {
  bool comments = true;            ///< `#` starts a comment; a pattern uses it for "third match"
  bool multi_line_strings = true;  ///< strings "…" and '…' may contain a newline; """…""" always may
};

/// A source text with explicit line structure, the input of the grammars: without comments and blank lines; a logical
/// line ends in a mark, and an indented block stands between an indent and a dedent mark. A newline inside brackets is
/// a blank. Every character of `code` has a source location.
class Layout {
 public:
  /// Throws InputError (code "syntax") for unclosed strings and brackets, for inconsistent indentation, and for texts
  /// of 4 GiB and more.
  Layout(std::string_view text, std::string_view file_name, LayoutRules rules = {});
  Layout(const Layout&) = delete;  // nodes of the syntax tree point into `code`
  Layout& operator=(const Layout&) = delete;

  const char* begin() const { return code_.data(); }
  const char* end() const { return code_.data() + code_.size(); }
  SrcLoc loc(const char* at) const;
  /// The line of the text at that place, without its newline.
  std::string line_text(const char* at) const;
  /// The text between two places, as it was written.
  std::string written(const char* first, const char* last) const;
  [[noreturn]] void fail(const char* at, Diagnostic) const;

 private:
  friend class LayoutBuilder;
  std::size_t offset(const char* at) const { return origin_.at(static_cast<std::size_t>(at - begin())); }
  SrcLoc loc_of(std::size_t offset) const;
  std::string line_of(std::size_t offset) const;
  [[noreturn]] void fail_at(std::size_t offset, Diagnostic) const;

  std::string text_;
  const std::string* file_;
  std::vector<std::size_t> line_starts_;
  std::string code_;
  std::vector<std::uint32_t> origin_;  ///< offset in text_ of each character of code_, and of its end
};

}  // namespace tessera::syntax
