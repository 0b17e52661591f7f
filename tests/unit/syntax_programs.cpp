// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/syntax_support.hpp"

using namespace tessera;
using syntax::Module;
using syntax::parse_module;
using test::check_round_trip;

namespace {

const char* neon_memory = R"(
memory Neon:
    holds f32[4] as float32x4_t, f16[8] as float16x8_t
    registers 32
)";

// Figure 3 of "Automatic Generation of Micro-kernels …", as printed there.
const char* figure_3 = R"(
@instr("vstlq_f32(&{dst_data}, {src_data});")
def neon_vst_4xf32(dst: [f32][4] @ DRAM,
                src: [f32][4] @ Neon):
    assert stride(src, 0) == 1
    assert stride(dst, 0) == 1

    for i in seq(0, 4):
        dst[i] = src[i]

@instr("{dst_data} = vfmaq_laneq_f32(
        {dst_data}, {lhs_data}, {rhs_data}, {l});")
def neon_vfmla_4xf32_4xf32(dst: [f32][4] @ Neon,
                            lhs: [f32][4] @ Neon,
                            rhs: [f32][4] @ Neon,
                            l: index):
    assert stride(dst, 0) == 1
    assert stride(lhs, 0) == 1
    assert stride(rhs, 0) == 1
    assert l >= 0
    assert l < 4

    for i in seq(0, 4):
        dst[i] += lhs[i] * rhs[l]
)";

const char* programs[] = {
    // the reference micro-kernel with alpha and beta, layout and comments as in figure 4
    R"(@proc
def ukernel_ref( MR: size, NR: size, KC: size,
  alpha: f32[1], Ac: f32[KC, MR] @ DRAM,
  Bc: f32[KC, NR] @ DRAM, beta: f32[1],
  C: f32[NR, MR] @ DRAM,
  ):
  # Tmp buffers for C * beta and B * alpha
  Cb: f32[NR, MR] @ DRAM
  Ba: f32[KC, NR] @ DRAM

  # Cb = C * beta
  for cj in seq(0, NR):
    for ci in seq(0, MR):
      Cb[cj, ci] = C[cj, ci] * beta[0]

  # Ba = Bc * alpha
  for bk in seq(0, KC):
    for bj in seq(0, NR):
      Ba[bk, bj] = Bc[bk, bj] * alpha[0]

  # C += Ac * Bc
  for k in seq(0, KC):
    for j in seq(0, NR):
      for i in seq(0, MR):
        Cb[j, i] += Ac[k, i] * Ba[k, j]
)",
    // convolution
    R"(def conv(K: size, C: size, H: size, W: size, R: size, S: size,
         O: f32[W, H, K] @ DRAM, F: f32[S, R, C, K] @ DRAM, I: f32[W + S - 1, H + R - 1, C] @ DRAM):
    assert K % 16 == 0
    for k in seq(0, K):
        for w in seq(0, W):
            for h in par(0, H):
                for s in seq(0, S):
                    for r in seq(0, R):
                        for c in seq(0, C):
                            O[w, h, k] += F[s, r, c, k] * I[w + s, h + r, c]
)",
    // every kind of statement, blocks on one line, elif chains
    R"(
config Cfg:
    scale: f32
    rows: size
    on: bool
    ld: stride
def inner(n: size, i: index, x: f32, w: [f32][n], A: f32[n], c: bool):
    pass
def all(n: size, m: index, k: int, b: bool, s: stride, x: f32, A: f32[2 * n, n * n] @ DRAM_STACK, B: R[8]):
    assert n * n <= 4096
    assert 0 <= m < n and s == 1
    y: f32
    y = x
    T: f32[n, 4 * n + 1] @ DRAM_STATIC
    if b: y = 1
    elif n < m or b and k >= 2: pass
    elif True:
        y += Cfg.scale
    else:
        Cfg.scale = y * 2
        Cfg.rows = n + 1
        Cfg.on = n == 3
        Cfg.ld = stride(A, 1)
    w = A[m, 0:n]
    v = w[2:n - 1]
    v[0] = select(y, w[0], -1.0, relu(w[1]) + max(x, y))
    row: f32[n]
    inner(n, m - 1, y, w, row, n > 2)
    inner(n, -k, A[0, 0], A[0:n, 1], row, Cfg.on)
    inner(Cfg.rows, stride(A, 0), w[3], A[:, 1], row, b)
    for i in seq((n + 3) / 4 - 1, n // 2 % 3 * 5):
        x = -(x - y) / -x - (A[i, i] - 1e-3)
    B[0] = B[1] * x - 2.5
)",
    // shadowing, in every way
    R"(
