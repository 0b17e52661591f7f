// SPDX-License-Identifier: Apache-2.0
// Modules: procedures (`@proc`, `@instr(…)`, `def`), `memory NAME:` and `config NAME:` blocks, `extends LIBRARY`.
#include "dsl/syntax/grammar.hpp"
#include "dsl/syntax/rules.hpp"

namespace tessera::syntax::grammar {
namespace {

const auto set = [](auto& ctx) { x3::_val(ctx) = std::move(x3::_attr(ctx)); };
const auto add = [](auto& ctx) { x3::_val(ctx).push_back(std::move(x3::_attr(ctx))); };
const auto set_name = [](auto& ctx) { x3::_val(ctx).name = std::move(x3::_attr(ctx)); };
const auto set_type = [](auto& ctx) { x3::_val(ctx).type = std::move(x3::_attr(ctx)); };
const auto add_decorator = [](auto& ctx) { x3::_val(ctx).decorators.push_back(std::move(x3::_attr(ctx))); };
const auto add_arg = [](auto& ctx) { x3::_val(ctx).args.push_back(std::move(x3::_attr(ctx))); };
const auto add_assert = [](auto& ctx) { x3::_val(ctx).asserts.push_back(std::move(x3::_attr(ctx))); };
const auto add_statement = [](auto& ctx) { x3::_val(ctx).body.push_back(std::move(x3::_attr(ctx))); };
const auto set_body = [](auto& ctx) { x3::_val(ctx).body = {std::move(x3::_attr(ctx))}; };
const auto set_word = [](auto& ctx) { x3::_val(ctx).word = std::move(x3::_attr(ctx)); };
const auto add_value = [](auto& ctx) { x3::_val(ctx).values.push_back(std::move(x3::_attr(ctx))); };
const auto add_holding = [](auto& ctx) {
  auto& attr = x3::_attr(ctx);
  const auto& c_type = boost::fusion::at_c<1>(attr);
  x3::_val(ctx).holdings.emplace_back(std::move(boost::fusion::at_c<0>(attr)), c_type ? *c_type : ast::Expr{});
};
const auto add_property = [](auto& ctx) { x3::_val(ctx).properties.push_back(std::move(x3::_attr(ctx))); };
const auto set_base = [](auto& ctx) { x3::_val(ctx).base = std::move(x3::_attr(ctx)); };
const auto set_path = [](auto& ctx) {
  const auto& written = x3::_attr(ctx);
  x3::_val(ctx).kind = ast::Expr::Kind::name;
  x3::_val(ctx).text.assign(written.begin(), written.end());
};
const auto add_field = [](auto& ctx) { x3::_val(ctx).fields.push_back(std::move(x3::_attr(ctx))); };

const x3::rule<struct ArgumentTag, ast::Argument> argument = "an argument";
const x3::rule<struct ProcedureTag, ast::Procedure> procedure = "a procedure";
const x3::rule<struct PropertyTag, ast::Property> property = "a property of the memory";
const x3::rule<struct CTypeTag, ast::Expr> c_type = "a C type";
const x3::rule<struct HoldsTag, ast::Expr> holds_word = "`holds`";
const x3::rule<struct LoneWordTag, ast::Expr> lone_word = "`variables` or `numbered`";
const x3::rule<struct LanesTag, ast::Expr> lanes_word = "`lanes`";
const x3::rule<struct ValueTag, ast::Expr> value = "a word, a number or a string";
const x3::rule<struct MemoryTag, ast::Memory> memory = "a memory";
const x3::rule<struct ConfigTag, ast::Config> config = "a config";
const x3::rule<struct BaseTag, ast::Expr> base = "a shipped library, or the path of a folder";
const x3::rule<struct ExtendsTag, ast::Extends> extends = "`extends`";
const x3::rule<struct ExtendsLinesTag, std::vector<ast::Extends>> extends_rule = "`extends`";
const x3::rule<struct ModuleTag, ast::Module> module_rule = "a module";

const auto def_word = x3::rule<struct DefTag, x3::unused_type>("`def`") = word("def");
const auto as_word = x3::rule<struct AsTag, x3::unused_type>("`as` and the C type") = word("as");
const auto in_word = x3::rule<struct InTag, x3::unused_type>("`in` and the numbers of lanes") = word("in");
const auto as_c_word = x3::rule<struct AsCTag, x3::unused_type>("`as` and a C expression") = word("as");
const auto open_block = mark(indent_mark, "an indented block");
auto close_block(const char* wanted) { return mark(dedent_mark, wanted); }

const auto argument_def = here >> identifier[set_name] > ':' > type_rule[set_type];
const auto arguments = -(argument[add_arg] >> *((',' >> !x3::lit(')')) > argument[add_arg]) >> -x3::lit(','));
const auto decorator = '@' > expression_rule[add_decorator] > end_of_line();
const auto assertion = word("assert") > expression_rule[add_assert] > end_of_line();
const auto body = (end_of_line() > open_block > *assertion > *statement[add_statement] > close_block("a statement")) |
                  (simple_statement[set_body] > end_of_line());
const auto procedure_head = here >> ((+decorator > def_word) | word("def"));
const auto procedure_def = procedure_head > identifier[set_name] > '(' > arguments > ')' > ':' > body;

const auto c_type_def = identifier[set] | string_literal[set];
const auto holds_word_def = &word("holds") >> identifier[set];
const auto lone_word_def = &(word("variables") | word("numbered")) >> identifier[set];
const auto lanes_word_def = &word("lanes") >> identifier[set];
const auto lengths = '(' > (number_literal[add_value] % ',') > ')';
const auto lanes = identifier[add_value] > in_word > lengths > as_c_word > string_literal[add_value];
const auto holding = expression_rule >> -(as_word > c_type);
const auto value_def = number_literal[set] | string_literal[set] | identifier[set];
const auto property_def = here >> ((holds_word[set_word] > (holding[add_holding] % ',')) | lone_word[set_word] |
                                   (lanes_word[set_word] > lanes) | (identifier[set_word] > value[add_value])) >
                          end_of_line();
const auto memory_def = here >> (word("memory") > identifier[set_name] > ':' > end_of_line() > open_block >
                                 +property[add_property] > close_block("a property of the memory"));

const auto config_def = here >> (word("config") > identifier[set_name] > ':' > end_of_line() > open_block >
                                 +(argument[add_field] > end_of_line()) > close_block("a field of the config"));

const auto path_character = x3::ascii::alnum | x3::char_("._/-");
const auto base_def = here >> (string_literal[set] | x3::raw[x3::lexeme[+path_character]][set_path]);
const auto extends_def = here >> (word("extends") > base[set_base] > end_of_line());
const auto extends_rule_def = *extends[add];

const auto module_rule_def = *(procedure[add] | memory[add] | config[add] | extends[add]);

BOOST_SPIRIT_DEFINE(c_type, holds_word, lone_word, lanes_word, value, argument, procedure, property, memory, config,
                    base, extends, extends_rule, module_rule)

}  // namespace

ast::Module module(const Layout& layout) {
  ast::Module out;
  read_all(layout, module_rule, "a definition (`def`, `@instr`, `memory` or `config`)", out);
  return out;
}

std::vector<ast::Extends> extends_lines(const Layout& layout) {
  std::vector<ast::Extends> out;
  const auto rest = x3::omit[*x3::char_];
  read_all(layout, extends_rule > rest, "the end of the text", out);
  return out;
}

}  // namespace tessera::syntax::grammar
