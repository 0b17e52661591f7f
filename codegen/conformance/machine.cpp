// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/machine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include "codegen/c_names.hpp"
#include "codegen/conformance/case_program.hpp"
#include "codegen/conformance/comparison.hpp"
#include "codegen/storage_types.hpp"
#include "codegen/usage.hpp"
#include "dsl/interp/bits.hpp"
#include "dsl/ir/conversion.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/ir/written.hpp"
#include "dsl/support/process.hpp"

namespace tessera::conformance {

namespace fs = std::filesystem;

namespace {

constexpr unsigned seconds_to_compile = 600, seconds_to_run = 60;

void write_file(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

// What a program has written: numbers, each the bits of a double, lowest byte first.
class Written {
 public:
  explicit Written(const std::string& bytes) : bytes_(bytes) {}
  double next() {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < sizeof(double); ++i)
      bits |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])} << 8 * i;
    return std::bit_cast<double>(bits);
  }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

// What the lowest binary digits say in two's complement.
double number_of_digits(int value, int digits, bool is_unsigned) {
  const int size = 1 << digits, rest = value & (size - 1);
  return !is_unsigned && rest >= size / 2 ? rest - size : rest;
}

void read_bytes(Written& in, const ir::Arg& a, interp::Tensor<interp::Floats>& t) {
  const bool is_unsigned = ir::is_unsigned(a.type.scalar);
  const std::size_t count = reach(t);
  for (std::size_t i = 0, end = numbers_passed(a, t); i < end; ++i) {
    const int byte = static_cast<int>(in.next());
    if (!a.type.is_tensor()) {
      t.data[0] = number_of_digits(byte, 8, is_unsigned);
      continue;
    }
    t.data[2 * i] = number_of_digits(byte, 4, is_unsigned);
    if (2 * i + 1 < count) t.data[2 * i + 1] = number_of_digits(byte >> 4, 4, is_unsigned);
    else if (byte >> 4 != spare_half)
      throw std::runtime_error(
          fmt::format("it wrote the number after the last one of {}, in the same byte", a.name.text()));
  }
}

void read_back(Written& in, Case& c) {
  for (std::size_t i = 0; i < c.proc->args.size(); ++i) {
    if (c.proc->args[i].type.is_control()) continue;
    auto& t = c.state.values[i].tensor;
    const ir::Scalar type = c.proc->args[i].type.scalar;
    if (is_passed_in_bytes(type)) {
      read_bytes(in, c.proc->args[i], t);
      continue;
    }
    for (std::size_t k = 0, end = reach(t); k < end; ++k) {
      const double written = in.next();
      t.data[k] = is_passed_as_bits(type) ? interp::value_of_bits(static_cast<std::uint32_t>(written), type) : written;
    }
  }
}

// The configurations before the call; "" without any.
std::string context_of(const ir::Procedure& p, const State& state) {
  const std::vector<ir::ConfigRef> used = codegen::used_configs(p);
  std::string out;
  for (const ir::ConfigRef& config : used)
    for (const auto& [field, type] : config->fields) {
      const std::string name = config->name + "." + field, member = codegen::config_member(*config, field);
      if (auto c = state.control_configs.find(name); c != state.control_configs.end())
        out += fmt::format("c.{} = {}; ", member, c->second);
      if (auto d = state.data_configs.find(name); d != state.data_configs.end())
        out += fmt::format("c.{} = {}; ", member, d->second);
    }
  return used.empty() ? "" : "struct kernels_ctxt c; memset(&c, 0, sizeof c); " + out;
}

}  // namespace

// The guard page comes right after it.
std::size_t reach(const interp::Tensor<interp::Floats>& t) {
  std::int64_t last = t.offset;
  for (std::size_t d = 0; d < t.shape.size(); ++d) {
    if (t.shape[d] == 0) return static_cast<std::size_t>(t.offset);
    last += (t.shape[d] - 1) * t.strides[d];
  }
  return static_cast<std::size_t>(last + 1);
}

namespace {

std::vector<std::string> with_files_of(const std::string& folder, std::vector<std::string> words) {
  for (std::string& word : words)
    if (word.starts_with("./") && !folder.empty()) word = (fs::path(folder) / word.substr(2)).string();
  return words;
}

}  // namespace

std::vector<std::string> Machine::compile_command() const { return with_files_of(folder, compiler); }
std::vector<std::string> Machine::run_command() const { return with_files_of(folder, runner); }

std::string Machine::missing_program() const {
  for (const auto& words : {compile_command(), run_command()})
    if (!words.empty() && !is_program(words.front())) return words.front();
  return "";
}