def shadow(n: size, i: index, x: f32, A: f32[n, n]):
    x = 1.0
    for i in seq(0, i):
        for i in seq(i, n):
            x: f32
            x = A[i, i]
            x: f32[n]
            x[i] = A[0, i]
            A = x[0:i]
            A[0] = x[i]
    for i in seq(0, 2): x += A[i, i]
)",
    // literals
    R"(
def literals(x: f64, y: i8, z: R):
    x = 0.1
    x = 1e300 + 1e-300 + 123456789.125 + -0.0 + .5 + 3.
    x = --x
    x = -(-x * -2.0)
    x = -(1.0) - -(-1.0)
    y = -128
    z = z * 3 + 0.5
)",
    // tabs, odd indentation, brackets over lines, strings with both quotes
    ("def layout(\n\tn: size,   # a comment, with ( brackets\n\n\tA: f32[\n n,\n 4]):\n   # outdented comment "
     "follows\n# here\n"
     "   for i in seq(0,\n             n):\n\tA[i,\n0] = (1.0 +\n 2.0)\n\n\n\n\tpass\n   pass"),
};

}  // namespace

TEST_CASE("the instructions of the micro-kernel paper load as they are printed there") {
  Module m = parse_module(std::string(neon_memory) + figure_3, "neon.tess");
  REQUIRE(m.procs.size() == 2);
  const ir::Procedure& store = *m.proc("neon_vst_4xf32");
  CHECK(store.instr->c_template == "vstlq_f32(&{dst_data}, {src_data});");
  CHECK(store.args[0].type.is_window);
  CHECK(store.args[1].mem == m.memory("Neon"));
  CHECK(store.asserts.size() == 2);
  const ir::Procedure& fma = *m.proc("neon_vfmla_4xf32_4xf32");
  CHECK(fma.instr->c_template == "{dst_data} = vfmaq_laneq_f32( {dst_data}, {lhs_data}, {rhs_data}, {l});");
  CHECK(fma.args[3].type.scalar == ir::Scalar::index);
  CHECK(fma.asserts.size() == 5);
  CHECK(m.memory("Neon")->registers == 32);
  CHECK(m.memory("Neon")->register_type(ir::Scalar::f16)->lanes == 8);
  check_round_trip(m);
}

TEST_CASE("what is printed reads back as the same program") {
  for (const char* text : programs) {
    INFO(text);
    check_round_trip(parse_module(text, "p.tess"));
  }
}

TEST_CASE("a whole text may be indented") {
  Module m = parse_module("\n    def f(n: size):\n        pass\n    def g(n: size):\n        f(n)\n", "p.tess");
  CHECK(m.procs.size() == 2);
}

TEST_CASE("the CPU features of an instruction are words of one text") {
  const auto instruction = [](const std::string& keywords) {
    return "@instr(\"f();\", " + keywords + ")\ndef f():\n    pass\n";
  };
  const Module m = parse_module(instruction("feature=\"avx2 fma\""), "p.tess");
  CHECK(m.procs[0]->instr->features() == std::vector<std::string>{"avx2", "fma"});
  const Module none = parse_module(instruction("role=\"nothing\""), "p.tess");
  CHECK(none.procs[0]->instr->features().empty());
  CHECK_THROWS_WITH(
      parse_module(instruction("feature=\"avx2\", feature=\"fma\""), "p.tess"),
      Catch::Matchers::Contains("`feature` is given twice") && Catch::Matchers::Contains("feature=\"avx2 fma\""));
}

