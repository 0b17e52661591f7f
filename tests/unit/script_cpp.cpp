// SPDX-License-Identifier: Apache-2.0
// Traces as C++: the functions of primitives.hpp take what the traces give them, for every primitive.
#include <fmt/format.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <cstdlib>

#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "tests/runner/test_file.hpp"
#include "tests/unit/script_support.hpp"

using namespace tessera;
using namespace tessera::script;
using tessera::script::testing::Subject;

namespace {

namespace fs = std::filesystem;

std::string as_cpp(const std::string& program, const std::string& schedule,
                   const std::vector<std::string>& cpp_libraries = {}) {
  Subject s(program, cpp_libraries);
  std::string text = trace_cpp(s.run(schedule), s.inputs);
  return text.substr(text.find("Proc schedule("));
}

// What the compiler says of the functions, each in a namespace of its own; "" when it accepts them.
std::string compiled(const std::vector<std::string>& functions) {
  std::string code = "#include \"tessera/tessera.hpp\"\nusing namespace tessera;\n";
  for (std::size_t i = 0; i < functions.size(); ++i) code += fmt::format("namespace t{} {{\n{}}}\n", i, functions[i]);
  fs::path folder = fs::temp_directory_path() / fmt::format("script_cpp.{}", ::getpid());
  write_files(folder, {{"traces.cpp", code}});
  std::string command =
      fmt::format("{0} -std=c++20 -Wall -Wextra -fsyntax-only -I{1} -I{1}/include {2}/traces.cpp >{2}/log 2>&1",
                  CXX_COMPILER, TESSERA_SOURCE_DIR, folder.string());
  bool accepted = std::system(command.c_str()) == 0;
  std::string log = read_file(folder / "log");
  fs::remove_all(folder);
  return accepted && log.empty() ? "" : "does not compile:\n" + log;
}

}  // namespace

TEST_CASE("a step is a call of the function of its name") {
  CHECK(as_cpp(R"(
def p(n: size, A: f32[n, 8]):
    t: f32[8]
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = 1.0
)",
               R"(
p = divide_loop(p, 'j', 4, ['jo', 'ji'], perfect=True)
p = divide_loop(p, 'i', 2, ['io', 'ii'], tail='cut')
p = set_memory(p, 't', DRAM_STACK)
p = unroll_loop(p, p.find('A[_] = _').parent())
)") == R"code(Proc schedule(const Proc& start) {
  Proc p = start;
  p = divide_loop(p, "j", 4, {"jo", "ji"}, Tail::perfect);
  p = divide_loop(p, "i", 2, {"io", "ii"}, Tail::cut);
  p = set_memory(p, "t", memory("DRAM_STACK"));
  p = unroll_loop(p, p.find("for ji in _: _"));
  return p;
}
)code");
}

TEST_CASE("procedures that steps made, and others of the program, are variables and members") {
  CHECK(as_cpp(R"(
def ones(n: size, x: [f32][n]):
    for i in seq(0, n):
        x[i] = 1.0
def p(A: f32[8, 8]):
    ones(8, A[0, 0:8])
    for i in seq(0, 8):
        for j in seq(0, 8):
            A[i, j] = 2.0
)",
               R"(
p, row = extract_subproc(p, 'for j in _: _', 'row')
p = call_eqv(p, 'row(_)', rename(row, 'row_b'))
p = call_eqv(p, 'ones(_)', rename(ones, 'ones_b'))
)") == R"code(Proc schedule(const Proc& start, const HardwareLibrary& program) {
  Proc p = start;
  p = extract_subproc(p, "for j in _: _", "row").proc;
  Proc p_row_b = Proc(p.version()->step.created[0], p.context());
  p_row_b = rename(p_row_b, "row_b");
  p = call_eqv(p, "row(_)", p_row_b);
  Proc p_ones_b = program["ones"];
  p_ones_b = rename(p_ones_b, "ones_b");
  p = call_eqv(p, "ones(_)", p_ones_b);
  return p;
}
)code");
}

TEST_CASE("arguments are passed by name where one in the middle is left out, and flags always") {
  std::string code = as_cpp(R"(
def p(A: f32[8]):
    for i in seq(0, 8):
        t: f32[8]
        t[i] = A[i]
        A[i] = t[i]
)",
                            "p = autolift_alloc(p, 't', mode='col')\n");
  CHECK(code.find("p = find_primitive(\"autolift_alloc\")->apply(p, {{}, {{\"buffer\", {std::string(\"t\")}}, "
                  "{\"mode\", {std::string(\"col\")}}}});") != std::string::npos);
  CHECK(compiled({code}) == "");
  Subject s("def p(A: f32[8]):\n    for i in seq(0, 8):\n        t: f32[8]\n        t[i] = A[i]\n");
  Proc p = s.inputs.procs.back();
  p = find_primitive("autolift_alloc")
          ->apply(p, {{}, {{"buffer", {std::string("t")}}, {"mode", {std::string("col")}}}});
  CHECK(trace_text(p) == "p = p\np = autolift_alloc(p, buffer='t', mode='col')\n");

  code = as_cpp(R"(
def p(A: f32[8], B: f32[8]):
    for i in seq(0, 8):
        A[i] += B[i]
)",
                "p = stage_mem(p, p.find_loop('i').as_block(), 'A[0:8]', 'a', accum=True)\n");
  CHECK(code.find(
            "p = find_primitive(\"stage_mem\")->apply(p, {{}, {{\"block\", {p.find(\"for i in _: _\").expand(0, 0)}}, "
            "{\"window\", {std::string(\"A[0:8]\")}}, {\"name\", {std::string(\"a\")}}, {\"accum\", {true}}}});") !=
        std::string::npos);
  CHECK(compiled({code}) == "");
}

TEST_CASE("the trace of every accepted test of a primitive compiles as C++") {
  std::vector<std::string> functions;
  for (const fs::path& file : tessera::testing::find_tests(TESSERA_SOURCE_DIR "/tests/primitives")) {
    tessera::testing::TestFile t = tessera::testing::read_test(file);
    if (!t.expects_error())
      functions.push_back("// " + file.string() + "\n" + as_cpp(t.program, t.schedule, t.libraries));
  }
  CHECK(functions.size() > 100);
  CHECK(compiled(functions) == "");
}
