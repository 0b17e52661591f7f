// SPDX-License-Identifier: Apache-2.0
#include "fuzz/texts.hpp"

#include <unistd.h>

#include <filesystem>
#include <optional>

#include "dsl/ir/print.hpp"
#include "dsl/script/recorded.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "dsl/syntax/fragment.hpp"
#include "dsl/syntax/pattern.hpp"
#include "fuzz/arguments.hpp"
#include "fuzz/ir_programs.hpp"
#include "fuzz/program_text.hpp"

namespace tessera::fuzz {
namespace {

const std::vector<Reader> readers{Reader::program, Reader::pattern,  Reader::schedule,
                                  Reader::trace,   Reader::fragment, Reader::setting};

// The program for fragments and settings.
const char* const small_program = R"(config Cfg:
    f: index
def g(n: size, x: [f32][n]):
    x[0] = 1.0
def p(n: size, A: f32[n, 4], x: f32):
    for i in seq(0, n):
        A[i, 0] = x
)";

const Subject& small_subject() {
  static const Subject subject = load(small_program, {});
  return subject;
}

void read_fragment(const std::string& text) {
  const Proc& p = small_subject().start();
  syntax::Scope scope;
  for (const ir::Arg& a : p.ir().args) scope.bind(a.name, {a.type, a.mem});
  if (text.size() % 2) syntax::parse_window(text, scope);
  else syntax::parse_expr(text, scope);
}

void read_setting(const std::string& text) {
  script::Inputs inputs = small_subject().inputs;
  inputs.settings["value"] = text;
  script::evaluate(syntax::parse_schedule("p = cut_loop(p, 'i', '{value}')\nx = value + 1", "setting.sched"), inputs,
                   small_subject().context);
}

// Traces are read from files only.
void read_trace(const std::string& text) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const bool is_json = text.find('{') < text.find('#');
  const std::string name = fmt::format("tessera_fuzz.{}.{}", ::getpid(), is_json ? "json" : "sched");
  write_files(folder, {{name, text}});
  struct Remove {
    std::filesystem::path path;
    ~Remove() {
      std::error_code ignored;
      std::filesystem::remove(path, ignored);
    }
  } const remove{folder / name};
  script::read_trace(remove.path.string());
}

void read_schedule(const std::string& text) {
  const syntax::Schedule schedule = syntax::parse_schedule(text, "text.sched");
  script::evaluate(schedule, small_subject().inputs, small_subject().context);
}

void give(Reader reader, const std::string& text) {
  switch (reader) {
    case Reader::program: syntax::parse_module(text, "text.tess"); break;
    case Reader::pattern: syntax::parse_pattern(text); break;
    case Reader::schedule: read_schedule(text); break;
    case Reader::trace: read_trace(text); break;
    case Reader::fragment: read_fragment(text); break;
    case Reader::setting: read_setting(text); break;
  }
}

// Diagnostics must have a place: in texts of several lines at least.
std::string wrong_diagnostic(Reader reader, const Error& e) {
  const Diagnostic& d = e.diagnostic();
  if (e.exit_code() == ExitCode::bug) return std::string("a bug: ") + e.what();
  if (d.message.empty() || d.code.empty()) return std::string("nothing is said: ") + e.what();
  const bool needs_place = reader == Reader::program || reader == Reader::schedule;
  if (needs_place && d.loc.line < 1) return std::string("no place: ") + e.what();
  return "";
}

Reader reader_named(const std::string& word) {
  for (Reader r : readers)
    if (name(r) == word) return r;
  return Reader::program;
}

// ---- texts

std::string piece(Dice& dice, const std::string& of) {
  if (of.empty()) return "";
  const std::size_t from = dice.below(of.size());
  return of.substr(from, 1 + dice.below(std::min<std::size_t>(of.size() - from, 40)));
}

std::string token(Dice& dice) {
  switch (dice.below(6)) {
    case 0:
      return dice.pick({"for ", "in seq(0, n):", "if ", "else:\n", "assert ", "def p(", "config Cfg:\n", "pass",
                        "memory M:\n    allocate \"a({count})\"\n    free \"f({name})\"\n"});
    case 1: return dice.pick({"(", ")", "[", "]", ":", ",", ".", "=", "+=", "\"", "'", "#", "@", "{", "}", "\\"});
    case 2: return dice.pick({"\n", "\n\n", "    ", "\t", "\r\n", " ", "\xc3\xa9", "\x01", "\xff"});
    case 3:
      return dice.pick({"0", "-1", "1.5e300", "9223372036854775807", "99999999999999999999", "1e999", "0x1", "1."});
    case 4:
      return dice.pick({"f32[n]", "[f32][4]", "size", "@ DRAM", "Cfg.f", "stride(A, 0)", "relu(x)", "A[0:4]", "_"});
    default: return std::string(1, static_cast<char>(dice.below(256)));
  }
}

// The same again many times: deep nesting, long lines.
std::string repeated(Dice& dice) {
  const std::string unit = dice.pick({"(", "[", "-", "1 + ", "x * ", "    ", "if True:", "f(", "\n", "a, ", "not "});
  const std::size_t times = dice.chance(50) ? 200 : 5000;
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += unit;
  return out;
}

