// SPDX-License-Identifier: Apache-2.0
// A trace is a schedule of its own: carried out on the program read afresh, it gives the same procedure and the same
// trace.
#include <catch2/catch.hpp>

#include "codegen/emit.hpp"
#include "dsl/rewrite/argument_error.hpp"
#include "dsl/script/trace.hpp"
#include "tests/runner/test_file.hpp"
#include "tests/unit/script_support.hpp"

using namespace tessera;
using namespace tessera::script;
using tessera::script::testing::Subject;

namespace {

std::string c_of(const Proc& p) {
  std::vector<ir::ProcRef> procs{p.ref()};
  return codegen::emit(procs).source;
}

// The trace of the schedule, after it was replayed.
std::string replayed(const std::string& program, const std::string& schedule,
                     const std::vector<std::string>& libraries = {}) {
  Subject first(program, libraries), second(program, libraries);
  first.inputs.any_start = second.inputs.any_start = true;
  Proc p = first.run(schedule);
  std::string trace = trace_file(p, first.inputs);
  INFO(trace);
  Proc again = second.run(trace);
  CHECK(trace_file(again, second.inputs) == trace);
  CHECK(again.text() == p.text());
  CHECK(definition_hash(again.ir()) == definition_hash(p.ir()));
  CHECK(c_of(again) == c_of(p));
  std::string steps;  // without the head
  for (std::size_t at = 0; at < trace.size();) {
    std::size_t end = trace.find('\n', at) + 1;
    if (trace[at] != '#') steps += trace.substr(at, end - at);
    at = end;
  }
  return steps;
}

const std::string two_loops = R"(
def p(n: size, A: f32[n, 8], B: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = B[i, j]
)";

}  // namespace

TEST_CASE("a trace without steps names the procedure") { CHECK(replayed(two_loops, "") == "p = program.p\n"); }

TEST_CASE("settings, arithmetic and variables are resolved") {
  CHECK(replayed(two_loops, "L = 2 * 2\np = divide_loop(p, 'j', L, ['jo', f'j{L}'], perfect=True)\n") ==
        "p = program.p\np = divide_loop(p, loop='j', factor=4, names=['jo', 'j4'], tail='perfect')\n");
}

TEST_CASE("a step is written in one way however it was asked for") {
  std::string tail = "p = divide_loop(p, 'j', 4, ['jo', 'ji'], tail='perfect')\n";
  CHECK(replayed(two_loops, "p = divide_loop(p, 'j', 4, ['jo', 'ji'], perfect=True)\n") == replayed(two_loops, tail));
  CHECK(replayed(two_loops, "p = divide_loop(p, 'j', 4, ['jo', 'ji'], tail='cut', perfect=True)\n") ==
        replayed(two_loops, tail));
  CHECK(replayed(two_loops, "p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='guard')\n") ==
        replayed(two_loops, "p = divide_loop(p, 'i', 4, ['io', 'ii'])\n"));
  CHECK(replayed(two_loops, "p = p.divide_loop('j', 4, ['jo', 'ji'], 'perfect')\n") == replayed(two_loops, tail));
}

TEST_CASE("a procedure that a step made and that is scheduled on its own") {
  std::string steps = replayed(two_loops, R"(
p, row = extract_subproc(p, 'for j in _: _', 'row')
fast = rename(row, 'row_fast')
fast = divide_loop(fast, 'j', 4, ['jo', 'ji'], perfect=True)
p = call_eqv(p, 'row(_)', fast)
)");
  CHECK(steps == R"(p = program.p
p, p_row_fast = extract_subproc(p, block='for j in _: _', name='row')
p_row_fast = rename(p_row_fast, name='row_fast')
p_row_fast = divide_loop(p_row_fast, loop='j', factor=4, names=['jo', 'ji'], tail='perfect')
p = call_eqv(p, call='row(_)', other=p_row_fast)
)");
}

TEST_CASE("a step that changes nothing leaves the makers of procedures alone") {
  std::string steps = replayed(two_loops, R"(
p, row = extract_subproc(p, 'for j in _: _', 'row')
p = delete_pass(p)
fast = rename(row, 'row_fast')
p = call_eqv(p, 'row(_)', fast)
)");
  CHECK(steps == R"(p = program.p
p, p_row_fast = extract_subproc(p, block='for j in _: _', name='row')
p = delete_pass(p)
p_row_fast = rename(p_row_fast, name='row_fast')
p = call_eqv(p, call='row(_)', other=p_row_fast)
)");
}

TEST_CASE("a recorded trace may lead to the procedure that a step made") {
  std::string steps = replayed(two_loops, R"(
q, row = extract_subproc(p, 'for j in _: _', 'row')
p = unroll_loop(row, 'j')
)");
  CHECK(steps == R"(p_p = program.p
p_p, p = extract_subproc(p_p, block='for j in _: _', name='row')
p = unroll_loop(p, loop='j')
)");
}

