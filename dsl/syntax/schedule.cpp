// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/schedule.hpp"

#include "dsl/syntax/grammar.hpp"

namespace tessera::syntax {
namespace {

using Kind = ast::Expr::Kind;
using Out = ScheduleExpr::Kind;

Out kind_of(const Layout& layout, const ast::Expr& e) {
  switch (e.kind) {
    case Kind::name: return Out::name;
    case Kind::integer: return Out::integer;
    case Kind::number: return Out::number;
    case Kind::string: return Out::string;
    case Kind::boolean: return Out::boolean;
    case Kind::none: return Out::none;
    case Kind::list: return Out::list;
    case Kind::call: return Out::call;
    case Kind::attribute: return Out::attribute;
    case Kind::index: return Out::index;
    case Kind::binary: return Out::binary;
    case Kind::negate: return Out::negate;
    case Kind::missing:
    case Kind::slice: break;
  }
  Diagnostic d;
  d.code = "syntax";
  d.message = "a schedule has no slices";
  d.hint = "a window is a string: 'A[i, 0:4]'";
  layout.fail(e.at, std::move(d));
}

ScheduleExpr convert(const Layout& layout, const ast::Expr& e) {
  ScheduleExpr out;
  out.kind = kind_of(layout, e);
  out.text = e.text;
  out.integer = e.integer;
  out.number = e.number;
  out.boolean = e.kind == Kind::boolean && e.flag;
  out.formatted = e.kind == Kind::string && e.flag;
  out.op = e.op;
  for (const ast::Expr& item : e.items) out.items.push_back(convert(layout, item));
  for (const auto& [word, value] : e.keywords) out.keywords.push_back({word, convert(layout, value)});
  out.loc = layout.loc(e.at);
  return out;
}

}  // namespace

Schedule parse_schedule(std::string_view text, std::string_view file_name) {
  LayoutRules rules;
  rules.multi_line_strings = false;
  Layout layout(text, file_name, rules);
  Schedule out;
  for (const ast::ScheduleLine& line : grammar::schedule(layout)) {
    ScheduleLine converted;
    for (const ast::Expr& target : line.targets) converted.targets.push_back(target.text);
    converted.value = convert(layout, line.value);
    converted.loc = layout.loc(line.at);
    converted.text = layout.written(line.at, line.end);
    converted.source_line = layout.line_text(line.at);
    out.lines.push_back(std::move(converted));
  }
  return out;
}

}  // namespace tessera::syntax
