// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/x3_names.hpp"
#include "schemes/scheme.hpp"

namespace tessera::schemes {
namespace {

namespace x3 = boost::spirit::x3;
using Kind = Specifier::Kind;
using Iterator = std::string::const_iterator;

const auto set_dim = [](auto& ctx) { x3::_val(ctx).dim = x3::_attr(ctx); };
const auto set_array = [](auto& ctx) { x3::_val(ctx).array = x3::_attr(ctx); };
const auto set_distance = [](auto& ctx) { x3::_val(ctx).count = {x3::_attr(ctx), "", true}; };
const auto set_number = [](auto& ctx) { x3::_val(ctx).count.number = x3::_attr(ctx); };
const auto set_name = [](auto& ctx) { x3::_val(ctx).count.parameter = x3::_attr(ctx); };
const auto add_parameter = [](auto& ctx) { x3::_val(ctx).parameters.push_back(x3::_attr(ctx)); };
const auto set_next = [](auto& ctx) { x3::_val(ctx).count.is_next = true; };
const auto set_times = [](auto& ctx) { x3::_val(ctx).times = x3::_attr(ctx); };
const auto add_value = [](auto& ctx) { x3::_val(ctx).values.push_back(x3::_attr(ctx)); };
const auto add_part = [](auto& ctx) { x3::_val(ctx).parts.push_back(x3::_attr(ctx)); };
const auto add = [](auto& ctx) { x3::_val(ctx).push_back(x3::_attr(ctx)); };
const auto set_parallel = [](auto& ctx) { x3::_val(ctx).is_parallel = true; };
template <Kind kind> const auto set_kind = [](auto& ctx) { x3::_val(ctx).kind = kind; };

const x3::rule<struct NameTag, std::string> name = "a name";
const x3::rule<struct NumberTag, std::int64_t> number = "a number from 1";
const x3::rule<struct DistanceTag, std::int64_t> distance = "next, or a number from 0";
const x3::rule<struct PartTag, Part> part = "a pair (times, value)";
const x3::rule<struct SpecifierTag, Specifier> specifier = "one of R, T, U, V, Lseq, Pack, Prefetch";
const x3::rule<struct SchemeTag, Scheme> scheme = "a scheme";

const auto is_positive = [](auto& ctx) {
  x3::_val(ctx) = x3::_attr(ctx);
  x3::_pass(ctx) = x3::_attr(ctx) > 0;
};
const auto name_def = x3::lexeme[(x3::alpha | x3::char_('_')) >> *(x3::alnum | x3::char_('_'))];
const auto number_def = x3::lexeme[x3::uint_parser<std::int64_t, 10, 1, 9>()][is_positive];
const auto distance_def = x3::lexeme[x3::uint_parser<std::int64_t, 10, 1, 6>()];
const auto part_def = '(' > number[set_times] > +(',' > number[add_value]) > ')';

template <class What> auto word(const What& what) { return x3::lexeme[x3::lit(what) >> !(x3::alnum | x3::char_('_'))]; }
const auto counted = '(' > (number[set_number] | name[set_name]) > ',' > name[set_dim] > ')';
const auto parameters = ('(' > name[add_parameter] % ',' > ')') | name[add_parameter];
const auto sequence = '(' > name[set_dim] > ',' > parameters > ',' > '[' > part[add_part] >
                      +((x3::lit(',') | ';') > part[add_part]) > ']' > ')';
const auto lanes = '(' > -((number[set_number] | (&(name >> ',') >> name[set_name])) > ',') > name[set_dim] > ')';
const auto specifier_def = -word("par")[set_parallel] >>
                           (((word("R") >> x3::eps[set_kind<Kind::all>] > '(' > name[set_dim] > ')') |
                             (word("T") >> x3::eps[set_kind<Kind::tile>] > counted) |
                             (word("U") >> x3::eps[set_kind<Kind::unroll>] > counted) |
                             (word("V") >> x3::eps[set_kind<Kind::vector>] > lanes) |
                             (word("Lseq") >> x3::eps[set_kind<Kind::sequence>] > sequence) |
                             (word("Pack") >> x3::eps[set_kind<Kind::pack>] > '(' > name[set_array] > ')') |
                             (word("Prefetch") >> x3::eps[set_kind<Kind::prefetch>] > '(' > name[set_array] >
                              -(',' > (word("next")[set_next] | distance[set_distance])) > ')')));
const auto specifiers = x3::rule<struct SpecifiersTag, Scheme>("one of R, T, U, V, Lseq, Pack, Prefetch") =
    specifier[add] >> *(-(x3::lit(',') | ';') >> specifier[add]);
const auto set = [](auto& ctx) { x3::_val(ctx) = x3::_attr(ctx); };
const auto scheme_def = (x3::lit('[') > specifiers[set] > ']' > x3::eoi) | (x3::eps > specifiers[set] > x3::eoi);

BOOST_SPIRIT_DEFINE(name, number, distance, part, specifier, scheme)

[[noreturn]] void fail(const std::string& text, Iterator at, const std::string& expected) {
  Diagnostic d;
  d.code = "scheme";
  d.message = fmt::format("expected {}", expected);
  d.loc = {intern("<scheme>"), 1, static_cast<int>(at - text.begin()) + 1};
  d.source_line = text;
  d.hint = "a scheme is, say: R(j) Lseq(i, a, [(12, 6), (8, 7)]) T(64, k) U(a, i) U(2, j) V(j)";
  throw InputError(std::move(d));
}

}  // namespace

Scheme parse(const std::string& text) {
  Scheme out;
  auto at = text.begin();
  try {
    if (!x3::phrase_parse(at, text.end(), scheme, x3::ascii::space, out))
      fail(text, at, "one of R, T, U, V, Lseq, Pack, Prefetch");
  } catch (const x3::expectation_failure<Iterator>& e) {
    auto where = e.where();
    while (where != text.end() && (*where == ' ' || *where == '\n')) ++where;
    fail(text, where, e.which() == "eoi" ? "another specifier, or the end" : e.which());
  }
  return out;
}

namespace {

std::string text_of_loops(const Specifier& s) {
  const std::string count = s.count.parameter.empty() ? std::to_string(s.count.number) : s.count.parameter;
  switch (s.kind) {
    case Kind::all: return fmt::format("R({})", s.dim);
    case Kind::tile: return fmt::format("T({}, {})", count, s.dim);
    case Kind::unroll: return fmt::format("U({}, {})", count, s.dim);
    case Kind::vector: return s.count.is_given() ? fmt::format("V({}, {})", count, s.dim) : fmt::format("V({})", s.dim);
    case Kind::pack: return fmt::format("Pack({})", s.array);
    case Kind::prefetch:
      if (s.count.is_next) return fmt::format("Prefetch({}, next)", s.array);
      return s.count.is_distance ? fmt::format("Prefetch({}, {})", s.array, count)
                                 : fmt::format("Prefetch({})", s.array);
    case Kind::sequence: break;
  }
  std::vector<std::string> parts;
  for (const Part& p : s.parts) parts.push_back(fmt::format("({}, {})", p.times, fmt::join(p.values, ", ")));
  const std::string names = fmt::format("{}", fmt::join(s.parameters, ", "));
  return fmt::format("Lseq({}, {}, [{}])", s.dim, s.parameters.size() == 1 ? names : "(" + names + ")",
                     fmt::join(parts, ", "));
}

}  // namespace

std::string text(const Specifier& s) { return (s.is_parallel ? "par " : "") + text_of_loops(s); }

std::string text(const Scheme& scheme) {
  std::vector<std::string> out;
  for (const Specifier& s : scheme) out.push_back(text(s));
  return fmt::format("{}", fmt::join(out, " "));
}

}  // namespace tessera::schemes
