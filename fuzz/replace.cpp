// SPDX-License-Identifier: Apache-2.0
#include "fuzz/replace.hpp"

#include <algorithm>
#include <cctype>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "fuzz/arguments.hpp"
#include "fuzz/forwarding.hpp"
#include "fuzz/oracles.hpp"

namespace tessera::fuzz {
namespace {

constexpr int max_blocks = 12, callees_per_block = 4;

std::size_t body_of(const std::string& callee) { return callee.find('\n') + 1; }

// Positions of integers in the body.
std::vector<std::size_t> numbers_in(const std::string& callee) {
  std::vector<std::size_t> out;
  for (std::size_t i = body_of(callee); i < callee.size(); ++i) {
    const bool before =
        std::isalnum(static_cast<unsigned char>(callee[i - 1])) || callee[i - 1] == '_' || callee[i - 1] == '.';
    const bool alone =
        i + 1 >= callee.size() || !(std::isalnum(static_cast<unsigned char>(callee[i + 1])) || callee[i + 1] == '.');
    if (std::isdigit(static_cast<unsigned char>(callee[i])) && !before && alone) out.push_back(i);
  }
  return out;
}

void add_argument(Dice& dice, std::string& callee, const std::string& argument) {
  const std::size_t open = callee.find('('), close = callee.rfind("):", body_of(callee));
  if (dice.chance(50)) callee.insert(close, ", " + argument);
  else callee.insert(open + 1, argument + ", ");
}

// A number of the body becomes an argument, with a precondition that keeps the accesses in bounds, or not.
void number_to_argument(Dice& dice, std::string& callee) {
  const std::vector<std::size_t> all = numbers_in(callee);
  if (all.empty()) return;
  const std::size_t at = dice.pick(all);
  const std::string value(1, callee[at]), name = "c" + std::to_string(dice.below(100));
  callee.replace(at, 1, name);
  const std::string relation = dice.pick({"==", "==", "<=", ">="});
  add_argument(dice, callee, name + ": " + dice.pick({"index", "size", "int"}));
  callee.insert(body_of(callee), "    assert " + name + " " + relation + " " + value + "\n");
  if (relation == "<=") callee.insert(body_of(callee), "    assert " + name + " >= 0\n");
}

// A dense tensor becomes a window: `x: f32[4]` to `x: [f32][4]`.
void tensor_to_window(Dice& dice, std::string& callee) {
  std::vector<std::size_t> all;
  for (std::size_t at = 0; (at = callee.find(": f32[", at)) < body_of(callee); ++at) all.push_back(at);
  if (all.empty()) return;
  callee.replace(dice.pick(all), 6, ": [f32][");
}

void wrong_number(Dice& dice, std::string& callee) {
  const std::vector<std::size_t> all = numbers_in(callee);
  if (all.empty()) return;
  const std::size_t at = dice.pick(all);
  const int value = callee[at] - '0' + (dice.chance(50) ? 1 : -1);
  if (value >= 0) callee.replace(at, 1, std::to_string(value));
}

// `[a, b]` to `[b, a]`, somewhere in the body.
void swapped_indices(Dice& dice, std::string& callee) {
  std::vector<std::size_t> all;
  for (std::size_t at = body_of(callee); (at = callee.find('[', at)) != std::string::npos; ++at) all.push_back(at);
  if (all.empty()) return;
  const std::size_t open = dice.pick(all), close = callee.find(']', open), comma = callee.find(", ", open);
  if (close == std::string::npos || comma > close) return;
  const std::string a = callee.substr(open + 1, comma - open - 1), b = callee.substr(comma + 2, close - comma - 2);
  callee.replace(open + 1, close - open - 1, b + ", " + a);
}

void other_operator(Dice& dice, std::string& callee) {
  static const std::vector<std::pair<std::string, std::string>> changes{
      {" + ", " - "},  {" += ", " = "}, {" = ", " += "}, {" * ", " + "},
      {" < ", " <= "}, {" % ", " / "},  {" - ", " + "}};
  const auto& [from, to] = dice.pick(changes);
  const std::size_t at = callee.find(from, body_of(callee));
  if (at != std::string::npos) callee.replace(at, from.size(), to);
}

void without_assert(std::string& callee) {
  const std::size_t at = callee.find("    assert ");
  if (at != std::string::npos) callee.erase(at, callee.find('\n', at) + 1 - at);
}

std::string generalised(Dice& dice, std::string callee) {
  for (int i = dice.between(0, 2); i > 0; --i) number_to_argument(dice, callee);
  for (int i = dice.between(0, 2); i > 0; --i) tensor_to_window(dice, callee);
  if (dice.chance(55)) return callee;
  switch (dice.below(5)) {
    case 0: wrong_number(dice, callee); break;
    case 1: swapped_indices(dice, callee); break;
    case 2: other_operator(dice, callee); break;
    case 3: without_assert(callee); break;
    default: wrong_number(dice, callee), swapped_indices(dice, callee);
  }
  return callee;
}

class Replacing {
 public:
  Replacing(Dice& dice, const Settings& settings, const Journal& journal)
      : dice_(dice),
        settings_(settings),
        journal_(journal),
        text_(checked_program(dice, settings, out_.counts)),
        subject_(load(text_, settings)) {}

