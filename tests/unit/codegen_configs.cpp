// SPDX-License-Identifier: Apache-2.0
// C of configuration fields.
#include "tests/unit/codegen_emit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

TEST_CASE("configs travel in a context that only functions with configs take") {
  codegen::Emitted e = emitted(R"(
config Cfg:
    step: index
    factor: f32

def set(v: f32):
    Cfg.step = 2
    Cfg.factor = v

def f(x: f32[8]):
    set(x[0])
    x[1] = Cfg.factor
)");
  CHECK_THAT(e.header,
             Contains("struct kernels_ctxt {\n  struct {\n    int64_t step;\n    float factor;\n  } Cfg;\n};"));
  CHECK_THAT(e.source, Contains("static void set(struct kernels_ctxt *ctxt, float v) {"));
  CHECK_THAT(e.source, Contains("  set(ctxt, x[0]);\n  x[1] = ctxt->Cfg.factor;"));
}

TEST_CASE("fields and functions whose names mean something in C have others there") {
  codegen::Emitted e = emitted(R"(
config int:
    float: f32
    float_: f32
    n: size

def memset(y: f32[4]):
    int.float = 1.5
    int.float_ = 2.5
    y[0] = int.float + int.float_

def expf(y: f32[4]):
    memset(y)
    exp: f32
    exp = 1.0
    y[1] = exp(exp)
)");
  CHECK_THAT(e.header, Contains("float float__;") && Contains("float float_;") && Contains("} int_;"));
  CHECK_THAT(e.header, Contains("void expf_(") && !Contains("void memset("));
  CHECK_THAT(e.source, Contains("void memset_(") && Contains("ctxt->int_.float__ + ctxt->int_.float_"));
  CHECK_THAT(e.source, Contains("= expf(exp_);"));
}

TEST_CASE("a field is in the struct or in the machine, not in both") {
  const auto with = [](const std::string& callee, const std::string& body) {
    return "config C:\n    k: index\n    m: index\n@instr(\"(void)({v});\")\ndef set(v: index):\n    C.k = v\n"
           "@instr(\"use({x_data});\")\ndef use(x: [f32][4]):\n    if C.k == 3:\n        x[0] = 1.0\n"
           "@instr(\"ask({x_data});\")\ndef ask(x: [f32][4]):\n    assert C.k == 3\n    x[0] = 1.0\n" +
           callee + "def f(n: index, x: f32[4]):\n" + body;
  };
  const std::string reads = "def g(x: [f32][4]):\n    if C.k == 3:\n        x[0] = 2.0\n";
  const auto in_machine = [](const std::string& instruction) {
    return Contains("error[config]: C.k is in the machine, where the instruction " + instruction + " sees it");
  };
  CHECK_THROWS_WITH(emitted(with(reads, "    set(n)\n    g(x)\n")), in_machine("set"));
  CHECK_THROWS_WITH(emitted(with("", "    C.k = 3\n    use(x)\n")), in_machine("use"));
  CHECK_THROWS_WITH(emitted(with("", "    C.k = 3\n    ask(x)\n")), in_machine("ask"));
  CHECK_THROWS_WITH(emitted(with("", "    set(n)\n    for i in seq(0, C.k):\n        pass\n")), in_machine("set"));
  CHECK_NOTHROW(emitted(with("", "    set(n)\n    use(x)\n    C.m = 2\n")));
  CHECK_NOTHROW(emitted(with(reads, "    C.k = n\n    g(x)\n")));
}

TEST_CASE("two configs that C would not tell apart are refused") {
  CHECK_THROWS_WITH(emitted("config int:\n    a: f32\nconfig int_:\n    a: f32\n"
                            "def f(y: f32):\n    int.a = 1.0\n    int_.a = 2.0\n"),
                    Contains("error[config]: int and int_ have the same name in C"));
}
