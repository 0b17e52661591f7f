// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/schedule.hpp"

#include "dsl/syntax/grammar.hpp"

namespace tessera::syntax {
namespace {

[[noreturn]] void refuse_slice(const Layout& layout, const ast::Expr& e) {
  Diagnostic d;
  d.code = "syntax";
  d.message = "a schedule has no slices";
  d.hint = "a window is a string: 'A[i, 0:4]'";
  layout.fail(e.at, std::move(d));
}

// The tree outlives its layout: places in the layout's code become lines and columns.
void locate(const Layout& layout, ScheduleExpr& e) {
  using Kind = ScheduleExpr::Kind;
  if (e.kind == Kind::slice || e.kind == Kind::missing) refuse_slice(layout, e);
  e.loc = layout.loc(e.at);
  e.at = nullptr;
  for (ScheduleExpr& item : e.items) locate(layout, item);
  for (auto& [word, value] : e.keywords) locate(layout, value);
}

}  // namespace

Schedule parse_schedule(std::string_view text, std::string_view file_name) {
  LayoutRules rules;
  rules.multi_line_strings = false;
  Layout layout(text, file_name, rules);
  Schedule out;
  for (ast::ScheduleLine& line : grammar::schedule(layout)) {
    ScheduleLine converted;
    for (const ast::Expr& target : line.targets) converted.targets.push_back(target.text);
    locate(layout, line.value);
    converted.value = std::move(line.value);
    converted.loc = layout.loc(line.at);
    converted.text = layout.written(line.at, line.end);
    converted.source_line = layout.line_text(line.at);
    out.lines.push_back(std::move(converted));
  }
  return out;
}

}  // namespace tessera::syntax
