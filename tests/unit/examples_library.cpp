// The kernels of examples/library: each scheduled for each target, its C against the interpreted reference.
#include <catch2/catch.hpp>
#include <fstream>

#include "codegen_machine.hpp"
#include "dsl/interp/run.hpp"
#include "examples/library/kernels.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

bool cpu_has(const std::string& feature) {
  std::ifstream in("/proc/cpuinfo");
  for (std::string word; in >> word;)
    if (word == feature) return true;
  return false;
}

// Below, at and above one vector and several of them; sizes that a procedure does not have are left out.
std::vector<std::map<std::string, std::int64_t>> sizes_of(const ir::Procedure& p) {
  std::vector<std::map<std::string, std::int64_t>> out;
  for (auto [large, small] : {std::pair{1, 1}, {3, 2}, {16, 3}, {37, 5}, {130, 4}}) {
    std::map<std::string, std::int64_t> sizes;
    for (const ir::Arg& a : p.args)
      if (a.type.scalar == ir::Scalar::size && a.type.is_control())
        sizes[a.name.text()] = sizes.empty() || a.name.text() == "m" || a.name.text() == "n" ? large : small;
    out.push_back(sizes);
  }
  return out;
}

void right_on(const Machine& machine, const std::string& target) {
  Session session;
  const schedules::VectorTarget vectors = session.hwlib(target).vectors();
  std::vector<Proc> kept;
  std::vector<ir::ProcRef> procs;
  std::vector<Case> cases;
  std::vector<State> expected;
  for (const examples::Kernel& kernel : examples::library_kernels()) {
    const Proc reference = session.proc_from_file(LIBRARY_TESS, kernel.name);
    kept.push_back(kernel.schedule(reference, vectors));
    const ir::Procedure& p = kept.back().ir();
    procs.push_back(kept.back().ref());
    for (const auto& sizes : sizes_of(p)) {
      State state = interp::random_arguments<interp::Floats>(p, interp::control_values(p, sizes), 7), result = state;
      interp::run(reference.ir(), result);
      cases.push_back(call_of(p, state));
      expected.push_back(result);
    }
  }
  std::vector<State> found = run_on(machine, codegen::emit(procs), "", cases);
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO(target << " on " << machine.name << ": " << cases[i].call);
    CHECK(difference(*cases[i].proc, expected[i], found[i]) == "");
  }
}

}  // namespace

TEST_CASE("the library's kernels compute the same in portable C") {
  for (const Machine& machine : native_machines()) {
    if (machine.is_available()) right_on(machine, "scalar");
    else WARN("skipped: no " << machine.name);
  }
}

TEST_CASE("the library's kernels compute the same with AVX-512") {
  if (!cpu_has("avx512f")) {
    WARN("skipped: this CPU has no AVX-512");
    return;
  }
  for (const Machine& machine : native_machines()) {
    if (machine.is_available()) right_on(machine, "avx512");
    else WARN("skipped: no " << machine.name);
  }
}

TEST_CASE("the library's kernels compute the same with Neon") {
  if (aarch64_emulator().is_available()) right_on(aarch64_emulator(), "neon");
  else WARN("skipped: no aarch64 compiler or emulator");
}