std::vector<std::string> optimizing(std::vector<std::string> compiler) {
  const auto says = [](const std::string& word) { return word.starts_with("-O"); };
  if (std::none_of(compiler.begin(), compiler.end(), says)) compiler.emplace_back("-O2");
  return compiler;
}

std::vector<Machine> native_machines() {
  return {{"gcc", optimizing({"gcc"}), {}}, {"clang", optimizing({"clang"}), {}}};
}

Case call_of(const ir::Procedure& p, State state) {
  std::vector<bool> written = ir::written_parameters(p);
  std::string arguments;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    const ir::Arg& a = p.args[i];
    const auto& t = state.values[i].tensor;
    std::string text = fmt::format("tessera_t{}", i);
    if (a.type.is_control()) text = std::to_string(state.values[i].control);
    if (!a.type.is_control() && !a.type.is_tensor() && !written[i]) text = fmt::format("*tessera_t{}", i);
    if (a.type.is_window)
      text = fmt::format("(struct tessera_win_{}{}{}){{tessera_t{}, {{{}}}}}", a.type.shape.size(),
                         ir::name(a.type.scalar), written[i] ? "" : "c", i, fmt::join(t.strides, ", "));
    arguments += (i ? ", " : "") + text;
  }
  const std::string context = context_of(p, state);
  if (!context.empty()) arguments = "&c" + (arguments.empty() ? "" : ", " + arguments);
  return {&p, std::move(state), fmt::format("{}{}({});", context, p.name, arguments)};
}

namespace {

using Words = std::vector<std::string>;

Words joined(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

bool was_stopped(int status) { return status == 128 + SIGALRM || status == 128 + SIGXFSZ; }

std::string ending(int status) {
  if (status == 128 + SIGALRM) return fmt::format("did not end within {} seconds, and was stopped", seconds_to_run);
  if (status == 128 + SIGXFSZ) return "printed far more than its numbers, and was stopped";
  return status > 128 ? fmt::format("was ended by signal {} ({})", status - 128, ::strsignal(status - 128))
                      : fmt::format("ended with status {}", status);
}

// The last line of its errors, taken out of them, when memory around an operand has changed.
std::optional<std::string> write_outside(const Case& c, std::string& errors) {
  const std::size_t line = errors.rfind("outside ");
  if (line == std::string::npos || (line != 0 && errors[line - 1] != '\n')) return std::nullopt;
  std::istringstream last(errors.substr(line));
  std::string word;
  std::size_t operand = 0;
  long bytes = 0;
  if (!(last >> word >> operand >> bytes) || operand >= c.proc->args.size()) return std::nullopt;
  errors.erase(line);
  return fmt::format("wrote {} bytes {} what is passed as {}", std::abs(bytes), bytes < 0 ? "before" : "after",
                     c.proc->args[operand].name.text());
}

std::size_t numbers_wanted(const Case& c) {
  std::size_t out = 0;
  for (std::size_t k = 0; k < c.state.values.size(); ++k)
    if (const auto& t = c.state.values[k].tensor; !t.data.empty()) out += numbers_passed(c.proc->args[k], t);
  return out;
}

// How many cases have written all their numbers.
std::size_t cases_done(const std::vector<Case>& cases, const std::string& output) {
  std::size_t numbers = output.size() / sizeof(double);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::size_t wanted = numbers_wanted(cases[i]);
    if (numbers < wanted || i + 1 == cases.size()) return i;
    numbers -= wanted;
  }
  return 0;
}

std::size_t bytes_wanted(const std::vector<Case>& cases) {
  std::size_t out = 0;
  for (const Case& c : cases) out += sizeof(double) * numbers_wanted(c);
  return out;
}

// In bytes: all numbers, with room for what an emulator says.
std::uint64_t most_output(const std::vector<Case>& cases) {
  constexpr std::uint64_t of_an_emulator = 16 << 20;
  return bytes_wanted(cases) + of_an_emulator;
}

void compile(const fs::path& folder, const Words& words, const std::string& refusal, const std::string& source) {
  const ProcessResult out = run_process(words, folder / "log", seconds_to_compile);
  if (out.status != 0) throw std::runtime_error(refusal + ":\n" + out.output + source);
}

// An emulator may print words of its own, or not pass on what the program prints.
[[noreturn]] void throw_unreadable(const Machine& machine, std::size_t bytes, std::size_t wanted) {
  const std::string runner = fmt::format("{}", fmt::join(machine.run_command(), " "));
  throw std::runtime_error(fmt::format(
      "({}): the program wrote {} bytes, and its numbers are {}{}", machine.name, bytes, wanted,
      runner.empty() ? "" : fmt::format("; `{} PROGRAM` must write what the program does, and no more", runner)));
}

}  // namespace

