// SPDX-License-Identifier: Apache-2.0
// A number of lanes that the machine chooses.
#include "dsl/syntax/elaborate_lanes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "dsl/syntax/elaborate_registers.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;

namespace {

constexpr const char* lanes_example = "lanes VL in (4, 8, 16) as \"svcntw()\"";

// C has a variable of this name; its keywords, and most names of headers, are in small letters.
const std::string& symbol_of(const Layout& layout, const ast::Expr& e) {
  const auto is_capital = [](char c) {
    return std::isupper(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c)) || c == '_';
  };
  if (!std::all_of(e.text.begin(), e.text.end(), is_capital) || e.text.front() == '_')
    fail_type(layout, e.at, fmt::format("`{}` is not written in capital letters, as a number of lanes is", e.text),
              lanes_example);
  return e.text;
}

void add_length(const Layout& layout, const ast::Expr& e, std::vector<std::int64_t>& lengths) {
  constexpr std::int64_t most_lanes = 65536;
  if (e.kind != Kind::integer || e.integer < 1 || e.integer > most_lanes)
    fail_type(layout, e.at, fmt::format("expected a number of lanes, from 1 to {}", most_lanes), lanes_example);
  if (!lengths.empty() && e.integer <= lengths.back())
    fail_type(layout, e.at, fmt::format("the numbers of lanes do not ascend: {} after {}", e.integer, lengths.back()),
              "write each once, the smallest first");
  lengths.push_back(e.integer);
}

std::int64_t chosen_length(const Layout& layout, const ast::Expr& symbol, const ir::Lanes& lanes,
                           std::optional<std::int64_t> wanted) {
  if (!wanted) return lanes.lengths.front();
  if (std::find(lanes.lengths.begin(), lanes.lengths.end(), *wanted) == lanes.lengths.end())
    fail_type(layout, symbol.at, fmt::format("{} is not {}", lanes.symbol, *wanted),
              fmt::format("it is one of {}", fmt::join(lanes.lengths, ", ")));
  return *wanted;
}

bool mentions(const ast::Expr& e, const std::string& name) {
  return (e.kind == Kind::name && e.text == name) ||
         std::any_of(e.items.begin(), e.items.end(), [&](const ast::Expr& item) { return mentions(item, name); });
}

}  // namespace

void add_lanes(const Layout& layout, const Environment& environment, const ast::Memory& m, ir::MemoryDecl& out) {
  const ast::Property* line = only_property(layout, m, "lanes");
  if (!line) return;
  const ast::Expr& symbol = line->values.front();
  ir::Lanes lanes{symbol_of(layout, symbol)};
  for (std::size_t i = 1; i + 1 < line->values.size(); ++i) add_length(layout, line->values[i], lanes.lengths);
  lanes.c_text = text_of(layout, line->values.back(), "a C expression");
  if (lanes.c_text.empty())
    fail_type(layout, line->values.back().at, "the machine's number of lanes has no C expression", lanes_example);
  lanes.length = chosen_length(layout, symbol, lanes, environment.length);
  if (const ir::Lanes* other = environment.lanes(); other && !other->is_same_as(lanes))
    fail_name(layout, symbol.at,
              fmt::format("`{}` beside `{}`: a machine chooses one number of lanes", lanes.symbol, other->symbol),
              fmt::format("write other numbers by that one, as in holds f64[{} / 2]", other->symbol));
  out.lanes = std::move(lanes);
}

Scope scope_of_lanes(const Environment& environment, const ast::Expr& form, ir::MemoryDecl& memory) {
  const ir::Lanes* earlier = environment.lanes();
  if (!memory.lanes && earlier && mentions(form, earlier->symbol)) memory.lanes = *earlier;
  Scope out;
  if (memory.lanes) out.define(memory.lanes->symbol, memory.lanes->length);
  return out;
}

}  // namespace tessera::syntax
