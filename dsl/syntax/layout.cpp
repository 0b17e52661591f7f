// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/layout.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace tessera::syntax {
namespace {

constexpr std::size_t deepest_nesting = 200;  // grammars recurse; a limit makes a hostile text an error, not a crash
constexpr std::size_t tab_width = 8;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
constexpr bool is_of_word(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}
char closing_of(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

Diagnostic syntax_error(std::string message, std::string hint = {}) {
  Diagnostic d;
  d.code = "syntax";
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

}  // namespace

// Reads the text once, left to right.
class LayoutBuilder {
 public:
  LayoutBuilder(Layout& out, LayoutRules rules) : out_(out), text_(out.text_), rules_(rules) {}

  void run() {
    out_.code_.reserve(text_.size());
    out_.origin_.reserve(text_.size() + 1);
    while (at_ < text_.size()) step();
    if (!open_.empty())
      out_.fail_at(open_.back().second, syntax_error(fmt::format("'{}' is never closed", open_.back().first)));
    finish_line();
    for (; indents_.size() > 1; indents_.pop_back()) emit(dedent_mark, text_.size());
    out_.origin_.push_back(static_cast<std::uint32_t>(text_.size()));
  }

 private:
  void emit(char c, std::size_t offset) {
    out_.code_ += c;
    out_.origin_.push_back(static_cast<std::uint32_t>(offset));
  }

  // Up to here, as it is.
  void emit_text(std::size_t start) {
    out_.code_.append(text_, start, at_ - start);
    for (std::size_t i = start; i < at_; ++i) out_.origin_.push_back(static_cast<std::uint32_t>(i));
    token_end_ = at_;
  }

  void step() {
    char c = text_[at_];
    if (c == '\n') return newline();
    if (is_blank(c)) return blank();
    if (c == '#' && rules_.comments) return comment();
    if (!in_line_) start_line();
    token(c);
  }

  void newline() {
    if (open_.empty()) finish_line();
    else emit(' ', at_);
    ++at_;
    line_start_ = at_;
  }

  void blank() {
    if (in_line_) emit(' ', at_);
    ++at_;
  }

  void comment() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  void token(char c) {
    if (c == '"' || c == '\'') return string(c);
    if (static_cast<unsigned char>(c) < ' ')
      out_.fail_at(at_, syntax_error(fmt::format("unexpected control character {:#04x}", static_cast<int>(c))));
    if (open_.empty()) count_colon(c);
    if (c == '(' || c == '[' || c == '{') open(c);
    if (c == ')' || c == ']' || c == '}') close(c);
    const std::size_t start = at_++;
    if (is_of_word(c))
      while (at_ < text_.size() && is_of_word(text_[at_])) ++at_;
    emit_text(start);
  }

  // Blocks may follow one another in a line, as in patterns: `for i in _: for j in _: …`.
  void count_colon(char c) {
    if (c == ';') colons_ = 0;
    colons_ += c == ':';
    if (depths_.back() + colons_ > deepest_nesting) out_.fail_at(at_, syntax_error("blocks are nested too deeply"));
  }

  // Not the beginning of a longer name.
  bool is_word(std::string_view word) const {
    const std::size_t end = at_ + word.size();
    return text_.compare(at_, word.size(), word) == 0 && (end == text_.size() || !is_of_word(text_[end]));
  }

  // An `elif` is a block of the `else` of what is before it, so a chain of them is as deep as it is long.
  void count_elif() {
    if (is_word("else")) return;
    const bool is_elif = is_word("elif");
    depths_.back() -= elifs_.back();
    elifs_.back() = is_elif ? elifs_.back() + 1 : 0;
    depths_.back() += elifs_.back();
  }

  void open(char c) {
    open_.emplace_back(c, at_);
    if (open_.size() > deepest_nesting) out_.fail_at(at_, syntax_error("brackets are nested too deeply"));
  }

  void close(char c) {
    if (open_.empty()) out_.fail_at(at_, syntax_error(fmt::format("'{}' closes nothing", c)));
    char wanted = closing_of(open_.back().first);
    if (c != wanted) out_.fail_at(at_, syntax_error(fmt::format("expected '{}', found '{}'", wanted, c)));
    open_.pop_back();
  }

  // Strings are copied as they are; the grammar reads their escapes.
  void string(char quote) {
    std::size_t start = at_;
    std::string delimiter(text_.compare(at_, 3, std::string(3, quote)) == 0 ? 3 : 1, quote);
    at_ += delimiter.size();
    const auto ends = [&] { return text_[at_] == quote && text_.compare(at_, delimiter.size(), delimiter) == 0; };
    while (at_ < text_.size() && !ends()) {
      if (text_[at_] == '\n' && delimiter.size() == 1 && !rules_.multi_line_strings) break;
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    if (at_ >= text_.size() || text_[at_] != quote) out_.fail_at(start, syntax_error("string is never closed"));
    at_ += delimiter.size();
    emit_text(start);
  }

  void start_line() {
    in_line_ = true;
    std::size_t width = 0;
    for (std::size_t i = line_start_; i < at_; ++i) width += text_[i] == '\t' ? tab_width - width % tab_width : 1;
    if (indents_.empty()) {  // a text may be indented as a whole
      indents_.push_back(width);
      depths_.push_back(0);
      elifs_.push_back(0);
    }
    if (width > indents_.back()) {
      indents_.push_back(width);
      depths_.push_back(depths_.back() + colons_);
      elifs_.push_back(0);
      emit(indent_mark, at_);
      if (indents_.size() > deepest_nesting) out_.fail_at(at_, syntax_error("blocks are nested too deeply"));
    }
    for (; width < indents_.back() && indents_.size() > 1; indents_.pop_back(), depths_.pop_back(), elifs_.pop_back())
      emit(dedent_mark, at_);
    colons_ = 0;
    count_elif();
    if (width != indents_.back())
      out_.fail_at(at_,
                   syntax_error("this indentation matches no outer block", "indent as the block that it belongs to"));
  }

  void finish_line() {
    if (!in_line_) return;
    while (!out_.code_.empty() && out_.code_.back() == ' ') {
      out_.code_.pop_back();
      out_.origin_.pop_back();
    }
    emit(end_of_line_mark, token_end_);
    in_line_ = false;
  }

  Layout& out_;
  const std::string& text_;
  LayoutRules rules_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::size_t token_end_ = 0;
  bool in_line_ = false;
  std::vector<std::size_t> indents_, depths_;  ///< of open blocks: their width, and how many blocks are around them
  std::vector<std::size_t> elifs_;             ///< of these, those by the `elif`s above in the same block
  std::size_t colons_ = 0;                     ///< outside of brackets, in this line
  std::vector<std::pair<char, std::size_t>> open_;
};

// Skips the byte order mark of UTF-8.
static std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

Layout::Layout(std::string_view text, std::string_view file_name, LayoutRules rules)
    : text_(without_mark(text)), file_(intern(file_name)), line_starts_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  if (text_.size() > std::numeric_limits<std::uint32_t>::max())
    fail_at(0, syntax_error("a text of 4 GiB or more", "divide it into several files"));
  LayoutBuilder(*this, rules).run();
}

SrcLoc Layout::loc_of(std::size_t offset) const {
  auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  auto line = static_cast<std::size_t>(after - line_starts_.begin());
  return {file_, static_cast<int>(line), static_cast<int>(offset - line_starts_[line - 1] + 1)};
}

std::string Layout::line_of(std::size_t offset) const {
  std::size_t start = line_starts_[static_cast<std::size_t>(loc_of(offset).line - 1)];
  std::string line = text_.substr(start, text_.find('\n', start) - start);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::replace(line.begin(), line.end(), '\t', ' ');  // so that the caret stands right
  return line;
}

SrcLoc Layout::loc(const char* at) const { return loc_of(offset(at)); }
std::string Layout::line_text(const char* at) const { return line_of(offset(at)); }

std::string Layout::written(const char* first, const char* last) const {
  return text_.substr(offset(first), offset(last) - offset(first));
}

void Layout::fail_at(std::size_t offset, Diagnostic d) const {
  d.loc = loc_of(offset);
  d.source_line = line_of(offset);
  throw InputError(std::move(d));
}

void Layout::fail(const char* at, Diagnostic d) const { fail_at(offset(at), std::move(d)); }

}  // namespace tessera::syntax