TEST_CASE("several flags may stand in one string") {
  Module m = parse_module(R"(
memory V:
    holds f32[16] as v16
    flags "-mfirst  -msecond"
@instr("f();", flags="-mthird -lm", flags="-mfourth")
def f(dst: [f32][16] @ V):
    dst[0] = 0.0
)",
                          "p.tess");
  CHECK(m.memories[0]->flags == std::vector<std::string>{"-mfirst", "-msecond"});
  CHECK(m.procs[0]->instr->flags == std::vector<std::string>{"-mthird", "-lm", "-mfourth"});
  test::check_round_trip(m);
}

TEST_CASE("everything that an instruction says about itself is kept") {
  const char* text = R"(
memory V:
    holds f32[16] as __m512, i32[16] as "struct v *"
    indices constant
    storage registers
    header "immintrin.h"
    header "other.h"
    flags "-mavx512f"
    gcc_optimize "no-tree-pre"
    gcc_optimize "tls-model=initial-exec"
@instr('{dst_data} = f("a\n", {{'
       ' second\\part;', header="immintrin.h", header="b.h", flags="-mavx512f", feature="avx512f", role="fma",
       latency=4, throughput=0.5, source='uops.info "table"')
def fma(dst: [f32][16] @ V):
    assert stride(dst, 0) == 1
    dst[0] = 0.0
)";
  Module m = parse_module(text, "p.tess");
  const ir::InstrInfo& info = *m.procs[0]->instr;
  CHECK(info.c_template == "{dst_data} = f(\"a\n\", {{ second\\part;");
  CHECK(info.headers == std::vector<std::string>{"immintrin.h", "b.h"});
  CHECK(info.flags == std::vector<std::string>{"-mavx512f"});
  CHECK(info.feature == "avx512f");
  CHECK(info.facts == std::map<std::string, std::string>{
                          {"role", "fma"}, {"latency", "4"}, {"throughput", "0.5"}, {"source", "uops.info \"table\""}});
  Module again = parse_module(test::print_module(m), "again.tess");
  const ir::InstrInfo& same = *again.procs[0]->instr;
  CHECK(same.c_template == info.c_template);
  CHECK(same.headers == info.headers);
  CHECK(same.facts == info.facts);
  const ir::MemoryDecl& mem = *again.memory("V");
  CHECK(mem.constant_indices);
  CHECK(mem.storage == ir::Storage::registers);
  CHECK(mem.holds[1].c_type == "struct v *");
  CHECK(mem.headers == std::vector<std::string>{"immintrin.h", "other.h"});
  CHECK(mem.flags == std::vector<std::string>{"-mavx512f"});
  CHECK(mem.gcc_optimize == std::vector<std::string>{"no-tree-pre", "tls-model=initial-exec"});
  CHECK_FALSE(mem.registers.has_value());
}

TEST_CASE("a memory with an allocation of its own is read as it is printed") {
  const char* text =
      "memory Pool:\n    storage heap\n    header \"pool.h\"\n"
      "    allocate \"take((struct ask){{ {count}, sizeof({type}) }}, \\\"{name}\\\")\"\n    free \"give({name}, "
      "{bytes})\"\n";
  const Module m = parse_module(text, "p.tess");
  const ir::MemoryDecl& pool = *m.memory("Pool");
  REQUIRE(pool.allocator);
  CHECK(pool.allocator->allocate == "take((struct ask){{ {count}, sizeof({type}) }}, \"{name}\")");
  CHECK(pool.allocator->free == "give({name}, {bytes})");
  CHECK(ir::print(pool) == text);
  const Module free_first = parse_module("memory M:\n    free \"\"\n    allocate \"a({bytes})\"\n", "p.tess");
  CHECK(free_first.memory("M")->allocator->free.empty());
  CHECK(parse_module(ir::print(*free_first.memory("M")), "p.tess").memory("M")->allocator->allocate == "a({bytes})");
  CHECK_FALSE(parse_module("memory M:\n    storage heap\n", "p.tess").memory("M")->allocator);
}

