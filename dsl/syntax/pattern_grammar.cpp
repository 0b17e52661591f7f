// SPDX-License-Identifier: Apache-2.0
// Patterns:  s1 ; s2  |  e  |  name name …, then perhaps #n. A body may stand on the same line, whatever it is.
#include "dsl/syntax/grammar.hpp"
#include "dsl/syntax/rules.hpp"

namespace tessera::syntax::grammar {
namespace {

const auto set = [](auto& ctx) { x3::_val(ctx) = std::move(x3::_attr(ctx)); };
const auto set_target = [](auto& ctx) { x3::_val(ctx).target = std::move(x3::_attr(ctx)); };
const auto set_value = [](auto& ctx) { x3::_val(ctx).value = std::move(x3::_attr(ctx)); };
const auto set_body = [](auto& ctx) { x3::_val(ctx).body = std::move(x3::_attr(ctx)); };
const auto set_orelse = [](auto& ctx) { x3::_val(ctx).orelse = std::move(x3::_attr(ctx)); };
const auto add = [](auto& ctx) { x3::_val(ctx).push_back(std::move(x3::_attr(ctx))); };
const auto add_statement = [](auto& ctx) { x3::_val(ctx).stmts.push_back(std::move(x3::_attr(ctx))); };
const auto set_names = [](auto& ctx) { x3::_val(ctx).names = std::move(x3::_attr(ctx)); };
const auto set_nth = [](auto& ctx) {
  x3::_val(ctx).has_nth = true;
  x3::_val(ctx).nth = std::move(x3::_attr(ctx));
};
template <ast::Stmt::Kind kind> const auto set_kind = [](auto& ctx) { x3::_val(ctx).kind = kind; };

const x3::rule<struct PatternTag, ast::Pattern> pattern_rule = "a pattern";
const x3::rule<struct StatementPatternTag, ast::Stmt> one = "a statement or an expression";
const x3::rule<struct BodyTag, std::vector<ast::Stmt>> body = "':'";  // only a missing colon makes it fail
const x3::rule<struct NamesTag, std::vector<ast::Expr>> names = "names";
const auto in_word = x3::rule<struct InTag, x3::unused_type>("`in`") = word("in");
const auto number = x3::rule<struct NthTag, int>("the number of a match") =
    x3::lexeme[x3::uint_parser<int, 10, 1, 9>()];

const auto line_end = x3::lit(end_of_line_mark);
const auto body_def = ':' > ((line_end >> indented_block[set]) | one[add]);
const auto loop = word("for") > identifier[set_target] > in_word > expression_rule[set_value] >
                  x3::eps[set_kind<ast::Stmt::Kind::loop>] > body[set_body];
const auto branch = word("if") > expression_rule[set_target] > x3::eps[set_kind<ast::Stmt::Kind::branch>] >
                    body[set_body] > -(-line_end >> word("else") > body[set_orelse]);
const auto one_def = (here >> loop) | (here >> branch) | simple_statement[set];

const auto pattern_end = -line_end >> ('#' | x3::eoi);
const auto names_def = identifier[add] >> +identifier[add] >> &pattern_end;
const auto next_statement = x3::lit(';') >> -line_end | line_end;
const auto several = one[add_statement] > *((next_statement >> !pattern_end) > one[add_statement]) > -x3::lit(';');
const auto pattern_rule_def = (names[set_names] | several) > -line_end > -('#' > number[set_nth]) > -line_end;

BOOST_SPIRIT_DEFINE(pattern_rule, one, body, names)

}  // namespace

ast::Pattern pattern(const Layout& layout) {
  ast::Pattern out;
  read_all(layout, pattern_rule, "`;`, `#` or the end of the pattern", out);
  return out;
}

}  // namespace tessera::syntax::grammar
