// Random programs, random steps: what a primitive accepts must keep the meaning, and lead cursors to the right nodes.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <map>
#include <random>

#include "dsl/interp/compare.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/primitive.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/module.hpp"
#include "tests/unit/forwarding.hpp"

using namespace tessera;
using rewrite::Value;
using rewrite::Values;

namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t n) { return random_() % n; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T> const T& pick(const std::vector<T>& from) { return from[below(from.size())]; }

 private:
  std::mt19937 random_;
};

/// Writes a program whose accesses are all in bounds: every tensor has extents of 8, every index is from 0 to 7.
class ProgramText {
 public:
  explicit ProgramText(Dice& dice) : dice_(dice) {}

  std::string operator()() {
    text_ =
        "config Cfg:\n    scale: f32\n"
        "def leaf(x: [f32][8], y: [f32][8]):\n    for i in seq(0, 8):\n        x[i] += y[i]\n"
        "def p(n: size, A: f32[8, 8], B: f32[8, 8], x: f32[8]):\n    assert n <= 8\n    assert n % 2 == 0\n";
    block(1, 3);
    return text_;
  }

 private:
  struct Range {
    std::string text;
    int least, most;
  };

  void line(int indent, const std::string& s) {
    text_.append(static_cast<std::size_t>(4 * indent), ' ');
    text_ += s + "\n";
  }

  void block(int indent, int depth) {
    const auto scope = std::tuple{scalars_, vectors_, matrices_};
    const std::size_t count = 1 + dice_.below(3);
    for (std::size_t i = 0; i < count; ++i) statement(indent, depth);
    std::tie(scalars_, vectors_, matrices_) = scope;
  }

  void statement(int indent, int depth) {
    const std::size_t kind = dice_.below(depth > 0 ? 12 : 7);
    if (kind == 0) return scalar(indent);
    if (kind == 1) return vector(indent);
    if (kind == 2) return line(indent, dice_.chance(50) ? "pass" : "Cfg.scale = " + data(0));
    if (kind == 3) return line(indent, fmt::format("leaf({}, B[{}, 0:8])", row("A"), index()));
    if (kind < 7) return line(indent, fmt::format("{} {} {}", place(), dice_.chance(50) ? "=" : "+=", data(2)));
    if (kind < 11) return loop(indent, depth);
    line(indent, fmt::format("if {} < {}:", index(), 1 + dice_.below(7)));
    block(indent + 1, depth - 1);
    if (!dice_.chance(40)) return;
    line(indent, "else:");
    block(indent + 1, depth - 1);
  }

  void scalar(int indent) {
    const std::string name = "t" + std::to_string(++fresh_);
    line(indent, name + ": f32");
    line(indent, name + " = " + data(1));
    scalars_.push_back(name);
  }

  void vector(int indent) {
    const std::string name = "r" + std::to_string(++fresh_);
    if (dice_.chance(40)) {
      line(indent, name + " = " + row(dice_.pick(matrices_)));
    } else {
      line(indent, name + ": f32[8]");
      line(indent, "for i0 in seq(0, 8):");
      line(indent + 1, fmt::format("{}[i0] = {}", name, data(1)));
    }
    vectors_.push_back(name);
  }

  void loop(int indent, int depth) {
    const std::string name = dice_.pick(std::vector<std::string>{"i", "j", "k"});
    const Range range =
        dice_.pick(std::vector<Range>{{"0, 8", 0, 7}, {"0, 4", 0, 3}, {"1, 7", 1, 6}, {"0, n", 0, 7}, {"0, 2", 0, 1}});
    line(indent, fmt::format("for {} in seq({}):", name, range.text));
    counters_.push_back({name, range});
    block(indent + 1, depth - 1);
    counters_.pop_back();
  }

  std::string index() {
    if (counters_.empty() || dice_.chance(20)) return std::to_string(dice_.below(8));
    const auto& [counter, range] = dice_.pick(counters_);
    switch (dice_.below(10)) {
      case 0: return "7 - " + counter;
      case 1: return fmt::format("{} + {}", counter, 7 - range.most);
      case 2: return fmt::format("{} - {}", counter, range.least);
      case 3: return range.most < 4 ? fmt::format("2 * {} + 1", counter) : counter + " / 2";
      case 4: return counter + " % 4";
      default: return counter;
    }
  }
  std::string row(const std::string& of) { return fmt::format("{}[{}, 0:8]", of, index()); }

