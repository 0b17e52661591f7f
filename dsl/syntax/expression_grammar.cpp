// SPDX-License-Identifier: Apache-2.0
// Expressions, as Python writes them, for programs, patterns and schedules:
//   or  >  and  >  < > <= >= == (chained)  >  + -  >  * / // %  >  unary -  >  f(…) a[…] a.b  >  names, literals

#include <charconv>
#include <cstdlib>

#include "dsl/syntax/expression_tree.hpp"
#include "dsl/syntax/grammar.hpp"
#include "dsl/syntax/rules.hpp"

namespace tessera::syntax::grammar {
namespace {

using Kind = ast::Expr::Kind;
using Text = boost::iterator_range<Iterator>;

ast::Expr make_number(Text text) {
  ast::Expr e;
  e.at = text.begin();
  e.text.assign(text.begin(), text.end());
  if (e.text.find_first_of(".eE") != std::string::npos) {
    e.kind = Kind::number;
    e.number = std::strtod(e.text.c_str(), nullptr);
    return e;
  }
  e.kind = Kind::integer;
  auto [end, error] = std::from_chars(e.text.data(), e.text.data() + e.text.size(), e.integer);
  if (error != std::errc{}) throw Refusal{text.begin(), "this integer does not fit 64 bits", ""};
  return e;
}

char escaped(char c) { return c == 'n' ? '\n' : c == 't' ? '\t' : c; }

// The contents of a string between its quotes. A newline with the blanks around it is one space, but in """…""".
std::string decode(std::string_view raw, bool keep_newlines) {
  if (raw.find_first_of(keep_newlines ? "\\" : "\\\n") == std::string_view::npos) return std::string(raw);
  std::string out;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\\' && i + 1 < raw.size()) {
      if (raw[++i] != '\n') out += escaped(raw[i]);
    } else if (raw[i] == '\n' && !keep_newlines) {
      while (!out.empty() && (out.back() == ' ' || out.back() == '\t' || out.back() == '\r')) out.pop_back();
      while (i + 1 < raw.size() && (raw[i + 1] == ' ' || raw[i + 1] == '\t' || raw[i + 1] == '\n')) ++i;
      out += ' ';
    } else {
      out += raw[i];
    }
  }
  return out;
}

void append_string(ast::Expr& e, std::string_view raw) {
  e.kind = Kind::string;
  if (raw.front() == 'f' || raw.front() == 'F') {
    e.formatted = true;
    raw.remove_prefix(1);
  }
  bool triple = raw.size() >= 6 && raw[0] == raw[1] && raw[1] == raw[2];
  std::size_t quotes = triple ? 3 : 1;
  e.text += decode(raw.substr(quotes, raw.size() - 2 * quotes), triple);
}

// Actions. Each takes the attribute of the parser before it into the value of the rule.
const auto set = [](auto& ctx) { x3::_val(ctx) = std::move(x3::_attr(ctx)); };

const auto set_name = [](auto& ctx) {
  const Text& text = x3::_attr(ctx);
  x3::_val(ctx).kind = Kind::name;
  x3::_val(ctx).text.assign(text.begin(), text.end());
};

const auto set_number = [](auto& ctx) { x3::_val(ctx) = make_number(x3::_attr(ctx)); };

const auto add_string = [](auto& ctx) {
  const Text& text = x3::_attr(ctx);
  append_string(x3::_val(ctx), std::string_view(text.begin(), text.size()));
};

const auto set_constant = [](auto& ctx) {
  x3::_val(ctx).kind = x3::_attr(ctx) == 2 ? Kind::none : Kind::boolean;
  x3::_val(ctx).boolean = x3::_attr(ctx) == 1;
};

const auto begin_list = [](auto& ctx) { x3::_val(ctx).kind = Kind::list; };
const auto append_item = [](auto& ctx) { x3::_val(ctx).items.push_back(std::move(x3::_attr(ctx))); };
const auto end_items = [](auto& ctx) { set_depth(x3::_val(ctx)); };

const auto begin_parentheses = [](auto& ctx) {
  x3::_val(ctx) = make(Kind::list, std::move(x3::_attr(ctx)), x3::_val(ctx).at);
};
const auto add_item = [](auto& ctx) {
  x3::_val(ctx).items.push_back(std::move(x3::_attr(ctx)));
  set_depth(x3::_val(ctx));
};
const auto empty_tuple = [](auto& ctx) {
  x3::_val(ctx).kind = Kind::list;
  x3::_val(ctx).tuple = true;
};
const auto mark_tuple = [](auto& ctx) { x3::_val(ctx).tuple = true; };
// `(e)` is e; `(e,)` and `(a, b)` are lists.
const auto end_parentheses = [](auto& ctx) {
  ast::Expr& e = x3::_val(ctx);
  if (e.tuple || e.items.size() != 1) {
    e.tuple = true;
    return;
  }
  ast::Expr inner = std::move(e.items.front());
  inner.parenthesised = true;
  inner.at = e.at;
  e = std::move(inner);
};

