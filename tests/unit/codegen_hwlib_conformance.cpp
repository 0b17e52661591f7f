// Every instruction of every hardware library that is shipped: its specification, interpreted, against the real thing.
#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "codegen_machine.hpp"
#include "dsl/interp/run.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

bool cpu_has(const std::string& feature) {
  std::ifstream in("/proc/cpuinfo");
  for (std::string word; in >> word;)
    if (word == feature || (feature == "neon" && word == "asimd")) return true;
  return feature.empty();
}

// All values of the control arguments from -1 to 17 that the asserts allow.
std::vector<interp::ControlValues> control_choices(const ir::Procedure& p) {
  std::vector<interp::ControlValues> out{{}};
  for (const ir::Arg& a : p.args) {
    if (!a.type.is_control()) continue;
    std::vector<interp::ControlValues> longer;
    for (const auto& values : out)
      for (std::int64_t v = a.type.scalar == ir::Scalar::size ? 1 : -1; v <= 17; ++v) {
        longer.push_back(values);
        longer.back()[a.name] = v;
      }
    out = std::move(longer);
  }
  return out;
}

struct Expectation {
  std::vector<Case> cases;
  std::vector<State> states;
};

// Runs the specification. Choices that a precondition excludes are left out; nothing else may fail.
void add_cases(const ir::Procedure& p, Expectation& out) {
  std::size_t before = out.cases.size();
  for (const auto& control : control_choices(p))
    for (std::uint64_t seed : {1, 2}) {
      State state = interp::random_arguments<interp::Floats>(p, control, seed), result = state;
      try {
        interp::run(p, result);
      } catch (const interp::InterpError& e) {
        if (e.diagnostic().code != "interp.assert") throw;
        continue;
      }
      out.cases.push_back(call_of_instruction(p, state));
      out.states.push_back(result);
    }
  INFO(p.name);
  REQUIRE(out.cases.size() > before);
}

std::string includes(const std::vector<ir::ProcRef>& instructions) {
  std::set<std::string> headers;
  for (const ir::ProcRef& p : instructions) {
    headers.insert(p->instr->headers.begin(), p->instr->headers.end());
    for (const ir::Arg& a : p->args)
      if (a.mem) headers.insert(a.mem->headers.begin(), a.mem->headers.end());
  }
  std::string out;
  for (const std::string& h : headers) out += "#include <" + h + ">\n";
  return out;
}

void conforms(const std::vector<ir::ProcRef>& instructions, const Machine& machine) {
  codegen::Emitted flags_only;
  std::set<std::string> flags;
  Expectation expected;
  for (const ir::ProcRef& p : instructions) {
    flags.insert(p->instr->flags.begin(), p->instr->flags.end());
    add_cases(*p, expected);
  }
  flags_only.flags.assign(flags.begin(), flags.end());
  std::vector<State> found = run_on(machine, flags_only, includes(instructions), expected.cases);
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO(machine.name << ": " << expected.cases[i].call);
    CHECK(difference(*expected.cases[i].proc, expected.states[i], found[i]) == "");
  }
}

void skip(const std::vector<ir::ProcRef>& instructions, const std::string& why) {
  std::string names;
  for (const ir::ProcRef& p : instructions) names += " " + p->name;
  WARN("skipped, " << why << ":" << names);
}

void conforms_natively(const std::string& target) {
  std::vector<ir::ProcRef> instructions = hardware(target).instructions();
  REQUIRE(!instructions.empty());
  for (const ir::ProcRef& p : instructions)
    if (!cpu_has(p->instr->feature)) return skip(instructions, "this CPU has no " + p->instr->feature);
  for (const Machine& machine : native_machines()) {
    if (machine.is_available()) conforms(instructions, machine);
    else skip(instructions, "no " + machine.name);
  }
}

}  // namespace

TEST_CASE("every avx512 instruction does what its specification says") { conforms_natively("avx512"); }

TEST_CASE("every scalar instruction does what its specification says") { conforms_natively("scalar"); }

TEST_CASE("every neon instruction does what its specification says") {
  if (cpu_has("neon")) return conforms_natively("neon");
  std::vector<ir::ProcRef> instructions = hardware("neon").instructions();
  REQUIRE(!instructions.empty());
  if (!aarch64_emulator().is_available()) return skip(instructions, "no aarch64 compiler or emulator");
  conforms(instructions, aarch64_emulator());
}

TEST_CASE("the conformance test notices a wrong specification") {
  syntax::Module m = syntax::parse_module(R"(
@instr("for (int lane = 0; lane <= {n}; lane++) (&{dst_data})[lane] = (&{src_data})[lane];")
def one_too_many(n: size, dst: [f32][n + 1] @ DRAM, src: [f32][n + 1] @ DRAM):
    assert n <= 3
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, n):
        dst[i] = src[i]
)",
                                          "wrong.tess");
  const ir::Procedure& p = *m.procs.at(0);
  State state = interp::random_arguments<interp::Floats>(p, interp::control_values(p, {{"n", 2}}), 3), result = state;
  interp::run(p, result);
  Machine gcc = native_machines().front();
  if (!gcc.is_available()) {
    WARN("skipped: no gcc");
    return;
  }
  std::vector<State> found = run_on(gcc, {}, "", {call_of_instruction(p, state)});
  CHECK(difference(p, result, found.at(0)) != "");
}
