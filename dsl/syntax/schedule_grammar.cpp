// SPDX-License-Identifier: Apache-2.0
// Schedules: one `e`, `a = e` or `a, b = e, e` per line.
#include "dsl/syntax/grammar.hpp"
#include "dsl/syntax/rules.hpp"

namespace tessera::syntax::grammar {
namespace {

const auto add = [](auto& ctx) { x3::_val(ctx).push_back(std::move(x3::_attr(ctx))); };
const auto set = [](auto& ctx) { x3::_val(ctx) = std::move(x3::_attr(ctx)); };
const auto set_targets = [](auto& ctx) { x3::_val(ctx).targets = std::move(x3::_attr(ctx)); };
const auto set_value = [](auto& ctx) { x3::_val(ctx).value = std::move(x3::_attr(ctx)); };
const auto set_end = [](auto& ctx) { x3::_val(ctx).end = x3::_attr(ctx).begin(); };

// `a, b` is a list, as in parentheses.
const auto add_item = [](auto& ctx) {
  ast::Expr& e = x3::_val(ctx);
  if (e.kind != ast::Expr::Kind::list || !e.tuple || e.parenthesised) {
    ast::Expr first = std::move(e);
    e = ast::Expr{};
    e.kind = ast::Expr::Kind::list;
    e.tuple = true;
    e.at = first.at;
    e.items.push_back(std::move(first));
  }
  e.items.push_back(std::move(x3::_attr(ctx)));
};
const auto close_list = [](auto& ctx) { x3::_val(ctx).parenthesised = true; };
const auto refuse_indent = [](auto& ctx) {
  throw Refusal{x3::_attr(ctx).begin(), "an indented line, but a schedule has no blocks",
                "write loops and functions in C++"};
};

// Python syntax that schedules lack. `from = 3` is an assignment, `from exo import *` is not.
struct Foreign {
  const char* words;
  const char* message;
  const char* hint;
};
constexpr const char* in_cpp =
    "a schedule is a list of steps; loops, choices and functions are written in C++: docs/schedule-library.md";
constexpr Foreign foreign[] = {{"for while", "a schedule has no loops", in_cpp},
                               {"if elif else", "a schedule has no conditions", in_cpp},
                               {"def return lambda class with", "a schedule has no functions", in_cpp},
                               {"from import", "a schedule imports nothing",
                                "primitives, the program and its libraries are known by their names: tessera show "
                                "P.tess --sched S.sched --hwlib NAME"}};
const auto refuse_foreign = [](auto& ctx) {
  const auto& found = std::move(x3::_attr(ctx));
  const std::string word(found.begin(), found.end());
  for (const Foreign& f : foreign)
    if (std::string_view(f.words).find(word) != std::string_view::npos) throw Refusal{found.begin(), f.message, f.hint};
};

const x3::rule<struct LineTag, ast::ScheduleLine> line = "a call or an assignment";
const x3::rule<struct LinesTag, ast::Schedule> lines = "a schedule";
const x3::rule<struct TargetsTag, std::vector<ast::Expr>> targets = "names";
const x3::rule<struct ValueTag, ast::Expr> value = "an expression";
const x3::rule<struct ItemTag, ast::Expr> item = "an expression";

const auto targets_def = identifier[add] >> *(',' >> identifier[add]) >> '=' >> !x3::lit('=');
// A tuple in parentheses must not take in the items after it.
const auto item_def = expression_rule[set] >> x3::eps[close_list];
const auto value_def = item[set] >> *(',' > item[add_item]);
const auto finish = x3::raw[x3::eps][set_end];
const auto line_def = here >> ((targets[set_targets] > value[set_value]) | value[set_value]) > finish > end_of_line();
const auto indented = x3::raw[x3::lit(indent_mark)][refuse_indent];
const auto foreign_word = word("for") | word("while") | word("if") | word("elif") | word("else") | word("def") |
                          word("return") | word("lambda") | word("class") | word("with") | word("from") |
                          word("import");
const auto is_python = x3::raw[foreign_word] >> &(x3::ascii::alnum | x3::char_("_(:*"));
const auto lines_def = *(indented | is_python[refuse_foreign] | line[add]);

BOOST_SPIRIT_DEFINE(line, lines, targets, value, item)

}  // namespace

ast::Schedule schedule(const Layout& layout) {
  ast::Schedule out;
  read_all(layout, lines, "a call or an assignment", out);
  return out;
}

}  // namespace tessera::syntax::grammar
