#include "codegen/conformance/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include "codegen/usage.hpp"
#include "dsl/support/process.hpp"

namespace tessera::conformance {

namespace fs = std::filesystem;

namespace {

constexpr unsigned seconds_to_compile = 600, seconds_to_run = 60;

void write_file(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

std::string c_type(const ir::Arg& a) {
  return std::string(ir::c_type(a.type.scalar == ir::Scalar::R ? ir::Scalar::f32 : a.type.scalar));
}

// Numbers up to the last element that the shape reaches: the guard page comes right behind it.
std::size_t reach(const interp::Tensor<interp::Floats>& t) {
  std::int64_t last = t.offset;
  for (std::size_t d = 0; d < t.shape.size(); ++d) {
    if (t.shape[d] == 0) return static_cast<std::size_t>(t.offset);
    last += (t.shape[d] - 1) * t.strides[d];
  }
  return static_cast<std::size_t>(last + 1);
}

// As C reads it back exactly, in a constant; a whole number of an integer type has no sign of its own for zero.
std::string c_constant(double v, ir::Scalar type) {
  if (std::isnan(v)) return "__builtin_nan(\"\")";
  if (std::isinf(v)) return v < 0 ? "-__builtin_inf()" : "__builtin_inf()";
  return ir::is_float(type) ? fmt::format("{:a}", v) : fmt::format("{:.0f}", v);
}

const char* const support = R"(#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static void *guarded(const void *data, size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = (bytes + page - 1) / page;
  char *memory = mmap(0, (pages + 1) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + pages * page, page, PROT_NONE)) abort();
  memcpy(memory + pages * page - bytes, data, bytes);
  return memory + pages * page - bytes;
}
)";

std::string case_function(std::size_t number, const Case& c) {
  std::string data, place, print;
  for (std::size_t i = 0; i < c.proc->args.size(); ++i) {
    const ir::Arg& a = c.proc->args[i];
    if (a.type.is_control()) continue;
    const auto& t = c.state.values[i].tensor;
    std::string numbers;
    for (std::size_t k = 0; k < reach(t); ++k) numbers += c_constant(t.data[k], a.type.scalar) + ",";
    data += fmt::format("  static const {} d{}[] = {{{}}};\n", c_type(a), i, numbers);
    place += fmt::format("  {0} *m{1} = guarded(d{1}, sizeof d{1}), *t{1} = m{1} + {2};\n  (void)t{1};\n", c_type(a), i,
                         t.offset);
    print += fmt::format("  for (int i = 0; i < {}; i++) printf(\"%.17g\\n\", (double)m{}[i]);\n", reach(t), i);
  }
  return fmt::format("static void case{}(void) {{\n{}{}  {}\n{}}}\n", number, data, place, c.call, print);
}

std::string program(const std::string& includes, const std::vector<Case>& cases) {
  std::string out = support + includes, calls;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    out += case_function(i, cases[i]);
    calls += fmt::format("  case{}();\n  fflush(stdout);\n", i);
  }
  return out + "int main(void) {\n" + calls + "  return 0;\n}\n";
}

void read_back(std::istringstream& in, Case& c) {
  for (std::size_t i = 0; i < c.proc->args.size(); ++i) {
    if (c.proc->args[i].type.is_control()) continue;
    auto& t = c.state.values[i].tensor;
    for (std::size_t k = 0, end = reach(t); k < end; ++k) {
      std::string word;
      if (!(in >> word)) throw std::runtime_error("the program printed too few numbers");
      t.data[k] = std::stod(word);
    }
  }
}

// What the configurations hold before the call; "" without any.
std::string context_of(const ir::Procedure& p, const State& state) {
  const std::vector<ir::ConfigRef> used = codegen::used_configs(p);
  std::string out;
  for (const ir::ConfigRef& config : used)
    for (const auto& [field, type] : config->fields) {
      const std::string name = config->name + "." + field;
      if (auto c = state.control_configs.find(name); c != state.control_configs.end())
        out += fmt::format("c.{} = {}; ", name, c->second);
      if (auto d = state.data_configs.find(name); d != state.data_configs.end())
        out += fmt::format("c.{} = {}; ", name, d->second);
    }
  return used.empty() ? "" : "struct kernels_ctxt c; memset(&c, 0, sizeof c); " + out;
}

}  // namespace

