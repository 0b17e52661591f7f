// SPDX-License-Identifier: Apache-2.0
// `@proc`, `@instr("C template", …)`: what stands above a procedure.
#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/ir/error_bound.hpp"
#include "dsl/ir/placeholder.hpp"
#include "dsl/ir/written.hpp"
#include "dsl/support/words.hpp"
#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/instr_keywords.hpp"
#include "dsl/syntax/roles.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;

const std::string& text_of(const Layout& layout, const ast::Expr& e, const char* what) {
  if (e.kind != Kind::string) fail_type(layout, e.at, fmt::format("{} must be a string", what));
  return e.text;
}

void add_flags(const Layout& layout, const ast::Expr& e, std::vector<std::string>& out) {
  for (std::string& flag : words_of(text_of(layout, e, "a list of flags"))) out.push_back(std::move(flag));
}

namespace {

const InstrKeyword& known_keyword(const Layout& layout, const std::string& word, const ast::Expr& value) {
  if (const InstrKeyword* known = instr_keyword(word)) return *known;
  std::vector<std::string> words;
  for (const InstrKeyword& k : instr_keywords()) words.emplace_back(k.word);
  const std::string near = nearest(word, words);
  fail_name(layout, value.at, fmt::format("@instr has no keyword `{}`", word),
            near.empty() ? fmt::format("known: {}", fmt::join(words, ", ")) : near);
}

// Roles are open: a vendor's own schedules may ask for others than Tessera's do.
void check_role(const Layout& layout, const ast::Expr& value, const std::string& role) {
  if (role == "memory" || role == "lanes" || ir::scalar_named(role))
    fail_name(layout, value.at, fmt::format("`{}` cannot be a role", role),
              fmt::format("hw.{} is something else in a schedule", role));
  if (const std::string meant = misspelt_role(role); !meant.empty())
    fail_name(
        layout, value.at, fmt::format("unknown role `{}`", role),
        fmt::format("did you mean `{}`? A role of your own must not look like one that schedules ask for", meant));
}

void add_fact(const Layout& layout, const InstrKeyword& keyword, const ast::Expr& value, ir::InstrInfo& info) {
  const std::string word = keyword.word;
  const std::optional<std::string> text = keyword.fact(value);
  if (!text)
    fail_type(layout, value.at, fmt::format("`{}` is {}", word, keyword.form),
              fmt::format("{}; without it {}", keyword.meaning, keyword.otherwise));
  if (word == "role") check_role(layout, value, *text);
  if (!info.facts.emplace(word, *text).second) fail_name(layout, value.at, fmt::format("`{}` is given twice", word));
}

ir::InstrInfo elaborate_instr(const Layout& layout, const ast::Expr& e) {
  if (e.items.size() != 2)
    fail_type(layout, e.at, "@instr takes one C template", "join the parts of a long one without commas");
  ir::InstrInfo info;
  info.c_template = text_of(layout, e.items[1], "the C template");
  for (const auto& [word, value] : e.keywords) {
    const InstrKeyword& keyword = known_keyword(layout, word, value);
    if (keyword.fact) add_fact(layout, keyword, value, info);
    else if (word == "header") info.headers.push_back(text_of(layout, value, "a header"));
    else if (word == "flags") add_flags(layout, value, info.flags);
    else if (info.feature.empty()) info.feature = text_of(layout, value, "a list of CPU features");
    else fail_type(layout, value.at, "`feature` is given twice", "several are one string: feature=\"avx2 fma\"");
  }
  return info;
}

const ast::Expr* decorator_of_instr(const std::vector<ast::Expr>& decorators) {
  for (const ast::Expr& e : decorators)
    if (e.kind == Kind::call) return &e;
  return nullptr;
}

const ast::Expr* keyword_of(const ast::Expr& instr, std::string_view wanted) {
  for (const auto& [word, value] : instr.keywords)
    if (word == wanted) return &value;
  return nullptr;
}

void check_source(const Layout& layout, const ast::Expr& instr) {
  if (keyword_of(instr, "source")) return;
  for (const char* word : {"latency", "throughput"})
    if (const ast::Expr* figure = keyword_of(instr, word))
      fail_type(layout, figure->at, fmt::format("`{}` without `source`", word),
                "say where the figure is from, as in source=\"MyChip optimization guide, table 3\"");
}

// Where the name stands in its braces; the start of the text where that is not found.
const char* place_of(const Layout& layout, const ast::Expr& text, const std::string& placeholder) {
  const std::string written = "{" + placeholder + "}";
  const char* found = std::search(text.at, layout.end(), written.begin(), written.end());
  return placeholder.empty() || found == layout.end() ? text.at : found;
}

void check_template(const Layout& layout, const ast::Expr& text, const ir::Procedure& p) {
  const std::optional<ir::TemplateFault> fault = ir::template_fault(p, p.instr->c_template);
  if (!fault) return;
  const std::vector<std::string> possible = ir::possible_placeholders(p);
  const std::string near = fault->placeholder.empty() ? "" : nearest(fault->placeholder, possible);
  fail_name(layout, place_of(layout, text, fault->placeholder), fmt::format("the C template: {}", fault->what),
            near.empty() ? ir::placeholder_hint(p) : near);
}

// A stated error is one of floating-point results, and small beside them.
void check_error_bound(const Layout& layout, const ast::Expr& instr, const char* word, const ir::Procedure& p) {
  const ast::Expr* stated = keyword_of(instr, word);
  if (!stated) return;
  const double ulp = ir::stated_ulp(p).value_or(0);
  const std::vector<bool> written = ir::written_parameters(p);
  std::string exact;
  bool has_float = false;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (!written[i] || p.args[i].type.is_control()) continue;
    const ir::Scalar type = p.args[i].type.scalar;
    if (!ir::is_float(type)) {
      exact = fmt::format("{} is {}", p.args[i].name.text(), ir::name(type));
      continue;
    }
    has_float = true;
    if (ulp > ir::max_ulp(type))
      fail_type(layout, stated->at,
                fmt::format("`ulp` is at most {:.0f} for results in {}", ir::max_ulp(type), ir::name(type)),
                "with more, an eighth of a result could be wrong");
  }
  if (!has_float)
    fail_type(layout, stated->at,
              fmt::format("`{}` is for results in floating point{}", word, exact.empty() ? "" : ": " + exact),
              "leave it out: integers are compared exactly");
}

}  // namespace

