// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/instr_keywords.hpp"

#include <algorithm>
#include <cctype>

#include "dsl/ir/error_bound.hpp"
#include "dsl/support/words.hpp"

namespace tessera::syntax {
namespace {

using Kind = ast::Expr::Kind;
using FactText = std::optional<std::string>;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_whole(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

// "4", "0.5"
bool is_decimal(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return is_whole(text);
  return is_whole(text.substr(0, point)) && is_whole(text.substr(point + 1));
}

// "gcc>=13", "clang>=18.1"
bool is_compiler(std::string_view text) {
  const std::size_t at = text.find(">=");
  if (at == 0 || at == std::string_view::npos) return false;
  const auto is_of_name = [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '+'; };
  return is_letter(text.front()) && std::all_of(text.begin(), text.begin() + static_cast<long>(at), is_of_name) &&
         is_decimal(text.substr(at + 2));
}

bool is_text(const ast::Expr& e) { return e.kind == Kind::string || e.kind == Kind::name; }

FactText name_fact(const ast::Expr& e) {
  const auto is_of_name = [](char c) { return is_letter(c) || is_digit(c); };
  const bool fits = is_text(e) && !e.text.empty() && is_letter(e.text.front()) &&
                    std::all_of(e.text.begin(), e.text.end(), is_of_name);
  return fits ? FactText(e.text) : std::nullopt;
}

FactText one_of_fact(const ast::Expr& e, std::initializer_list<std::string_view> words) {
  const bool fits = is_text(e) && std::find(words.begin(), words.end(), e.text) != words.end();
  return fits ? FactText(e.text) : std::nullopt;
}
FactText order_fact(const ast::Expr& e) { return one_of_fact(e, {"any"}); }
FactText rounding_fact(const ast::Expr& e) { return one_of_fact(e, {"fused", "separate", "any", "either"}); }
FactText denormals_fact(const ast::Expr& e) { return one_of_fact(e, {"kept", "flushed"}); }

bool is_numeric(const ast::Expr& e) {
  return e.kind == Kind::string || e.kind == Kind::integer || e.kind == Kind::number;
}

FactText decimal_fact(const ast::Expr& e) {
  return is_numeric(e) && is_decimal(e.text) ? FactText(e.text) : std::nullopt;
}
FactText whole_fact(const ast::Expr& e) { return is_numeric(e) && is_whole(e.text) ? FactText(e.text) : std::nullopt; }

FactText ulp_fact(const ast::Expr& e) {
  if (e.kind == Kind::integer) return ir::ulp_text(static_cast<double>(e.integer));
  return e.kind == Kind::number ? ir::ulp_text(e.number) : std::nullopt;
}

FactText error_fact(const ast::Expr& e) {
  return is_numeric(e) && ir::relative_error(e.text) ? FactText(e.text) : std::nullopt;
}

FactText source_fact(const ast::Expr& e) {
  const bool says_something = e.text.find_first_not_of(" \t\r\n") != std::string::npos;
  return e.kind == Kind::string && says_something ? FactText(e.text) : std::nullopt;
}

FactText compiler_fact(const ast::Expr& e) {
  const std::vector<std::string> words = e.kind == Kind::string ? words_of(e.text) : std::vector<std::string>{};
  return !words.empty() && std::all_of(words.begin(), words.end(), is_compiler) ? FactText(e.text) : std::nullopt;
}

}  // namespace

const std::vector<InstrKeyword>& instr_keywords() {
  static const std::vector<InstrKeyword> all{
      {"role", "a name, as in role=\"fma\"", "schedules find the instruction by it, as hw.fma",
       "only the instruction's own name finds it", name_fact},
      {"header", "a text, as in header=\"immintrin.h\"; may be given several times", "the C includes it",
       "the C needs none", nullptr},
      {"flags", "a text of one or more flags, as in flags=\"-mavx2 -mfma\"; may be given several times",
       "C compilers are given them", "no flag is needed", nullptr},
      {"feature", "a text of one or more CPU features, as in feature=\"avx2 fma\"", "the CPU must have all of them",
       "every CPU has it", nullptr},
      {"order", "\"any\"", "order=\"any\" says that it may add numbers in another order than its body",
       "the order is that of the body", order_fact},
      {ir::ulp_fact, "a number above 0, with at most three digits after the point",
       "ulp=2 says that results are at most two units in the last place off", "they are the same bits", ulp_fact},
      {ir::error_fact, "a relative error of at most 1/8, as in error=\"2^-14\", error=\"1.5*2^-12\" or error=0.001",
       "error=\"2^-14\" says that results are off by at most that part of their value", "they are the same bits",
       error_fact},
      {"rounding", "\"fused\", \"separate\", \"any\" or \"either\"",
       "a product and the sum that it is added to are rounded once (fused), each (separate), or either way (any); or "
       "each "
       "to either of the two neighbouring numbers (either)",
       "nothing is said of it", rounding_fact},
      {"denormals", "\"kept\" or \"flushed\"",
       "denormals=\"flushed\" says that numbers below the smallest normal one count as zero", "nothing is said of it",
       denormals_fact},
      {"latency", "a number of cycles, as in latency=4 or latency=\"0.5\"", "from operands to result; it needs source",
       "the figure is not known", decimal_fact},
      {"throughput", "a number of cycles, as in throughput=1 or throughput=\"0.5\"",
       "from one such instruction to the next; it needs source", "the figure is not known", decimal_fact},
      {"source", "a text, as in source=\"MyChip optimization guide, table 3\"", "it says where the figures are from",
       "latency and throughput are refused", source_fact},
      {"scratch", "a whole number, as in scratch=0",
       "of an instruction that multiplies and adds: the registers that its C takes besides its operands; of an "
       "fma_broadcast those of its element, 0 when it comes straight from memory",
       "it is 1 of an fma_broadcast, else 0", whole_fact},
      {"compiler", "compilers and their first versions, as in compiler=\"gcc>=13 clang>=18\"",
       "these have what the C uses", "every compiler has it", compiler_fact},
  };
  return all;
}

const InstrKeyword* instr_keyword(const std::string& word) {
  for (const InstrKeyword& k : instr_keywords())
    if (word == k.word) return &k;
  return nullptr;
}

}  // namespace tessera::syntax