const auto wrap_attribute = [](auto& ctx) {
  ast::Expr& e = x3::_val(ctx);
  std::string field = std::move(x3::_attr(ctx).text);
  e = make(Kind::attribute, std::move(e), e.at);
  e.text = std::move(field);
};

// What was read becomes the first of its items; most indices have one more, most calls two.
template <Kind kind> const auto begin_suffix = [](auto& ctx) {
  ast::Expr& e = x3::_val(ctx);
  std::vector<ast::Expr> items;
  items.reserve(kind == Kind::index ? 2 : 3);
  items.push_back(std::move(e));
  const Iterator at = items.front().at;
  e = make(kind, std::move(items), at);
};

// `value` or `keyword = value`; the keyword is "" for the first.
const auto set_value = [](auto& ctx) { x3::_val(ctx).second = std::move(x3::_attr(ctx)); };
const auto take_as_keyword = [](auto& ctx) {
  auto& [keyword, value] = x3::_val(ctx);
  x3::_pass(ctx) = value.kind == Kind::name && !value.parenthesised;
  if (x3::_pass(ctx)) keyword = std::move(value.text);
};
const auto add_argument = [](auto& ctx) {
  ast::Expr& call = x3::_val(ctx);
  ast::Keyword& a = x3::_attr(ctx);
  if (a.first.empty() && call.keywords.empty()) call.items.push_back(std::move(a.second));
  else call.keywords.push_back(std::move(a));
};
const auto end_call = [](auto& ctx) {
  for (const ast::Keyword& a : x3::_val(ctx).keywords)
    if (a.first.empty()) throw Refusal{a.second.at, "an argument without a keyword comes after one with a keyword", ""};
  set_depth(x3::_val(ctx));
};

const auto begin_slice = [](auto& ctx) {
  ast::Expr& e = x3::_val(ctx);
  ast::Expr lo = std::move(e);
  Iterator at = lo.at;
  e = make(Kind::slice, std::move(lo), at);
  e.items.emplace_back();
};
const auto end_slice = [](auto& ctx) {
  x3::_val(ctx).items.at(1) = std::move(x3::_attr(ctx));
  set_depth(x3::_val(ctx));
};

// Signs are counted, to avoid recursion.
const auto count_sign = [](auto& ctx) { ++x3::_val(ctx).integer; };
const auto negate = [](auto& ctx) {
  const Iterator at = x3::_val(ctx).at;
  ast::Expr e = std::move(x3::_attr(ctx));
  for (std::int64_t signs = x3::_val(ctx).integer; signs > 0; --signs) e = make(Kind::negate, std::move(e), at);
  x3::_val(ctx) = std::move(e);
};

const auto add_operator = [](auto& ctx) { x3::_val(ctx).emplace_back(x3::_attr(ctx), ast::Expr{}); };
const auto set_operand = [](auto& ctx) { x3::_val(ctx).back().second = std::move(x3::_attr(ctx)); };
const auto fold = [](auto& ctx) { x3::_val(ctx) = folded(std::move(x3::_val(ctx)), std::move(x3::_attr(ctx))); };

auto refuse(const char* message, const char* hint) {
  return [=](auto& ctx) { throw Refusal{x3::_attr(ctx).begin(), message, hint}; };
}
const auto refuse_unequal = refuse("`!=` is not an operator of the language", "write `a < b or a > b`");
const auto refuse_not = refuse("`not` is not an operator of the language", "write the opposite comparison");
const auto refuse_power = refuse("`**` is not an operator of the language", "write the product");

struct Reserved : x3::symbols<> {
  Reserved() {
    for (const char* w :
         {"def", "assert", "for", "if", "elif", "else", "in", "pass", "and", "or", "not", "True", "False", "None"})
      add(w);
  }
} const reserved;

struct Constants : x3::symbols<int> {
  Constants() { add("False", 0)("false", 0)("True", 1)("true", 1)("None", 2); }
} const constants;

struct Symbols : x3::symbols<ir::BinOp> {
  Symbols(std::initializer_list<std::pair<const char*, ir::BinOp>> list) {
    for (auto [text, op] : list) add(text, op);
  }
};
const Symbols words{{"or", ir::BinOp::or_}, {"and", ir::BinOp::and_}};
const Symbols comparisons{
    {"<", ir::BinOp::lt}, {">", ir::BinOp::gt}, {"<=", ir::BinOp::le}, {">=", ir::BinOp::ge}, {"==", ir::BinOp::eq}};
const Symbols arithmetic{{"+", ir::BinOp::add},  {"-", ir::BinOp::sub}, {"*", ir::BinOp::mul},
                         {"//", ir::BinOp::div}, {"/", ir::BinOp::div}, {"%", ir::BinOp::mod}};

const x3::rule<struct SliceTag, ast::Expr> slice = "an index";
const x3::rule<struct ArgumentTag, ast::Keyword> argument = "an argument";
const x3::rule<struct ListTag, ast::Expr> list = "a list";
const x3::rule<struct ParenthesesTag, ast::Expr> parentheses = "an expression";
const x3::rule<struct ConstantTag, ast::Expr> constant = "a constant";
const x3::rule<struct OpenSliceTag, ast::Expr> open_slice = "an index";
const x3::rule<struct PrimaryTag, ast::Expr> primary = "an expression";
const x3::rule<struct PostfixTag, ast::Expr> postfix = "an expression";
const x3::rule<struct NegationTag, ast::Expr> negation = "an expression";
const x3::rule<struct UnaryTag, ast::Expr> unary = "an expression";
const x3::rule<struct OperatorTag, ir::BinOp> infix = "an operator";
const x3::rule<struct OperationsTag, std::vector<Operation>> operations = "an operator";

