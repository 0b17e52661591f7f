// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax/ast.hpp"
#include "dsl/syntax/layout.hpp"
#include "dsl/syntax/x3_names.hpp"

// Rules shared by several grammars. Errors name the expected rule.
namespace tessera::syntax::grammar {

namespace x3 = boost::spirit::x3;
using Iterator = const char*;
using Skipper = x3::ascii::blank_type;
using Context = x3::phrase_parse_context<Skipper>::type;

/// First in a rule: notes where the node starts.
const auto here = x3::raw[x3::eps][([](auto& ctx) { x3::_val(ctx).at = x3::_attr(ctx).begin(); })];

/// Parsers whose actions work on the value of the rule, which another parser of the sequence hands on unmoved: X3 takes
/// a rule with an action for one that sets its value by actions alone.
template <class Subject> struct OnValue : x3::unary_parser<Subject, OnValue<Subject>> {
  using attribute_type = x3::unused_type;
  static constexpr bool has_attribute = false;
  static constexpr bool has_action = false;  // the rule's value is the other parser's

  constexpr explicit OnValue(const Subject& subject) : x3::unary_parser<Subject, OnValue<Subject>>(subject) {}

  template <class Context, class Value, class Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context& context, Value& value, Attribute&) const {
    return this->subject.parse(first, last, context, value, x3::unused);
  }
};
template <class Parser> constexpr auto on_value(const Parser& p) {
  return OnValue<typename x3::extension::as_parser<Parser>::value_type>(x3::as_parser(p));
}

/// Thrown by an action that recognises a frequent mistake.
struct Refusal {
  Iterator at;
  std::string message;
  std::string hint;
};

using ExpressionRule = x3::rule<struct ExpressionTag, ast::Expr>;
using IdentifierRule = x3::rule<struct IdentifierTag, ast::Expr>;
using NumberRule = x3::rule<struct NumberTag, ast::Expr>;
using StringRule = x3::rule<struct StringTag, ast::Expr>;
using TypeRule = x3::rule<struct TypeTag, ast::Type>;
using SimpleStatementRule = x3::rule<struct SimpleStatementTag, ast::Stmt>;
using StatementRule = x3::rule<struct StatementTag, ast::Stmt>;
using BlockRule = x3::rule<struct BlockTag, std::vector<ast::Stmt>>;

const ExpressionRule expression_rule = "an expression";
const IdentifierRule identifier = "a name";
const NumberRule number_literal = "a number";
const StringRule string_literal = "a string";
const TypeRule type_rule = "a type";
const SimpleStatementRule simple_statement = "a statement";
const StatementRule statement = "a statement";
const BlockRule indented_block = "an indented block";

BOOST_SPIRIT_DECLARE(ExpressionRule)
BOOST_SPIRIT_DECLARE(IdentifierRule)
BOOST_SPIRIT_DECLARE(NumberRule)
BOOST_SPIRIT_DECLARE(StringRule)
BOOST_SPIRIT_DECLARE(TypeRule)
BOOST_SPIRIT_DECLARE(SimpleStatementRule)
BOOST_SPIRIT_DECLARE(StatementRule)
BOOST_SPIRIT_DECLARE(BlockRule)

/// A keyword: not the beginning of a longer name.
inline auto word(const char* text) { return x3::lexeme[x3::lit(text) >> !(x3::ascii::alnum | x3::char_('_'))]; }

/// A mark of the line structure, with its name in errors.
inline auto mark(char c, const char* name) { return x3::rule<struct MarkTag, x3::unused_type>(name) = x3::lit(c); }
inline auto end_of_line() { return mark(end_of_line_mark, "the end of the line"); }

/// Turns a failed expectation or a refusal into an error at its place.
[[noreturn]] void fail_expected(const Layout&, const std::string& wanted, Iterator at);
[[noreturn]] void fail_refused(const Layout&, const Refusal&);

/// Reads the whole layout by `parser`, or throws InputError.
template <class Parser, class Result>
void read_all(const Layout& layout, const Parser& parser, const char* end, Result& out) {
  Iterator first = layout.begin();
  const auto at_end = x3::rule<struct EndTag, x3::unused_type>(end) = x3::eoi;
  try {
    if (!x3::phrase_parse(first, layout.end(), x3::eps > parser > at_end, x3::ascii::blank, out))
      fail_expected(layout, end, first);
  } catch (const x3::expectation_failure<Iterator>& e) {
    fail_expected(layout, e.which(), e.where());
  } catch (const Refusal& e) { fail_refused(layout, e); }
}

}  // namespace tessera::syntax::grammar