TEST_CASE("two versions of a procedure with the same steps before them") {
  std::string steps = replayed(two_loops, R"(
p, row = extract_subproc(p, 'for j in _: _', 'row')
row = rename(row, 'row_a')
a = divide_loop(row, 'j', 4, ['jo', 'ji'], perfect=True)
b = rename(unroll_loop(row, 'j'), 'row_b')
p = call_eqv(p, 'row(_)', a)
p = call_eqv(p, 'row_a(_)', b)
)");
  // The version from which both come is kept for the second.
  CHECK(steps == R"(p = program.p
p, p_row_b = extract_subproc(p, block='for j in _: _', name='row')
p_row_b = rename(p_row_b, name='row_a')
p_row_a = divide_loop(p_row_b, loop='j', factor=4, names=['jo', 'ji'], tail='perfect')
p = call_eqv(p, call='row(_)', other=p_row_a)
p_row_b = unroll_loop(p_row_b, loop='j')
p_row_b = rename(p_row_b, name='row_b')
p = call_eqv(p, call='row_a(_)', other=p_row_b)
)");
}

TEST_CASE("an older version of the procedure itself is an argument") {
  std::string steps = replayed(R"(
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
    for i in seq(0, n):
        A[i] = 1.0
)",
                               R"(
old = rename(partial_eval(p, [8]), 'old')
p = partial_eval(p, [8])
first = rename(old, 'first')
first, loop = extract_subproc(first, 'for i in _: _ #0', 'ones')
p = replace(p, 'for i in _: _ #1', loop)
p = replace(p, 'for i in _: _ #0', loop)
)");
  CHECK(steps == R"(p_first = program.p
p = partial_eval(p_first, values=[8])
p_first = partial_eval(p_first, values=[8])
p_first = rename(p_first, name='old')
p_first = rename(p_first, name='first')
p_first, p_ones = extract_subproc(p_first, block='for i in _: _ #0', name='ones')
p = replace(p, block='for i in _: _ #1', by=p_ones)
p = replace(p, block='for i in _: _ #0', by=p_ones)
)");
}

TEST_CASE("procedures of the program have their own names, whatever the variables are called") {
  std::string steps = replayed(R"(
def p(n: size, x: f32[n]):
    for i in seq(0, n):
        x[i] = 1.0
def neon(n: size, x: f32[n]):
    for i in seq(0, n):
        x[i] = 1.0
def q(A: f32[8]):
    for i in seq(0, 8):
        A[i] = 1.0
)",
                               "p = replace(p, 'for i in _: _', program.p)\n", {"neon"});
  CHECK(steps == "p = program.q\np = replace(p, block='for i in _: _', by=program.p)\n");
}

TEST_CASE("instructions and memories are named by their library") {
  std::string steps = replayed(R"(
def q(A: f32[4], B: f32[4]):
    r: f32[4]
    for i in seq(0, 4):
        r[i] = A[i]
    for i in seq(0, 4):
        B[i] = r[i]
)",
                               R"(
p = set_memory(p, 'r', hw.memory)
p = replace_all(p, [hw.load, neon.neon_vst_4xf32])
)",
                               {"avx512", "neon"});
  CHECK(steps == R"(p = program.q
p = set_memory(p, buffer='r', memory=neon.Neon)
p = replace(p, block=p.find('for i in _: _'), by=neon.neon_vld_4xf32)
p = replace(p, block=p.find('for i in _: _'), by=neon.neon_vst_4xf32)
)");
}

TEST_CASE("roles of an element type are written as the instructions that play them") {
  const std::string copy = R"(
def q(A: f64[8], B: f64[8]):
    r: f64[8]
    for i in seq(0, 8):
        r[i] = A[i]
    for i in seq(0, 8):
        B[i] = r[i]
)";
  const std::string steps = R"(p = program.q
p = expand_dim(p, buffer='r', extent='8', index='0')
p = set_memory(p, buffer='r', memory=avx512.AVX512)
p = replace(p, block=p.find('for i in _: _'), by=avx512.mm512_loadu_pd)
p = replace(p, block=p.find('for i in _: _'), by=avx512.mm512_storeu_pd)
)";
  CHECK(replayed(copy, R"(
p = expand_dim(p, 'r', hw.f64.lanes, '0')
p = set_memory(p, 'r', hw.f64.memory)
p = replace_all(p, [hw.f64.load, hw.f64.mm512_storeu_pd])
)",
                 {"avx512"}) == steps);
  CHECK(replayed(copy, R"(
T = setting('dtype', 'f64')
p = expand_dim(p, 'r', f'{hw[T].lanes}', '0')
p = set_memory(p, 'r', avx512['f64'].memory)
p = replace_all(p, [hw[T]['load'], hw[setting('dtype', 'f64')].store])
)",
                 {"avx512"}) == steps);
}