std::string broken(Dice& dice, std::string text, const std::string& other) {
  for (int i = dice.between(1, 4); i > 0; --i) {
    const std::size_t at = dice.below(text.size() + 1), length = dice.below(12);
    switch (dice.below(7)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, token(dice)); break;
      case 2: text.insert(at, piece(dice, text)); break;
      case 3: text.insert(at, piece(dice, other)); break;
      case 4: text = text.substr(0, at); break;
      case 5:
        if (at < text.size()) text[at] = static_cast<char>(dice.below(256));
        break;
      default:
        if (dice.chance(10)) text.insert(at, repeated(dice));
        else text.replace(at, length, token(dice));
    }
  }
  return text;
}

std::string printed_program(Dice& dice) {
  if (dice.chance(60)) return random_program(dice);
  const ProgramGenerator::Program p = ProgramGenerator(static_cast<unsigned>(dice.below(1 << 20))).program();
  std::string out;
  for (const ir::ConfigRef& c : p.configs) out += ir::print(*c) + "\n";
  for (const ir::ProcRef& d : p.procs) out += ir::print(*d) + "\n";
  return out;
}

// A call of a primitive with arguments that fit, on the small program.
std::string call(Dice& dice) {
  const Subject& subject = small_subject();
  for (int i = 0; i < 20; ++i) {
    const Primitive& primitive = dice.pick(primitives());
    if (const auto args = ArgumentChooser(dice, subject, subject.start()).choose(primitive))
      return text_of(primitive, *args, subject.start()) + "\n";
  }
  return "p = simplify(p)\n";
}

std::string schedule(Dice& dice) {
  std::string out;
  for (int i = dice.between(1, 3); i > 0; --i) out += call(dice);
  if (dice.chance(30)) out += "x, y = [1, 2 + 3 * {n}], p.find('for i in _: _').body()[0]\n";
  return out;
}

std::string text_for(Dice& dice, Reader reader) {
  switch (reader) {
    case Reader::program: return printed_program(dice);
    case Reader::pattern:
      return dice.pick({"for i in seq(0, _): _", "A[_] += _ ; x = _", "a : _", "if _ < 3: _", "f(_, A[0:4])", "i j #2",
                        "Cfg.f = _", "w = A[_, 0:4]", "_ + relu(_)", "stride(A, 0)"});
    case Reader::schedule: return schedule(dice);
    case Reader::trace: {
      Proc p = small_subject().start();
      if (dice.chance(50)) p = small_subject().run("p = divide_loop(p, 'i', 2, ['io', 'ii'], tail='cut')");
      return dice.chance(50) ? script::trace_file(p, small_subject().inputs)
                             : script::trace_json(p, small_subject().inputs);
    }
    case Reader::fragment:
      return dice.pick({"A[0:n, 1]", "n / 2 + 1", "A[0, 0] * x", "n < 3 and True", "(n % 4)", "x"});
    case Reader::setting: return dice.pick({"3", "-7", "n / 2", "abc", "1.5", "[1, 2]", ""});
  }
  return "";
}

CaseResult give_all(Reader reader, const std::vector<std::string>& texts, const Journal& journal) {
  CaseResult out;
  for (const std::string& text : texts) {
    const Finding attempt{"", std::string(name(reader)), "", text, ""};
    journal(attempt);
    bool read = false;
    const std::string wrong = wrong_refusal(reader, text, read);
    ++out.counts.texts;
    out.counts.read += read;
    if (wrong.empty()) continue;
    out.finding = attempt;
    out.finding->kind = "refusal", out.finding->message = wrong;
    break;
  }
  return out;
}

}  // namespace

std::string_view name(Reader r) {
  switch (r) {
    case Reader::program: return "program";
    case Reader::pattern: return "pattern";
    case Reader::schedule: return "schedule";
    case Reader::trace: return "trace";
    case Reader::fragment: return "fragment";
    case Reader::setting: return "setting";
  }
  return "";
}

std::string wrong_refusal(Reader reader, const std::string& text, bool& read) {
  read = false;
  try {
    give(reader, text);
    read = true;
    return "";
  } catch (const Error& e) { return wrong_diagnostic(reader, e); } catch (const std::exception& e) {
    return std::string("not a diagnostic: ") + e.what();
  }
}

CaseResult random_text(Dice& dice, const Settings&, const Journal& journal) {
  const Reader reader = dice.pick(readers);
  const std::string text = text_for(dice, reader), other = text_for(dice, dice.pick(readers));
  std::vector<std::string> texts{text};
  for (int i = 0; i < 25; ++i) texts.push_back(broken(dice, text, other));
  return give_all(reader, texts, journal);
}

CaseResult random_library_text(Dice& dice, const std::vector<std::string>& seeds, const Journal& journal) {
  if (seeds.empty()) bug("no hardware library to make texts from");
  const std::string text = dice.pick(seeds), other = dice.pick(seeds);
  std::vector<std::string> texts;
  for (int i = 0; i < 25; ++i) texts.push_back(broken(dice, text, other));
  return give_all(Reader::program, texts, journal);
}

std::optional<Finding> read_again(const Finding& given) {
  bool read = false;
  Finding out = given;
  out.message = wrong_refusal(reader_named(given.primitive), given.program, read);
  if (out.message.empty()) return std::nullopt;
  out.kind = "refusal";
  return out;
}

}  // namespace tessera::fuzz