std::vector<State> run_on(const Machine& machine, const codegen::Emitted& emitted, const std::string& extra_includes,
                          const std::vector<Case>& cases) {
  const ScratchFolder scratch;
  const auto file = [&](const char* name) { return (scratch.path() / name).string(); };
  Words flags, libraries;  // a library comes after what needs it
  for (const std::string& flag : emitted.flags)
    if (flag.starts_with("-l")) libraries.push_back(flag);
    else if (machine.model.empty() || flag.starts_with("-I")) flags.push_back(flag);
  if (!machine.model.empty()) flags.insert(flags.end(), {"-include", machine.model});
  const Words compiler = joined(machine.compile_command(), flags);
  Words sources{file("main.c")};
  sources.insert(sources.end(), emitted.sources.begin(), emitted.sources.end());
  std::string includes = extra_includes;
  if (!emitted.source.empty()) {
    write_file(file("kernels.c"), emitted.source);
    write_file(file("kernels.h"), emitted.header);
    includes += "#include \"kernels.h\"\n";
    compile(
        scratch.path(),
        joined(compiler, {"-std=c11", "-Wall", "-Wextra", "-Werror", "-c", file("kernels.c"), "-o", file("kernels.o")}),
        machine.name + " refuses", emitted.source);
    sources.push_back(file("kernels.o"));
  }
  write_file(file("main.c"), program_of(machine.around, includes, cases));
  write_file(file("operands"), operands_of(cases));
  compile(scratch.path(),
          joined(joined(joined(compiler, {"-std=gnu11", "-Wno-overflow"}), sources),
                 joined({"-o", file("program")}, joined(libraries, {"-lm"}))),
          machine.name + " refuses the test program", "");
  ProcessResult run = run_process_apart(joined(machine.run_command(), {file("program")}), file("log"), seconds_to_run,
                                        file("operands"), most_output(cases));
  if (run.status != 0) {
    const std::size_t done = cases_done(cases, run.output);
    const std::string why = write_outside(cases.at(done), run.errors).value_or(ending(run.status));
    throw ProgramFailed(
        fmt::format("the program {}:\n{}", why, emitted.source.empty() ? "" : run.errors + emitted.source), done,
        was_stopped(run.status), run.errors);
  }
  if (run.output.size() != bytes_wanted(cases)) throw_unreadable(machine, run.output.size(), bytes_wanted(cases));
  Written in(run.output);
  std::vector<State> states;
  for (Case c : cases) {
    read_back(in, c);
    states.push_back(std::move(c.state));
  }
  return states;
}

namespace {

// Is each statement an assignment of a literal, or of what `is_copy` takes for one of a value read?
template <class F> bool only_copies(const ir::Procedure& p, F is_copy) {
  bool copies = true;
  ir::for_each_stmt(p.body, [&](const ir::Stmt& s) {
    if (s.as<ir::Reduce>() || s.as<ir::Call>()) copies = false;
    if (const auto* n = s.as<ir::Assign>()) copies = copies && (n->rhs.as<ir::FloatLit>() || is_copy(n->rhs, n->type));
  });
  return copies;
}

const ir::Expr& converted(const ir::Expr& e) { return ir::conversion(e) ? e.as<ir::ExternCall>()->args[0] : e; }

}  // namespace

bool only_moves(const ir::Procedure& p) {
  return only_copies(p, [](const ir::Expr& from, ir::Scalar to) { return from.as<ir::Read>() && from.type() == to; });
}

bool only_converts_floats(const ir::Procedure& p) {
  return only_copies(p, [](const ir::Expr& from, ir::Scalar to) {
    const ir::Expr& read = converted(from);
    return read.as<ir::Read>() && ir::is_float(read.type()) && ir::is_float(from.type()) && ir::is_float(to);
  });
}

bool is_same(double a, double b, bool with_sign_of_zero) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && (!with_sign_of_zero || std::signbit(a) == std::signbit(b));
}

std::string difference(const ir::Procedure& p, const State& expected, const State& found) {
  const bool moves = only_moves(p);
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (p.args[i].type.is_control()) continue;
    const auto &a = expected.values[i].tensor, &b = found.values[i].tensor;
    const bool signs = moves && ir::is_float(p.args[i].type.scalar);
    for (std::size_t k = 0; k < reach(a); ++k)
      if (a.written[k] && !is_same(a.data[k], b.data[k], signs))
        return fmt::format("{}: {} at {} is {}, expected {}", p.name, p.args[i].name.text(), k, b.data[k], a.data[k]);
  }
  return "";
}

}  // namespace tessera::conformance
