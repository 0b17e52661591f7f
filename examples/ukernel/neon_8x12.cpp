// SPDX-License-Identifier: Apache-2.0
// neon_8x12.sched as C++: section III of the micro-kernel paper. Prints the program, or with --c its C.
#include <cstdio>
#include <string>

#include "tessera/tessera.hpp"

using namespace tessera;

namespace {

constexpr int MR = 8, NR = 12;

Proc c_in_registers(Proc p, const HardwareLibrary& neon) {
  p = stage_mem(p, "C[_] += _", "C[4 * jt + jtt, 4 * it + itt]", "C_reg");
  p = expand_dim(p, "C_reg", "4", "itt");
  p = expand_dim(p, "C_reg", std::to_string(MR / 4), "it");
  p = expand_dim(p, "C_reg", std::to_string(NR), "jt*4+jtt");
  p = lift_alloc(p, "C_reg", 5);
  p = autofission(p, p.find("C_reg[_] = _").after(), 5);
  p = autofission(p, p.find("C[_] = _").before(), 5);
  p = replace(p, "for itt in _: _ #0", neon["neon_vld_4xf32"]);
  p = replace(p, "for itt in _: _ #1", neon["neon_vst_4xf32"]);
  return set_memory(p, "C_reg", neon.memory("Neon"));
}

// The paper's "Xc": an operand whose loop x was split into xt and xtt.
Proc operand_in_registers(Proc p, const std::string& operand, const std::string& x, int vectors,
                          const std::string& load, const HardwareLibrary& neon) {
  std::string reg = operand + "_reg", lane = x + "tt";
  p = bind_expr(p, operand + "c[_]", reg);
  p = expand_dim(p, reg, "4", lane);
  p = expand_dim(p, reg, std::to_string(vectors), x + "t");
  p = lift_alloc(p, reg, 5);
  p = autofission(p, p.find(reg + "[_] = _").after(), 4);
  p = replace(p, load, neon["neon_vld_4xf32"]);
  return set_memory(p, reg, neon.memory("Neon"));
}

Proc neon_8x12(const Proc& reference, const HardwareLibrary& neon) {
  Proc p = rename(reference, "uk_8x12").partial_eval(MR, NR);
  p = divide_loop(p, "i", 4, {"it", "itt"}, Tail::perfect);
  p = divide_loop(p, "j", 4, {"jt", "jtt"}, Tail::perfect);
  p = c_in_registers(p, neon);
  p = operand_in_registers(p, "A", "i", MR / 4, "for itt in _: _ #0", neon);
  p = operand_in_registers(p, "B", "j", NR / 4, "for jtt in _: _ #1", neon);
  p = reorder_loops(p, "jtt it #1");
  p = replace(p, "for itt in _: _", neon["neon_vfmla_4xf32_4xf32"]);
  p = unroll_loop(p, "it #1");
  p = unroll_loop(p, "jt #1");
  // Beyond the figures: the rest of the loops over registers, so that every register has a number.
  for (const char* loop : {"it", "jtt", "jt", "jtt", "it", "jt", "it", "jtt", "jt"}) p = unroll_loop(p, loop);
  return p;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Session session;
    HardwareLibrary neon = session.hwlib("neon");
    Proc p = neon_8x12(session.proc_from_file(UKERNEL_TESS), neon);
    std::string out = argc > 1 && std::string(argv[1]) == "--c" ? c_source(p) : p.text() + "\n";
    std::fputs(out.c_str(), stdout);
    return 0;
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return static_cast<int>(e.exit_code());
  }
}