std::string Machine::missing_program() const {
  for (const auto& words : {compiler, runner})
    if (!words.empty() && !is_program(words.front())) return words.front();
  return "";
}

std::vector<Machine> native_machines() { return {{"gcc", {"gcc", "-O2"}, {}}, {"clang", {"clang", "-O2"}, {}}}; }

Case call_of(const ir::Procedure& p, State state) {
  std::vector<bool> written = codegen::written_args(p);
  std::string arguments;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    const ir::Arg& a = p.args[i];
    const auto& t = state.values[i].tensor;
    std::string text = fmt::format("t{}", i);
    if (a.type.is_control()) text = std::to_string(state.values[i].control);
    if (!a.type.is_control() && !a.type.is_tensor() && !written[i]) text = fmt::format("*t{}", i);
    if (a.type.is_window)
      text = fmt::format("(struct tessera_win_{}{}{}){{t{}, {{{}}}}}", a.type.shape.size(), ir::name(a.type.scalar),
                         written[i] ? "" : "c", i, fmt::join(t.strides, ", "));
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

std::string ending(int status) {
  return status > 128 ? fmt::format("was ended by signal {} ({})", status - 128, ::strsignal(status - 128))
                      : fmt::format("ended with status {}", status);
}

// How many cases have printed all their numbers, one in a line.
std::size_t cases_done(const std::vector<Case>& cases, const std::string& output) {
  auto lines = static_cast<std::size_t>(std::count(output.begin(), output.end(), '\n'));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::size_t wanted = 0;
    for (const auto& v : cases[i].state.values) wanted += v.tensor.data.empty() ? 0 : reach(v.tensor);
    if (lines < wanted || i + 1 == cases.size()) return i;
    lines -= wanted;
  }
  return 0;
}

void compile(const fs::path& folder, const Words& words, const std::string& refusal, const std::string& source) {
  const ProcessResult out = run_process(words, folder / "log", seconds_to_compile);
  if (out.status != 0) throw std::runtime_error(refusal + ":\n" + out.output + source);
}

}  // namespace

std::vector<State> run_on(const Machine& machine, const codegen::Emitted& emitted, const std::string& extra_includes,
                          const std::vector<Case>& cases) {
  const ScratchFolder scratch;
  const auto file = [&](const char* name) { return (scratch.path() / name).string(); };
  const Words compiler = joined(machine.compiler, emitted.flags);
  Words sources{file("main.c")};
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
  write_file(file("main.c"), program(includes, cases));
  compile(scratch.path(),
          joined(joined(joined(compiler, {"-std=gnu11", "-Wno-overflow"}), sources), {"-o", file("program"), "-lm"}),
          machine.name + " refuses the test program", "");
  const ProcessResult run = run_process(joined(machine.runner, {file("program")}), file("log"), seconds_to_run);
  if (run.status != 0)
    throw ProgramFailed(fmt::format("the program {}:\n{}", ending(run.status),
                                    emitted.source.empty() ? "" : run.output + emitted.source),
                        cases_done(cases, run.output));
  std::istringstream in(run.output);
  std::vector<State> states;
  for (Case c : cases) {
    read_back(in, c);
    states.push_back(std::move(c.state));
  }
  return states;
}

std::string difference(const ir::Procedure& p, const State& expected, const State& found) {
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (p.args[i].type.is_control()) continue;
    const auto &a = expected.values[i].tensor, &b = found.values[i].tensor;
    for (std::size_t k = 0; k < reach(a); ++k)
      if (a.data[k] != b.data[k] && !(std::isnan(a.data[k]) && std::isnan(b.data[k])))
        return fmt::format("{}: {} at {} is {}, expected {}", p.name, p.args[i].name.text(), k, b.data[k], a.data[k]);
  }
  return "";
}

}  // namespace tessera::conformance