  CaseResult run() {
    std::vector<ir::Path> paths = statement_paths(subject_.start().ir());
    for (int i = 0; i < max_blocks && !out_.finding; ++i) block(dice_.pick(paths));
    return std::move(out_);
  }

 private:
  void block(const ir::Path& path) {
    const Cursor first(subject_.start(), Cursor::Kind::stmt, path);
    try {
      const Cursor chosen = dice_.chance(75) ? first : Cursor(first.expand(0, 1));
      const Extracted extracted = extract_subproc(subject_.start(), BlockPlace(chosen), "g");
      for (int i = 0; i < callees_per_block && !out_.finding; ++i)
        replace_by(generalised(dice_, extracted.callee.text()), chosen);
    } catch (const Error& e) {
      if (e.exit_code() == ExitCode::bug) out_.finding = Finding{"bug", "extract_subproc", e.what(), text_, ""};
    }
  }

  void replace_by(const std::string& callee, const Cursor& block) {
    const std::size_t last = text_.rfind("def p(");
    const std::string program = text_.substr(0, last) + callee + "\n" + text_.substr(last);
    std::optional<Subject> with = loaded(program);
    if (!with) return;
    const Primitive& primitive = *find_primitive("replace");
    Counts::OfPrimitive& count = out_.counts.primitives[primitive.name];
    ++count.tried;
    const Proc& start = with->start();
    rewrite::CallArguments args;
    args.named = {{"block", {Cursor(start, block.kind(), block.path(), block.count())}},
                  {"by", {with->inputs.procs[with->inputs.procs.size() - 2]}}};
    const Finding attempt{"", primitive.name, "", program, text_of(primitive, args, start) + "\n"};
    journal_(attempt);
    try {
      const Proc after = primitive.apply(start, args);
      ++count.accepted;
      judge(*with, after, attempt);
    } catch (const Error& e) {
      if (e.exit_code() == ExitCode::bug) found(attempt, "bug", e.what());
      ++(e.exit_code() == ExitCode::undecided ? count.undecided : count.refused);
    } catch (const std::exception& e) { found(attempt, "bug", e.what()); }
  }

  // Nothing when the checks refuse the callee.
  std::optional<Subject> loaded(const std::string& program) {
    try {
      return load(program, settings_);
    } catch (const Error& e) {
      if (e.exit_code() == ExitCode::bug) out_.finding = Finding{"bug", "", e.what(), program, ""};
      return std::nullopt;
    }
  }

  void judge(const Subject& with, const Proc& after, const Finding& attempt) {
    std::optional<Finding> wrong = after_step(with, settings_, after, out_.counts);
    if (!wrong) wrong = after_all(attempt.program, settings_, after, out_.counts);
    if (wrong) found(attempt, wrong->kind, wrong->message);
  }

  void found(Finding f, const std::string& kind, const std::string& message) {
    f.kind = kind, f.message = message;
    out_.finding = std::move(f);
  }

  Dice& dice_;
  const Settings& settings_;
  const Journal& journal_;
  CaseResult out_;
  std::string text_;
  Subject subject_;
};

}  // namespace

CaseResult random_replace(Dice& dice, const Settings& settings, const Journal& journal) {
  return Replacing(dice, settings, journal).run();
}

}  // namespace tessera::fuzz
