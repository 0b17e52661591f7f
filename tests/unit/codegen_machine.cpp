#include "codegen_machine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "codegen/instruction.hpp"
#include "codegen/usage.hpp"

namespace tessera::testing {

namespace fs = std::filesystem;

namespace {

struct Output {
  int status;
  std::string text;
};

Output shell(const std::string& command) {
  Output out{-1, ""};
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) return out;
  std::array<char, 4096> buffer;
  while (std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) out.text.append(buffer.data(), n);
  out.status = pclose(pipe);
  return out;
}

std::string first_word(const std::string& s) { return s.substr(0, s.find(' ')); }

struct ScratchFolder {
  fs::path path = fs::temp_directory_path() / fmt::format("tessera_test_{}_{}", getpid(), counter()++);
  ScratchFolder() { fs::create_directories(path); }
  ~ScratchFolder() { fs::remove_all(path); }
  static int& counter() {
    static int n = 0;
    return n;
  }
};

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
    for (std::size_t k = 0; k < reach(t); ++k) numbers += fmt::format("{},", t.data[k]);
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
    calls += fmt::format("  case{}();\n", i);
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

}  // namespace

bool Machine::is_available() const {
  auto exists = [](const std::string& tool) { return tool.empty() || shell("command -v " + tool).status == 0; };
  return exists(first_word(compiler)) && exists(first_word(runner));
}

std::vector<Machine> native_machines() { return {{"gcc", "gcc -O2", ""}, {"clang", "clang -O2", ""}}; }

Machine aarch64_emulator() { return {"aarch64 under qemu", "aarch64-linux-gnu-gcc -O2 -static", "qemu-aarch64"}; }

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
  return {&p, std::move(state), fmt::format("{}({});", p.name, arguments)};
}

Case call_of_instruction(const ir::Procedure& p, State state) {
  std::string before, after;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    const ir::Arg& a = p.args[i];
    if (a.type.is_control()) {
      before +=
          fmt::format("volatile int64_t v{0} = {1}; int64_t c{0} = v{0}; (void)c{0}; ", i, state.values[i].control);
    } else if (a.mem->is_register()) {
      before +=
          fmt::format("{} r{}; memcpy(&r{}, t{}, sizeof r{}); ", a.mem->holding(a.type.scalar)->c_type, i, i, i, i);
      after += fmt::format(" memcpy(t{}, &r{}, sizeof r{});", i, i, i);
    }
  }
  std::string text = codegen::fill_template(p, [&](const std::string& name, std::string& out) {
    codegen::Placeholder x;
    if (!codegen::parse_placeholder(p, name, x)) return false;
    using Part = codegen::Placeholder::Part;
    const ir::Arg& a = p.args[x.argument];
    if (x.part == Part::literal) out = std::to_string(state.values[x.argument].control);
    else if (a.type.is_control()) out = fmt::format("c{}", x.argument);
    else if (x.part == Part::stride)
      out = std::to_string(state.values[x.argument].tensor.strides.at(static_cast<std::size_t>(x.dim)));
    else if (a.mem->is_register()) out = fmt::format("r{}", x.argument);
    else out = fmt::format("t{}{}", x.argument, x.part == Part::data || !a.type.is_tensor() ? "[0]" : "");
    return true;
  });
  return {&p, std::move(state), before + text + after};
}

std::vector<State> run_on(const Machine& machine, const codegen::Emitted& emitted, const std::string& extra_includes,
                          const std::vector<Case>& cases) {
  ScratchFolder folder;
  std::string sources = "main.c", compile = fmt::format("cd {} && {}", folder.path.string(), machine.compiler);
  for (const std::string& f : emitted.flags) compile += " " + f;
  std::string includes = extra_includes;
  if (!emitted.source.empty()) {
    write_file(folder.path / "kernels.c", emitted.source);
    write_file(folder.path / "kernels.h", emitted.header);
    includes += "#include \"kernels.h\"\n";
    Output out = shell(compile + " -std=c11 -Wall -Wextra -Werror -c kernels.c -o kernels.o");
    if (out.status != 0) throw std::runtime_error(machine.name + " refuses:\n" + out.text + emitted.source);
    sources += " kernels.o";
  }
  write_file(folder.path / "main.c", program(includes, cases));
  Output built = shell(compile + " -std=gnu11 -Wno-overflow " + sources + " -o program -lm");
  if (built.status != 0) throw std::runtime_error(machine.name + " refuses the test program:\n" + built.text);
  Output run = shell(fmt::format("cd {} && {} ./program", folder.path.string(), machine.runner));
  if (run.status != 0)
    throw std::runtime_error(fmt::format("the program failed (status {}):\n{}", run.status, run.text + emitted.source));
  std::istringstream in(run.text);
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

std::vector<const syntax::Module*> Library::all() const {
  std::vector<const syntax::Module*> out;
  for (const auto& m : modules) out.push_back(m.get());
  return out;
}

ir::ProcRef Library::proc(const std::string& name) const {
  for (const auto& m : modules)
    if (ir::ProcRef p = m->proc(name)) return p;
  throw std::runtime_error("no procedure " + name);
}

std::vector<ir::ProcRef> Library::instructions() const {
  std::vector<ir::ProcRef> out;
  for (const auto& m : modules)
    for (const ir::ProcRef& p : m->procs)
      if (p->instr) out.push_back(p);
  return out;
}

Library hardware(const std::string& target) {
  Library out;
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "hwlib" / target))
    if (entry.path().extension() == ".tess") files.insert(entry.path());
  for (const fs::path& file : files) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    out.modules.push_back(
        std::make_unique<syntax::Module>(syntax::parse_module(text.str(), file.filename().string(), out.all())));
  }
  return out;
}

}  // namespace tessera::testing
