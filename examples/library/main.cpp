// SPDX-License-Identifier: Apache-2.0
// library_kernels KERNELS.tess TARGET: schedules every kernel for a hardware library, compares it with its reference by
// translation validation, and prints how many steps and proofs it took, whether it was shown to be equal for all sizes
// at once, and at how many sizes it was run.
#include <cstdio>

#include "kernels.hpp"
#include "validate/equivalent.hpp"

using namespace tessera;

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: library_kernels KERNELS.tess TARGET\n"), 2;
  try {
    std::printf("%-16s %6s %7s %10s %6s\n", "kernel", "steps", "proofs", "all-sizes", "run-at");
    for (const examples::Kernel& kernel : examples::library_kernels()) {
      Session session;
      const schedules::VectorTarget target = session.hwlib(argv[2]).vectors();
      const Proc reference = session.proc_from_file(argv[1], kernel.name);
      const Proc p = kernel.schedule(reference, target);
      std::size_t proofs = 0;
      for (const VersionRef& v : p.history()) proofs += v->step.proofs.size();
      const validate::Validation v = validate::equivalent(reference.ir(), p.ir());
      const bool all = v.all_sizes.verdict == validate::AllSizes::Verdict::proved;
      std::printf("%-16s %6zu %7zu %10s %6zu\n", kernel.name.c_str(), p.history().size() - 1, proofs,
                  all ? "proved" : "-", v.tested.choices);
    }
    return 0;
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return static_cast<int>(e.exit_code());
  }
}
