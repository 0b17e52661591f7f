// SPDX-License-Identifier: Apache-2.0
// vectors.sched in C++: gets the program's file, prints the steps.
#include <cstdio>
#include <string>
#include <tessera/tessera.hpp>

using namespace tessera;

namespace {

Proc vectors(Proc p, const HardwareLibrary& hw) {
  const std::string L = std::to_string(hw.lanes()), first = L + " * io";
  p = divide_loop(p, "i", hw.lanes(), {"io", "ii"}, Tail::cut);
  p = stage_mem(p, "for ii in _: _ #0", "y[" + first + " : " + first + " + " + L + "]", "sum");
  p = bind_expr(p, "x[_]", "v");
  p = expand_dim(p, "v", L, "ii");
  p = lift_alloc(p, "v");
  p = fission(p, p.find("v[_] = _").after());
  for (const char* buffer : {"sum", "v"}) p = set_memory(p, buffer, hw.memory());
  p = simplify(p);
  return replace_all(p, {hw["load"], hw["store"], hw["fma_broadcast"]});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: vectors FILE.tess\n", stderr), 2;
  try {
    Session session;
    HardwareLibrary hw = session.hwlib(TARGET);
    std::fputs(trace(vectors(session.proc_from_file(argv[1]), hw)).c_str(), stdout);
    return 0;
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return static_cast<int>(e.exit_code());
  }
}