TEST_CASE("a memory may be like DRAM, unless it is one of registers") {
  const auto memory = [](const std::string& lines) {
    return parse_module("memory M:\n" + lines, "p.tess").memory("M");
  };
  CHECK_FALSE(memory("    storage stack\n")->is_like_dram);
  const ir::MemoryRef like = memory("    storage stack\n    like DRAM\n");
  CHECK(like->is_like_dram);
  CHECK(parse_module(ir::print(*like), "p.tess").memory("M")->is_like_dram);
  using Catch::Matchers::Contains;
  for (const char* lines : {"    holds f32[4] as v4\n    like DRAM\n", "    like DRAM\n    holds f32[4] as v4\n",
                            "    storage registers\n    like DRAM\n"})
    CHECK_THROWS_WITH(memory(lines), Contains("error[type]: a register memory is not like DRAM") && Contains("hint: "));
  CHECK_THROWS_WITH(memory("    like SRAM\n"), Contains("p.tess:2:10: error[name]: unknown word") && Contains("DRAM"));
  CHECK_THROWS_WITH(memory("    like DRAM\n    like DRAM\n"),
                    Contains("p.tess:3:5: error[name]: `like` is given twice"));
}

TEST_CASE("what a memory says of its allocation must be whole, and its placeholders known") {
  const auto refused = [](const std::string& lines, const std::string& what, const std::string& next) {
    INFO(lines);
    CHECK_THROWS_WITH(parse_module("memory M:\n" + lines, "p.tess"), Catch::Matchers::Contains(what) &&
                                                                         Catch::Matchers::Contains("hint: ") &&
                                                                         Catch::Matchers::Contains(next));
  };
  const std::string take = "    allocate \"a({count})\"\n", give = "    free \"f({name})\"\n";
  refused(take, "p.tess:2:5: error[type]: a memory with `allocate` needs `free` too", "given back");
  refused(give, "p.tess:2:5: error[type]: a memory with `free` needs `allocate` too", "as for DRAM");
  refused(take + give + take, "p.tess:4:5: error[name]: `allocate` is given twice", "one of them");
  refused(give + take + give, "p.tess:4:5: error[name]: `free` is given twice", "one of them");
  for (const char* other : {"    storage stack\n", "    storage static\n", "    storage registers\n",
                            "    holds f32[4] as v4\n", "    holds f32[4] as v4\n    storage heap\n"})
    refused(take + give + other,
            "p.tess:2:5: error[type]: only a memory with `storage heap` and without `holds` has an allocation",
            "leave out");
  refused("    allocate \"a({size})\"\n" + give,
          "p.tess:2:14: error[name]: the C template of `allocate`: {size} is not a placeholder",
          "{count} is the number");
  refused(take + "    free \"f({x})\"\n",
          "p.tess:3:10: error[name]: the C template of `free`: {x} is not a placeholder", "{name} the variable");
  refused(take + "    free \"f({name\"\n", "p.tess:3:10: error[name]: the C template of `free`: a { is never closed",
          "{{ or }}");
  refused("    allocate \"a({count})}\"\n" + give, "a } was never opened", "{{ or }}");
  refused("    allocate \"a(sizeof({type}))\"\n" + give,
          "p.tess:2:14: error[type]: `allocate` does not say how much room is needed", "{bytes}");
  refused("    allocate take\n" + give, "p.tess:2:14: error[type]: `allocate` takes a C template", "in quotes");
  refused("    alocate \"a({count})\"\n", "a memory has no property `alocate`", "did you mean `allocate`?");
}

