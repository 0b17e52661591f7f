// SPDX-License-Identifier: Apache-2.0
// Searches: patterns to cursors.
#include "dsl/cursor/find.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/rewrite/cursor.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/lines.hpp"

namespace tessera {
namespace {

using Kind = AnyCursor::Kind;
using Matches = std::vector<cursor::Match>;

[[noreturn]] void fail(const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "pattern";
  d.message = message;
  d.hint = hint;
  throw SchedulingError(d);
}

Cursor from_match(const Proc& proc, const cursor::Match& m) {
  if (m.first.is_expr()) return {proc, Kind::expr, m.first};
  return {proc, m.count == 1 ? Kind::stmt : Kind::block, m.first, m.count};
}

[[noreturn]] void no_match(const Proc& proc, const std::string& text, const syntax::Pattern& pattern) {
  std::vector<std::string> near = cursor::candidates(proc.ir(), pattern);
  std::string hint = near.empty() ? "" : fmt::format("nearest: {}", fmt::join(near, "   |   "));
  fail(fmt::format("nothing in {} matches '{}'", proc.name(), text), hint);
}

// `#n` beyond the matches: says where they are.
[[noreturn]] void too_few(const Proc& proc, const std::string& text, const Matches& found) {
  constexpr std::size_t shown = 5;
  std::vector<std::string> places;
  for (std::size_t i = 0; i < found.size() && i < shown; ++i) {
    places.push_back(fmt::format("#{}: {}", i, first_line(from_match(proc, found[i]).text())));
  }
  if (found.size() > shown) places.push_back("...");
  fail(fmt::format("'{}' matches {} {} in {}; counting starts at #0", text, found.size(),
                   found.size() == 1 ? "time" : "times", proc.name()),
       fmt::format("matches: {}", fmt::join(places, "   |   ")));
}

// All matches, in the place of `inside` when that is given; at least one.
Matches search(const Proc& proc, const std::string& text, const syntax::Pattern& pattern, const AnyCursor* inside) {
  const ir::Range within = inside ? inside->range() : ir::Range{};
  Matches found = cursor::find_all(proc.ir(), pattern, inside ? &within : nullptr);
  if (inside && within.first.is_expr())
    std::erase_if(found, [&](const cursor::Match& m) { return !ir::is_within(m.first, within.first); });
  if (found.empty()) no_match(proc, text, pattern);
  return found;
}

Cursor pick(const Proc& proc, const std::string& text, const syntax::Pattern& pattern, const AnyCursor* inside) {
  const Matches found = search(proc, text, pattern, inside);
  const auto n = static_cast<std::size_t>(pattern.nth.value_or(0));
  if (n >= found.size()) too_few(proc, text, found);
  return from_match(proc, found[n]);
}

std::vector<Cursor> all(const Proc& proc, const std::string& text, const AnyCursor* inside) {
  const syntax::Pattern pattern = syntax::parse_pattern(text);
  if (pattern.nth) return {pick(proc, text, pattern, inside)};
  std::vector<Cursor> out;
  for (const cursor::Match& m : search(proc, text, pattern, inside)) out.push_back(from_match(proc, m));
  return out;
}

}  // namespace

Cursor Proc::find(const std::string& text) const { return pick(*this, text, syntax::parse_pattern(text), nullptr); }
std::vector<Cursor> Proc::find_all(const std::string& text) const { return all(*this, text, nullptr); }

Cursor AnyCursor::find(const std::string& text) const { return pick(proc_, text, syntax::parse_pattern(text), this); }
std::vector<Cursor> AnyCursor::find_all(const std::string& text) const { return all(proc_, text, this); }

LoopCursor Proc::find_loop(const std::string& text) const {
  syntax::Pattern pattern = syntax::parse_pattern(text);
  if (pattern.names.size() == 1) pattern = cursor::loop_pattern(pattern.names[0], pattern.nth);
  return LoopCursor(pick(*this, text, pattern, nullptr));
}

Cursor Proc::find_alloc_or_arg(const std::string& text) const {
  syntax::Pattern given = syntax::parse_pattern(text);
  if (given.names.size() != 1) return find(text);
  for (const ArgCursor& a : args())
    if (a.name() == given.names[0]) return a;
  return find(given.names[0] + " : _" + (given.nth ? fmt::format(" #{}", *given.nth) : ""));
}

BlockCursor Proc::body() const {
  const auto [first, count] = ir::Range::whole_body(ir());
  return BlockCursor(Cursor(*this, Kind::block, first, count));
}

std::vector<ArgCursor> Proc::args() const {
  std::vector<ArgCursor> out;
  for (std::size_t i = 0; i < ir().args.size(); ++i)
    out.push_back(ArgCursor(Cursor::argument(*this, static_cast<int>(i))));
  return out;
}

}  // namespace tessera