TEST_CASE("memories of the program and built-in ones") {
  std::string steps = replayed(R"(
memory Near:
    storage stack
def q(A: f32[4]):
    a: f32[4]
    b: f32[4]
    for i in seq(0, 4):
        a[i] = A[i]
        b[i] = a[i]
        A[i] = b[i]
)",
                               "p = set_memory(p, 'a', Near)\np = set_memory(p, 'b', DRAM_STACK)\n");
  CHECK(steps == R"(p = program.q
p = set_memory(p, buffer='a', memory=program.Near)
p = set_memory(p, buffer='b', memory=DRAM_STACK)
)");
}

TEST_CASE("cursors are written as searches from the variable of their procedure") {
  std::string steps = replayed(two_loops, R"(
p, row = extract_subproc(p, 'for j in _: _', 'row')
row = divide_loop(row, row.body()[0], 4, ['jo', 'ji'], tail='cut')
p = call_eqv(p, 'row(_)', rename(row, 'row_b'))
)");
  CHECK(steps.find("p_row_b = divide_loop(p_row_b, loop=p_row_b.find('for j in _: _')") != std::string::npos);
}

TEST_CASE("texts with quotes, backslashes and newlines come back as they were") {
  for (std::string text : {"it's", "say \"so\"", "it's \"so\"", "back\\slash", "two\nlines", "{n}"}) {
    CAPTURE(rewrite::quoted(text));
    CHECK(syntax::parse_schedule("x = " + rewrite::quoted(text), "s").lines.at(0).value.text == text);
  }
}

TEST_CASE("the hash of a trace changes with its steps, its program and its instructions") {
  auto hash = [](const std::string& program, const std::string& schedule) {
    return trace_hash(Subject(program).run(schedule));
  };
  std::string base = hash(two_loops, "p = rename(p, 'q')\n");
  CHECK(hash(two_loops, "p = rename(p, 'q')\n") == base);
  CHECK(hash(two_loops, "p = rename(p, 'r')\n") != base);
  std::string other = two_loops;
  other.replace(other.find("8]"), 2, "9]");
  CHECK(hash(other, "p = rename(p, 'q')\n") != base);

  auto with_template = [](const std::string& c) {
    return "@instr(\"" + c + "\")\ndef zero(x: [f32][4] @ DRAM):\n    for i in seq(0, 4):\n        x[i] = 0.0\n" +
           "def p(A: f32[4]):\n    for i in seq(0, 4):\n        A[i] = 0.0\n";
  };
  std::string by_zero = "p = replace(p, 'for i in _: _', zero)\n";
  CHECK(hash(with_template("a({x});"), by_zero) == hash(with_template("a({x});"), by_zero));
  CHECK(hash(with_template("a({x});"), by_zero) != hash(with_template("b({x});"), by_zero));
}

TEST_CASE("steps and proofs of scheduled arguments count") {
  Subject s(two_loops);
  Proc p = s.run(R"(
p, row = extract_subproc(p, 'for j in _: _', 'row')
fast = divide_loop(row, 'j', 4, ['jo', 'ji'], perfect=True)
p = call_eqv(p, 'row(_)', fast)
)");
  CHECK(count_steps(p) == 3);
  Proc fast(p.version()->step.uses.at(0), p.context());
  CHECK(count_proofs(p).affine + count_proofs(p).z3 + count_proofs(p).memo >
        p.version()->step.proofs.size() + fast.version()->step.proofs.size());
}

TEST_CASE("the trace of every accepted test of a primitive comes back") {
  std::size_t count = 0;
  for (const auto& file : tessera::testing::find_tests(TESSERA_SOURCE_DIR "/tests/primitives")) {
    tessera::testing::TestFile t = tessera::testing::read_test(file);
    if (t.expects_error()) continue;
    CAPTURE(file.string());
    Subject first(t.program, t.libraries), second(t.program, t.libraries);
    Proc p = first.run(t.schedule);
    std::string trace = trace_file(p, first.inputs);
    CAPTURE(trace);
    CHECK(trace_file(second.run(trace), second.inputs) == trace);
    ++count;
  }
  CHECK(count > 100);
}

TEST_CASE("fields that an argument leaves changed are not those of the procedure that calls it") {
  Subject s(R"(
config Cfg:
    n: index
def ones(x: f32[8]):
    for i in seq(0, 8):
        x[i] = 1.0
def p(A: f32[8]):
    Cfg.n = 3
    for i in seq(0, 8):
        A[i] = 1.0
)");
  s.inputs.any_start = true;
  Proc ones = s.run("p = write_config(program.ones, program.ones.find_loop('i').before(), Cfg, 'n', 3)\n");
  CHECK(changed_fields(ones) == std::set<std::string>{"Cfg.n"});
  Proc p = s.run(R"(
f = write_config(program.ones, program.ones.find_loop('i').before(), Cfg, 'n', 3)
p = replace(p, p.body(), rename(f, 'f'))
)");
  CHECK(p.text() == "def p(A: f32[8] @ DRAM):\n    f(A)\n");
  CHECK(count_steps(p) == 3);
  CHECK(changed_fields(p).empty());
}