TEST_CASE("what a memory holds is said once") {
  const auto refused = [](const std::string& lines, const std::string& place, const std::string& what) {
    INFO(lines);
    const Diagnostic d = test::diagnostic_of([&] { parse_module("memory M:\n" + lines, "p.tess"); });
    CHECK(d.loc.text() == place);
    CHECK_THAT(d.message + " / " + d.hint, Catch::Matchers::Contains(what));
  };
  refused(
      "    holds f32[4] as __m128, f32[8] as __m256\n", "p.tess:2:29",
      "`f32[8] as __m256` beside `f32[4] as __m128`: a memory holds a type in one width / declare a memory for each");
  refused("    holds bf16[16] as v\n    holds f32[8] as w, bf16[32] as u\n", "p.tess:3:24", "`bf16[32] as u` beside");
  refused("    holds f32[4] as v, f32[4] as v\n", "p.tess:2:24", "beside `f32[4] as v`");
  refused("    registers 32\n    registers 16\n", "p.tess:3:5", "`registers` is given twice");
  refused("    storage stack\n    storage heap\n", "p.tess:3:5", "`storage` is given twice");
  refused("    hold f32\n", "p.tess:2:5",
          "a memory has no property `hold` / did you mean `holds`? known: holds, registers");
  refused("    fill \"load\"\n", "p.tess:2:5", "`fill` is for registers, and M holds none / leave it out");
  refused("    holds f32[4] as v\n    read \"a b\"\n", "p.tess:3:10", "`read` takes the name of one instruction");
  refused("    holds f32[4] as v\n    fill 4\n", "p.tess:3:10", "the name of an instruction");
  CHECK(
      ir::print(
          *parse_module("memory M:\n    holds f32[4] as v\n    fill \"a\"\n    read \"b\"\n", "p.tess").memories[0]) ==
      "memory M:\n    holds f32[4] as v\n    storage registers\n    fill \"a\"\n    read \"b\"\n");
  CHECK(parse_module("memory M:\n    holds f32[4] as v\n    holds f64[2] as w\n", "p.tess").memories[0]->holds.size() ==
        2);
}

TEST_CASE("a module uses the definitions of its libraries") {
  Module neon = parse_module(std::string(neon_memory) + figure_3, "neon.tess");
  const Module* libraries[] = {&neon, &neon};
  Module m = parse_module("def f(A: f32[4]):\n    r: f32[4] @ Neon\n    neon_vst_4xf32(A, r)\n", "p.tess", libraries);
  REQUIRE(m.procs.size() == 1);
  const ir::Call* call = m.procs[0]->body[1].as<ir::Call>();
  REQUIRE(call);
  CHECK(call->callee == neon.proc("neon_vst_4xf32"));
}

TEST_CASE("literals take the type of the expression around them") {
  Module m = parse_module("def f(x: f64, y: f32, r: R):\n    x = 1.0\n    x = y + 2\n    r = 3\n    y = r * 4 - y\n",
                          "p.tess");
  auto rhs = [&](std::size_t i) { return m.procs[0]->body[i].as<ir::Assign>()->rhs; };
  CHECK(rhs(0).type() == ir::Scalar::f64);
  CHECK(rhs(1).type() == ir::Scalar::f32);
  CHECK(rhs(1).as<ir::Binary>()->rhs.type() == ir::Scalar::f32);
  CHECK(rhs(2).type() == ir::Scalar::R);
  CHECK(rhs(3).as<ir::Binary>()->lhs.as<ir::Binary>()->rhs.type() == ir::Scalar::f32);
}

TEST_CASE("a divisor makes room for a factor") {
  const char* const whole_blocks =
      "def f(n: size, x: f32):\n    for i in seq(0, (n + 99999) / 100000 * 100000):\n        x = 0.0\n";
  CHECK_NOTHROW(parse_module(whole_blocks, "p.tess"));
}

TEST_CASE("the parts of a program know their place") {
  Module m = parse_module(
      "# head\ndef f(n: size, A: f32[n]):\n    for i in seq(0, n):  # loop\n        A[i] = A[\n          i] + 1.0\n",
      "p.tess");
  const ir::Stmt& loop = m.procs[0]->body[0];
  CHECK(loop.loc().text() == "p.tess:3:5");
  CHECK(m.procs[0]->loc.text() == "p.tess:2:5");
  CHECK(m.procs[0]->args[1].loc.text() == "p.tess:2:16");
  const ir::Assign& assign = *loop.as<ir::For>()->body[0].as<ir::Assign>();
  CHECK(assign.rhs.loc().text() == "p.tess:4:16");
  CHECK(assign.rhs.as<ir::Binary>()->lhs.as<ir::Read>()->idx[0].loc().text() == "p.tess:5:11");
  CHECK(assign.rhs.as<ir::Binary>()->rhs.loc().text() == "p.tess:5:16");
}
