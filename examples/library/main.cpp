// library_kernels KERNELS.tess TARGET: schedules every kernel for a hardware library and prints how many steps and
// proofs that took.
#include <cstdio>

#include "kernels.hpp"

using namespace tessera;

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: library_kernels KERNELS.tess TARGET\n"), 2;
  try {
    std::printf("%-16s %6s %7s\n", "kernel", "steps", "proofs");
    for (const examples::Kernel& kernel : examples::library_kernels()) {
      Session session;
      const schedules::VectorTarget target = session.hwlib(argv[2]).vectors();
      const Proc p = kernel.schedule(session.proc_from_file(argv[1], kernel.name), target);
      std::size_t proofs = 0;
      for (const VersionRef& v : p.history()) proofs += v->step.proofs.size();
      std::printf("%-16s %6zu %7zu\n", kernel.name.c_str(), p.history().size() - 1, proofs);
    }
    return 0;
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return static_cast<int>(e.exit_code());
  }
}
