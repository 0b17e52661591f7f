// SPDX-License-Identifier: Apache-2.0
// Expressions, as Python writes them, for programs, patterns and schedules:
//   or  >  and  >  < > <= >= == (chained)  >  + -  >  * / // %  >  unary -  >  f(…) a[…] a.b  >  names, literals
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "dsl/syntax/grammar.hpp"
#include "dsl/syntax/rules.hpp"

namespace tessera::syntax::grammar {
namespace {

using Kind = ast::Expr::Kind;
using Text = boost::iterator_range<Iterator>;

// Readers of expressions recurse. No real program has such long sums; the limit makes them an error, not a crash.
constexpr int deepest_expression = 1000;

// To be called when items were added.
void set_depth(ast::Expr& e) {
  int deepest = 0;
  for (const ast::Expr& item : e.items) deepest = std::max(deepest, item.depth);
  for (const ast::Keyword& k : e.keywords) deepest = std::max(deepest, k.second.depth);
  e.depth = deepest + 1;
  if (e.depth > deepest_expression)
    throw Refusal{e.at,
                  fmt::format("an expression has more than {} operations one inside the other", deepest_expression),
                  "name parts of it"};
}

ast::Expr make(Kind kind, std::vector<ast::Expr> items, Iterator at) {
  ast::Expr e;
  e.kind = kind;
  e.items = std::move(items);
  e.at = at;
  set_depth(e);
  return e;
}

ast::Expr make(Kind kind, ast::Expr item, Iterator at) {
  std::vector<ast::Expr> items;
  items.push_back(std::move(item));
  return make(kind, std::move(items), at);
}

ast::Expr make_binary(ir::BinOp op, ast::Expr lhs, ast::Expr rhs) {
  Iterator at = lhs.at;
  std::vector<ast::Expr> sides;
  sides.reserve(2);
  sides.push_back(std::move(lhs));
  sides.push_back(std::move(rhs));
  ast::Expr e = make(Kind::binary, std::move(sides), at);
  e.op = op;
  return e;
}

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
const auto set_items = [](auto& ctx) {
  x3::_val(ctx).items = std::move(x3::_attr(ctx));
  set_depth(x3::_val(ctx));
};

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

const auto wrap_index = [](auto& ctx) {
  ast::Expr& e = x3::_val(ctx);
  Iterator at = e.at;
  std::vector<ast::Expr> items;
  items.push_back(std::move(e));
  for (ast::Expr& item : x3::_attr(ctx)) items.push_back(std::move(item));
  e = make(Kind::index, std::move(items), at);
};

// An argument is `value` or `keyword = value`; the keyword travels in the text of a wrapper.
struct CallArgument {
  ast::Expr keyword, value;
};

const auto wrap_call = [](auto& ctx) {
  ast::Expr& e = x3::_val(ctx);
  Iterator at = e.at;
  ast::Expr call = make(Kind::call, std::move(e), at);
  for (CallArgument& a : x3::_attr(ctx)) {
    if (a.keyword.kind == Kind::name) call.keywords.push_back({std::move(a.keyword.text), std::move(a.value)});
    else if (call.keywords.empty()) call.items.push_back(std::move(a.value));
    else throw Refusal{a.value.at, "an argument without a keyword comes after one with a keyword", ""};
  }
  set_depth(call);
  e = std::move(call);
};

const auto set_keyword = [](auto& ctx) { x3::_val(ctx).keyword = std::move(x3::_attr(ctx)); };
const auto set_value = [](auto& ctx) { x3::_val(ctx).value = std::move(x3::_attr(ctx)); };

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

const auto fold_left = [](auto& ctx) {
  auto& attr = x3::_attr(ctx);
  x3::_val(ctx) =
      make_binary(boost::fusion::at_c<0>(attr), std::move(x3::_val(ctx)), std::move(boost::fusion::at_c<1>(attr)));
};

// a < b <= c is a < b and b <= c.
const auto fold_chain = [](auto& ctx) {
  auto& attr = x3::_attr(ctx);
  ir::BinOp op = boost::fusion::at_c<0>(attr);
  ast::Expr rhs = std::move(boost::fusion::at_c<1>(attr));
  ast::Expr& e = x3::_val(ctx);
  bool chained = !e.parenthesised && e.kind == Kind::binary && (ir::is_comparison(e.op) || e.op == ir::BinOp::and_);
  if (!chained) {
    e = make_binary(op, std::move(e), std::move(rhs));
    return;
  }
  ast::Expr middle = e.op == ir::BinOp::and_ ? e.items[1].items[1] : e.items[1];
  e = make_binary(ir::BinOp::and_, std::move(e), make_binary(op, std::move(middle), std::move(rhs)));
};

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
const Symbols or_words{{"or", ir::BinOp::or_}};
const Symbols and_words{{"and", ir::BinOp::and_}};
const Symbols comparisons{
    {"<", ir::BinOp::lt}, {">", ir::BinOp::gt}, {"<=", ir::BinOp::le}, {">=", ir::BinOp::ge}, {"==", ir::BinOp::eq}};
const Symbols sums{{"+", ir::BinOp::add}, {"-", ir::BinOp::sub}};
const Symbols products{{"*", ir::BinOp::mul}, {"//", ir::BinOp::div}, {"/", ir::BinOp::div}, {"%", ir::BinOp::mod}};

const x3::rule<struct SliceTag, ast::Expr> slice = "an index";
const x3::rule<struct ArgumentTag, CallArgument> argument = "an argument";
const x3::rule<struct ExpressionsTag, std::vector<ast::Expr>> expressions = "an expression";
const x3::rule<struct SlicesTag, std::vector<ast::Expr>> slices = "an index";
const x3::rule<struct ArgumentsTag, std::vector<CallArgument>> arguments = "an argument";
const x3::rule<struct ListTag, ast::Expr> list = "a list";
const x3::rule<struct ParenthesesTag, ast::Expr> parentheses = "an expression";
const x3::rule<struct PrimaryTag, ast::Expr> primary = "an expression";
const x3::rule<struct PostfixTag, ast::Expr> postfix = "an expression";
const x3::rule<struct UnaryTag, ast::Expr> unary = "an expression";
const x3::rule<struct ProductTag, ast::Expr> product = "an expression";
const x3::rule<struct SumTag, ast::Expr> sum = "an expression";
const x3::rule<struct ComparisonTag, ast::Expr> comparison = "an expression";
const x3::rule<struct ConjunctionTag, ast::Expr> conjunction = "an expression";

const auto name_end = !(x3::ascii::alnum | x3::char_('_'));

const auto identifier_def =
    here >> x3::lexeme[!(reserved >> name_end) >>
                       x3::raw[(x3::ascii::alpha | x3::char_('_')) >> *(x3::ascii::alnum | x3::char_('_'))][set_name]];

const auto exponent = x3::ascii::char_("eE") >> -x3::ascii::char_("+-") >> +x3::ascii::digit;
const auto digits = (+x3::ascii::digit >> -('.' >> *x3::ascii::digit)) | ('.' >> +x3::ascii::digit);
const auto number_literal_def = here >> x3::lexeme[x3::raw[digits >> -exponent][set_number] >> name_end];

auto quoted(const char* quote) {
  return x3::lit(quote) >> *(('\\' >> x3::char_) | (x3::char_ - x3::lit(quote) - '\\')) >> x3::lit(quote);
}
const auto any_quoted = quoted("\"\"\"") | quoted("'''") | quoted("\"") | quoted("'");
const auto string_literal_def = here >> +x3::lexeme[x3::raw[-x3::char_("fF") >> any_quoted][add_string]];

// Items may be followed by one comma too many.
const auto next = ',' >> !x3::char_(")]");
const auto expressions_def = expression_rule >> *(next > expression_rule) >> -x3::lit(',');
const auto slices_def = slice >> *(next > slice) >> -x3::lit(',');
const auto arguments_def = -(argument >> *(next > argument) >> -x3::lit(','));

const auto slice_end = x3::lit(':')[begin_slice] >> -expression_rule[end_slice];
const auto slice_def = here >> ((expression_rule[set] >> -slice_end) | slice_end);
const auto argument_def = -(identifier >> '=' >> !x3::lit('='))[set_keyword] >> expression_rule[set_value];

const auto more_items = *((x3::lit(',')[mark_tuple] >> !x3::lit(')')) > expression_rule[add_item]) >> -x3::lit(',');
const auto parentheses_def = here >> '(' >>
                             (x3::lit(')')[empty_tuple] | ((x3::eps > expression_rule[begin_parentheses]) >>
                                                           more_items > x3::lit(')')[end_parentheses]));
const auto list_def = here >> x3::lit('[')[begin_list] >> -expressions[set_items] > ']';
const auto primary_def = string_literal[set] | number_literal[set] |
                         (here >> x3::lexeme[constants >> name_end][set_constant]) |
                         (x3::raw[word("not")][refuse_not]) | identifier[set] | parentheses[set] | list[set];

const auto postfix_def = primary[set] >>
                         *((x3::lit('(') > arguments > ')')[wrap_call] | (x3::lit('[') > slices > ']')[wrap_index] |
                           (x3::lit('.') > identifier)[wrap_attribute]);

const auto unary_def = (here >> (+x3::lit('-')[count_sign] > postfix[negate])) | postfix[set];
const auto product_sign = x3::lexeme[products >> !x3::lit('=')];
const auto product_def = unary[set] >> *(x3::raw[x3::lit("**")][refuse_power] | (product_sign > unary)[fold_left]);
const auto sum_def = product[set] >> *(x3::lexeme[sums >> !x3::lit('=')] > product)[fold_left];
const auto comparison_def = sum[set] >> *(x3::raw[x3::lit("!=")][refuse_unequal] | (comparisons > sum)[fold_chain]);
const auto conjunction_def = comparison[set] >> *(x3::lexeme[and_words >> name_end] > comparison)[fold_left];
const auto expression_rule_def = conjunction[set] >> *(x3::lexeme[or_words >> name_end] > conjunction)[fold_left];

BOOST_SPIRIT_DEFINE(expressions, slices, arguments, slice, argument, primary, parentheses, list, postfix, unary,
                    product, sum, comparison, conjunction)

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