  std::string place() {
    if (!scalars_.empty() && dice_.chance(25)) return dice_.pick(scalars_);
    if (dice_.chance(50)) return fmt::format("{}[{}]", dice_.pick(vectors_), index());
    return fmt::format("{}[{}, {}]", dice_.pick(matrices_), index(), index());
  }

  std::string data(int depth) {
    const std::size_t kind = dice_.below(depth > 0 ? 8 : 4);
    if (kind == 0) return fmt::format("{}.0", dice_.below(3));
    if (kind == 1) return dice_.chance(30) ? "Cfg.scale" : place();
    if (kind < 4) return place();
    if (kind == 4) return fmt::format("-({})", data(depth - 1));
    if (kind == 5) return fmt::format("relu({})", data(depth - 1));
    return fmt::format("({} {} {})", data(depth - 1), kind == 6 ? "+" : "*", data(depth - 1));
  }

  Dice& dice_;
  std::string text_;
  int fresh_ = 0;
  std::vector<std::pair<std::string, Range>> counters_;
  std::vector<std::string> scalars_, vectors_{"x"}, matrices_{"A", "B"};
};

/// Arguments of the kinds that a primitive asks for.
class Arguments {
 public:
  Arguments(Dice& dice, const Proc& proc, const Proc& leaf, const ir::ConfigRef& config)
      : dice_(dice), leaf_(leaf), config_(config) {
    for (const cursor::Path& at : test::statement_paths(proc.ir())) {
      const Cursor s(proc, Cursor::Kind::stmt, at);
      statements_.push_back(s);
      by_kind_[s.kind_name()].push_back(s);
    }
    for (const ArgCursor& a : proc.args()) by_kind_["alloc"].push_back(a);
    for (const cursor::Path& at : test::expression_paths(proc.ir()))
      expressions_.emplace_back(proc, Cursor::Kind::expr, at);
  }

  std::optional<rewrite::CallArguments> of(const Primitive& primitive) {
    rewrite::CallArguments out;
    for (const Parameter& p : primitive.parameters) {
      if (p.optional && dice_.chance(60)) continue;
      std::optional<Value> v = value(p.kind);
      if (!v) return std::nullopt;
      out.named.emplace_back(p.name, *v);
    }
    return out;
  }

 private:
  std::optional<Value> one(const std::vector<Cursor>& from) {
    if (from.empty()) return std::nullopt;
    return Value{dice_.pick(from)};
  }

  Value block() {
    const Cursor first = dice_.pick(statements_);
    try {
      return Value{Cursor(first.expand(0, static_cast<int>(dice_.below(3))))};
    } catch (const SchedulingError&) { return Value{first}; }
  }

  std::string text() {
    std::vector<std::string> all{"4", "2", "8", "0", "1", "n", "A[0:8, 0:8]", "x[0:8]"};
    for (const Cursor& loop : by_kind_["for"]) {
      all.push_back(loop.name());
      all.push_back(fmt::format("A[{}, 0:8]", loop.name()));
      all.push_back(fmt::format("B[0:8, {}]", loop.name()));
    }
    return dice_.pick(all);
  }

  std::optional<Value> value(const std::string& kind) {
    if (kind == "statement") return one(statements_);
    if (kind == "loop") return one(by_kind_["for"]);
    if (kind == "buffer") return one(by_kind_["alloc"]);
    if (kind == "call") return one(by_kind_["call"]);
    if (kind == "expression") return one(expressions_);
    if (kind == "block") return block();
    if (kind == "gap") return Value{Cursor(dice_.pick(statements_).after())};
    if (kind == "text") return Value{text()};
    if (kind == "boolean") return Value{dice_.chance(50)};
    if (kind == "integer") return Value{dice_.pick(std::vector<std::int64_t>{1, 1, 2, 4, 0})};
    if (kind == "list of integers") return Value{dice_.chance(50) ? Values{{1}, {0}} : Values{{0}}};
    if (kind == "list of strings") return Value{Values{{std::string("io")}, {std::string("ii")}}};
    if (kind == "memory") return Value{dice_.pick(ir::builtin_memories())};
    if (kind == "configuration") return Value{config_};
    if (kind == "procedure" || kind == "list of procedures") return Value{leaf_};
    if (kind == "string")
      return Value{
          dice_.pick(std::vector<std::string>{"made", "row", "col", "cut", "guard", "perfect", "f64", "scale"})};
    return std::nullopt;
  }

