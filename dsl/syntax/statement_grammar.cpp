// SPDX-License-Identifier: Apache-2.0
// Statements and blocks:
//   pass | e | e = e | e += e | name: type [@ memory] | for name in e: block | if e: block [elif e: block]* [else:
//   block]
// A block is indented, or one simple statement on the same line.
#include "dsl/syntax/rules.hpp"

namespace tessera::syntax::grammar {
namespace {

using Kind = ast::Stmt::Kind;

template <Kind kind> const auto set_kind = [](auto& ctx) { x3::_val(ctx).kind = kind; };
const auto set = [](auto& ctx) { x3::_val(ctx) = std::move(x3::_attr(ctx)); };
const auto set_target = [](auto& ctx) { x3::_val(ctx).target = std::move(x3::_attr(ctx)); };
const auto set_value = [](auto& ctx) { x3::_val(ctx).value = std::move(x3::_attr(ctx)); };
const auto set_type = [](auto& ctx) { x3::_val(ctx).type = std::move(x3::_attr(ctx)); };
const auto set_body = [](auto& ctx) { x3::_val(ctx).body = std::move(x3::_attr(ctx)); };
const auto set_orelse = [](auto& ctx) { x3::_val(ctx).orelse = std::move(x3::_attr(ctx)); };
const auto add = [](auto& ctx) { x3::_val(ctx).push_back(std::move(x3::_attr(ctx))); };
const auto set_form = [](auto& ctx) { x3::_val(ctx).form = std::move(x3::_attr(ctx)); };
const auto set_memory = [](auto& ctx) {
  x3::_val(ctx).memory = std::move(x3::_attr(ctx).text);
  x3::_val(ctx).memory_at = x3::_attr(ctx).at;
};
const auto refuse_assert = [](auto& ctx) {
  throw Refusal{x3::_attr(ctx).begin(), "an assert stands after the first statement",
                "asserts are preconditions: write them right after the line of `def`"};
};

const x3::rule<struct SuiteTag, std::vector<ast::Stmt>> suite = "':'";  // only a missing colon makes it fail
const x3::rule<struct ForTag, ast::Stmt> loop = "a loop";
const x3::rule<struct IfTag, ast::Stmt> branch = "an if";
const x3::rule<struct BranchTailTag, ast::Stmt> branch_tail = "a condition";
const x3::rule<struct ElifTag, std::vector<ast::Stmt>> otherwise = "elif or else";
const auto in_word = x3::rule<struct InTag, x3::unused_type>("`in`") = word("in");

const auto type_rule_def = expression_rule[set_form] >> -('@' > identifier[set_memory]);

const auto assign = ('=' >> !x3::lit('=')) > x3::eps[set_kind<Kind::assign>] > expression_rule[set_value];
const auto reduce = x3::lit("+=") > x3::eps[set_kind<Kind::reduce>] > expression_rule[set_value];
const auto declare = ':' > x3::eps[set_kind<Kind::declare>] > type_rule[set_type];
const auto lone = x3::eps[set_kind<Kind::expression>];
const auto simple_statement_def = here >> (word("pass")[set_kind<Kind::pass>] |
                                           (expression_rule[set_target] >> (reduce | assign | declare | lone)));

const auto open_block = mark(indent_mark, "an indented block");
const auto indented_block_def = open_block > +statement[add] > mark(dedent_mark, "a statement");
const auto suite_def = ':' > ((end_of_line() > indented_block[set]) | (simple_statement[add] > end_of_line()));

const auto loop_def = here >> (word("for") > identifier[set_target] > in_word > expression_rule[set_value] >
                               x3::eps[set_kind<Kind::loop>] > suite[set_body]);
const auto branch_tail_def = here >> (expression_rule[set_target] > x3::eps[set_kind<Kind::branch>] > suite[set_body] >
                                      -otherwise[set_orelse]);
const auto otherwise_def = (word("elif") > branch_tail[add]) | (word("else") > suite[set]);
const auto branch_def = here >> (word("if") > branch_tail[set]);

const auto refused_word = on_value(x3::raw[word("assert")][refuse_assert]);
const auto statement_def = loop | branch | (!refused_word >> simple_statement > end_of_line());

BOOST_SPIRIT_DEFINE(suite, loop, branch, branch_tail, otherwise)

}  // namespace

BOOST_SPIRIT_DEFINE(type_rule, simple_statement, statement, indented_block)
BOOST_SPIRIT_INSTANTIATE(TypeRule, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(SimpleStatementRule, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(StatementRule, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(BlockRule, Iterator, Context)

}  // namespace tessera::syntax::grammar