std::optional<ir::InstrInfo> elaborate_decorators(const Layout& layout, const std::vector<ast::Expr>& decorators) {
  std::optional<ir::InstrInfo> out;
  for (const ast::Expr& e : decorators) {
    const std::string& word = e.kind == Kind::call ? e.items[0].text : e.text;
    if (e.kind == Kind::name && word == "proc") continue;
    if (e.kind != Kind::call || word != "instr")
      fail_name(layout, e.at, "expected `@proc` or `@instr(\"C template\", …)`");
    if (out) fail_name(layout, e.at, "@instr is given twice");
    out = elaborate_instr(layout, e);
  }
  return out;
}

void check_instr(const Layout& layout, const std::vector<ast::Expr>& decorators, const ir::Procedure& p) {
  const ast::Expr& instr = *decorator_of_instr(decorators);
  check_source(layout, instr);
  const ast::Expr *ulp = keyword_of(instr, ir::ulp_fact), *error = keyword_of(instr, ir::error_fact);
  if (ulp && error)
    fail_type(layout, error->at, "`error` beside `ulp`", "one bound is enough: leave out the looser one");
  check_error_bound(layout, instr, ir::ulp_fact, p);
  check_error_bound(layout, instr, ir::error_fact, p);
  check_template(layout, instr.items[1], p);
}

}  // namespace tessera::syntax