  Dice& dice_;
  Proc leaf_;
  ir::ConfigRef config_;
  std::vector<Cursor> statements_, expressions_;
  std::map<std::string, std::vector<Cursor>> by_kind_;
};

/// The result of the step, or nothing when it is refused.
std::optional<Proc> attempt(const Primitive& primitive, const Proc& p, const rewrite::CallArguments& args) {
  try {
    return primitive.apply(p, args);
  } catch (const Error& e) {
    if (e.exit_code() == ExitCode::bug) FAIL_CHECK(primitive.name << ": " << e.what());
    return std::nullopt;
  }
}

std::string what_changed(const Proc& before, const Proc& after) {
  if (before.ir().args.size() != after.ir().args.size()) return "";
  interp::ControlValues sizes;
  for (const ir::Arg& a : before.ir().args)
    if (a.type.is_control()) sizes[a.name] = 4;
  using Kind = interp::Difference::Kind;
  auto d = interp::first_difference<interp::Integers>(before.ir(), after.ir(), sizes, 7);
  const bool of_config = after.version()->step.primitive.ends_with("_config");  // may leave its field changed
  return d && d->kind != Kind::before_failed && !(of_config && d->kind == Kind::config) ? d->text : "";
}

std::string call_text(const Proc& after) {
  const StepRecord& step = after.version()->step;
  std::string out = step.primitive + "(p";
  for (const auto& [name, text] : step.args) out += fmt::format(", {}={}", name, text);
  return out + ")";
}

// Makes steps on the programs of these seeds; how often each primitive was accepted.
std::map<std::string, int> random_steps(unsigned first, unsigned last) {
  std::map<std::string, int> accepted;
  for (unsigned seed = first; seed <= last; ++seed) {
    Dice dice(seed);
    auto context = std::make_shared<Context>(smt::Limits{std::chrono::milliseconds(100)});
    const syntax::Module module = syntax::parse_module(ProgramText(dice)(), "random.tess");
    const Proc leaf(module.procs.front(), context);
    Proc p(module.procs.back(), context);
    for (int i = 0; i < 60; ++i) {
      const Primitive& primitive = dice.pick(primitives());
      p = Proc(test::tagged(p.ir()), context);
      const auto args = Arguments(dice, p, leaf, module.configs.front()).of(primitive);
      if (!args) continue;
      const std::optional<Proc> after = attempt(primitive, p, *args);
      if (!after || after->version() == p.version()) continue;
      INFO("seed " << seed << "\n" << p.text() << call_text(*after) << "\n" << after->text());
      for (const std::string& wrong : test::wrong_forwards(*after->version())) FAIL_CHECK(wrong);
      CHECK(what_changed(p, *after) == "");
      ++accepted[primitive.name];
      p = *after;
    }
  }
  return accepted;
}

std::string text_of(const std::map<std::string, int>& counts) {
  std::string out;
  for (const auto& [name, n] : counts) out += fmt::format("{} {}, ", name, n);
  return out;
}

}  // namespace

TEST_CASE("what is accepted keeps the meaning and leads cursors to the right nodes, for random programs and steps") {
  const std::map<std::string, int> accepted = random_steps(1, 60);
  INFO(text_of(accepted));
  CHECK(accepted.size() > 15);
}

TEST_CASE("the same for many more programs", "[.long]") { WARN(text_of(random_steps(1000, 3000))); }

TEST_CASE("many random steps at once are as good as one after the other, for cursors") {
  for (unsigned seed = 101; seed <= 115; ++seed) {
    Dice dice(seed);
    auto context = std::make_shared<Context>(smt::Limits{std::chrono::milliseconds(100)});
    const syntax::Module module = syntax::parse_module(ProgramText(dice)(), "random.tess");
    const Proc leaf(module.procs.front(), context);
    Proc p(module.procs.back(), context);
    for (int i = 0; i < 40; ++i) {
      const Primitive& primitive = dice.pick(primitives());
      const auto args = Arguments(dice, p, leaf, module.configs.front()).of(primitive);
      if (const std::optional<Proc> after = args ? attempt(primitive, p, *args) : std::nullopt) p = *after;
    }
    test::check_composition(p);
  }
}
