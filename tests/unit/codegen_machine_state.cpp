// SPDX-License-Identifier: Apache-2.0
// C that memories bring to the functions that use them: started once, entered and left, attributes, linked files.
#include "dsl/support/diagnostic.hpp"
#include "tests/unit/codegen_emit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

namespace {

const char* const machine_text = R"tess(
memory Acc:
    holds f32[4] as "float __attribute__((vector_size(16)))"
    startup "acc_power_up();"
    enter "int acc_mode = acc_enter();"
    leave "acc_leave(acc_mode);"
    attributes "__attribute__((noinline))"
    link "acc.c"
    header "acc.h"

memory Bank:
    like DRAM
    enter "bank_enter();"
    leave "bank_leave();"
    attributes "__attribute__((noinline))"

@instr("acc_zero(&{dst_data});")
def zero(dst: [f32][4] @ Acc):
    for i in seq(0, 4):
        dst[i] = 0.0

@instr("acc_store(&{dst_data}, &{src_data});")
def store(dst: [f32][4] @ DRAM, src: [f32][4] @ Acc):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]

def inner(y: f32[4]):
    t: f32[4] @ Acc
    zero(t[0:4])
    store(y[0:4], t[0:4])

)tess";

std::string source_of(const std::string& text) { return emitted(machine_text + text).source; }

}  // namespace

TEST_CASE(
    "a public function starts, enters and leaves the memories that it uses, in nested order, with each attribute "
    "once") {
  const codegen::Emitted c = emitted(std::string(machine_text) + R"tess(
def f(x: f32[4]):
    acc_mode: f32[4] @ Bank
    inner(acc_mode)
    for i in seq(0, 4):
        x[i] = acc_mode[i]
)tess");
  CHECK(from(c.source, "static void inner(") == R"(static void inner(float *restrict y) {
  float __attribute__((vector_size(16))) t;
  acc_zero(&t);
  acc_store(&y[0], &t);
}

__attribute__((noinline))
void f(float *restrict x) {
  tessera_start_Acc();
  int acc_mode = acc_enter();
  bank_enter();
  float acc_mode_[4];
  inner(acc_mode_);
  for (int64_t i = 0; i < 4; i++) {
    x[i] = acc_mode_[i];
  }
  bank_leave();
  acc_leave(acc_mode);
}
)");
  CHECK_THAT(c.source, Contains("#include <stdatomic.h>") && Contains("_Atomic int tessera_started_Acc_") &&
                           Contains("    acc_power_up();\n"));
  CHECK(c.sources == std::vector<std::string>{"acc.c"});
  CHECK_THAT(c.header, !Contains("noinline"));
}

// C gives a caller's attributes to no function that it calls.
TEST_CASE("functions of the file have the attributes of their memories, but for those on the caller's registers") {
  const std::string source = source_of(R"tess(
def kept(t: [f32][4] @ Acc):
    assert stride(t, 0) == 1
    zero(t[0:4])

def f(x: f32[4]):
    t: f32[4] @ Acc
    kept(t[0:4])
    inner(x)
    store(x[0:4], t[0:4])
)tess");
  CHECK_THAT(source, Contains("__attribute__((noinline))\nstatic void inner(") && Contains("static void kept(") &&
                         !Contains("__attribute__((noinline))\nstatic void kept("));
}

TEST_CASE("functions that use no such memory are left alone") {
  const std::string source = source_of("def f(x: f32[4]):\n    for i in seq(0, 4):\n        x[i] = 0.0\n");
  CHECK_THAT(source, !Contains("tessera_start") && !Contains("acc_enter") && !Contains("stdatomic"));
}

TEST_CASE("threads of a loop are in no state that one thread has entered") {
  CHECK_THROWS_WITH(
      source_of("def f(x: f32[4]):\n    for i in par(0, 8):\n        inner(x)\n"),
      Contains("error[memory]: the threads of this loop would use Acc, whose state is that of one thread") &&
          Contains("for i in par(0, 8)") && Contains("keep the loop sequential"));
  CHECK_NOTHROW(source_of("def f(x: f32[4]):\n    for i in seq(0, 8):\n        inner(x)\n"));
  const char* const started = R"tess(
memory M:
    like DRAM
    startup "start();"
def f(x: f32[8]):
    for i in par(0, 8):
        t: f32[1] @ M
        t[0] = x[i]
        x[i] = t[0]
)tess";
  CHECK_NOTHROW(source_of(started));  // done before the threads begin, for all
}

TEST_CASE("a public function that leaves a state is not called by another that needs it") {
  const syntax::Module m = syntax::parse_module(
      std::string(machine_text) + "def f(x: f32[4]):\n    inner(x)\n    t: f32[4] @ Acc\n    zero(t[0:4])\n",
      "test.tess");
  const std::vector<ir::ProcRef> both{m.proc("inner"), m.proc("f")};
  CHECK_THROWS_WITH(codegen::emit(both), Contains("error[memory]: inner leaves the state of Acc") &&
                                             Contains("inner(x)") && Contains("inline"));
  CHECK_NOTHROW(codegen::emit(std::vector<ir::ProcRef>{m.proc("f")}));
}