const auto name_end = !(x3::ascii::alnum | x3::char_('_'));

const auto identifier_def =
    here >> x3::lexeme[!(reserved >> name_end) >>
                       x3::raw[(x3::ascii::alpha | x3::char_('_')) >> *(x3::ascii::alnum | x3::char_('_'))][set_name]];

const auto exponent = x3::ascii::char_("eE") >> -x3::ascii::char_("+-") >> +x3::ascii::digit;
const auto digits = (+x3::ascii::digit >> -('.' >> *x3::ascii::digit)) | ('.' >> +x3::ascii::digit);
const auto number_literal_def = here >> x3::lexeme[x3::raw[digits >> -exponent >> name_end][set_number]];

auto quoted(const char* quote) {
  return x3::lit(quote) >> *(('\\' >> x3::char_) | (x3::char_ - x3::lit(quote) - '\\')) >> x3::lit(quote);
}
const auto any_quoted = quoted("\"\"\"") | quoted("'''") | quoted("\"") | quoted("'");
const auto string_literal_def = here >> +x3::lexeme[x3::raw[-x3::char_("fF") >> any_quoted][add_string]];

// Items may be followed by one comma too many.
const auto next = ',' >> !x3::char_(")]");
template <class Item> auto items_of(const Item& item) { return item >> *(next > item) >> -x3::lit(','); }

const auto slice_end = x3::lit(':')[begin_slice] >> -expression_rule[end_slice];
const auto open_slice_def = here >> slice_end;
const auto slice_def = (expression_rule >> on_value(-slice_end)) | open_slice;
const auto keyword_sign = x3::lexeme['=' >> !x3::lit('=')];
const auto argument_def = expression_rule[set_value] >> -(keyword_sign[take_as_keyword] > expression_rule[set_value]);

const auto more_items = *((x3::lit(',')[mark_tuple] >> !x3::lit(')')) > expression_rule[add_item]) >> -x3::lit(',');
const auto parentheses_def = here >> '(' >>
                             (x3::lit(')')[empty_tuple] | ((x3::eps > expression_rule[begin_parentheses]) >>
                                                           more_items > x3::lit(')')[end_parentheses]));
const auto list_def = here >> x3::lit('[')[begin_list] >>
                      -items_of(expression_rule[append_item]) > x3::lit(']')[end_items];
const auto constant_def = here >> x3::lexeme[constants >> name_end][set_constant];

// The rules from here on hand their value on to the next: most expressions are a name, which need not be moved then.
const auto may_be_string = &x3::char_("fF\"'");
const auto may_be_number = &x3::char_("0-9.");
const auto refused_word = on_value(x3::raw[word("not")][refuse_not]);
const auto primary_def = (may_be_string >> string_literal) | (may_be_number >> number_literal) | constant |
                         (!refused_word >> identifier) | parentheses | list;

const auto arguments = x3::lit('(')[begin_suffix<Kind::call>] >>
                       -items_of(argument[add_argument]) > x3::lit(')')[end_call];
const auto indices = x3::lit('[')[begin_suffix<Kind::index>] > items_of(slice[append_item]) > x3::lit(']')[end_items];
const auto suffix = arguments | indices | (x3::lit('.') > identifier)[wrap_attribute];
const auto postfix_def = primary >> on_value(*suffix);

const auto negation_def = here >> (+x3::lit('-')[count_sign] > postfix[negate]);
const auto unary_def = negation | postfix;
const auto refused_operator = x3::raw[x3::lit("!=")][refuse_unequal] | x3::raw[x3::lit("**")][refuse_power];
const auto infix_def = &x3::char_("!<>=+*/%oa-") >>
                       (refused_operator | comparisons[set] | x3::lexeme[arithmetic >> !x3::lit('=')][set] |
                        x3::lexeme[words >> name_end][set]);
const auto operations_def = +(infix[add_operator] > unary[set_operand]);
const auto expression_rule_def = unary >> on_value(-operations[fold]);

BOOST_SPIRIT_DEFINE(open_slice, slice, argument, constant, primary, parentheses, list, postfix, negation, unary, infix,
                    operations)

}  // namespace

BOOST_SPIRIT_DEFINE(expression_rule, identifier, number_literal, string_literal)
BOOST_SPIRIT_INSTANTIATE(ExpressionRule, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(IdentifierRule, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(NumberRule, Iterator, Context)
BOOST_SPIRIT_INSTANTIATE(StringRule, Iterator, Context)

ast::Expr expression(const Layout& layout) {
  ast::Expr out;
  read_all(layout, expression_rule > end_of_line(), "the end of the text", out);
  return out;
}

}  // namespace tessera::syntax::grammar
