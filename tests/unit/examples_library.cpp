// SPDX-License-Identifier: Apache-2.0
// The kernels of examples/library: each scheduled for each target, in f32 and in f64, its C against the interpreted
// reference.
#include <catch2/catch.hpp>
#include <regex>

#include "api/load.hpp"
#include "codegen/conformance/places.hpp"
#include "codegen_machine.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"
#include "examples/library/kernels.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

// Where all of a library's instructions run here: natively, or under the emulator that it names. None: they do not.
std::vector<Machine> machines_of(const std::string& target) {
  const conformance::Machines named = conformance::read_machines(api::library_files(target).at(0).parent_path());
  std::vector<Machine> out;
  for (const ir::ProcRef& p : hardware(target).instructions()) {
    out = conformance::places_for(*p, named).machines;
    if (out.empty()) break;
  }
  return out;
}

// The kernels with another element type.
std::string kernels_in(const std::string& type) {
  return std::regex_replace(read_file(LIBRARY_TESS), std::regex("\\bf32\\b"), type);
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

void right_on(const Machine& machine, const std::string& target, ir::Scalar type) {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "kernels.tess").string(), word(ir::name(type));
  write_files(folder.path().string(), {{"kernels.tess", kernels_in(word)}});
  Session session;
  const schedules::VectorTarget vectors = session.hwlib(target).vectors(type);
  std::vector<Proc> kept;
  std::vector<ir::ProcRef> procs;
  std::vector<Case> cases;
  std::vector<State> expected;
  for (const examples::Kernel& kernel : examples::library_kernels()) {
    const Proc reference = session.proc_from_file(file, kernel.name);
    kept.push_back(kernel.schedule(reference, vectors));
    const ir::Procedure& p = kept.back().ir();
    CHECK_THAT(kept.back().text(), Catch::Matchers::Contains(vectors.memory->name));
    procs.push_back(kept.back().ref());
    for (const auto& sizes : sizes_of(p)) {
      State state = interp::random_arguments<interp::Floats>(p, interp::control_values(p, sizes), 7), result = state;
      interp::run(reference.ir(), result);
      cases.push_back(call_of(p, state));
      expected.push_back(result);
    }
  }
  codegen::Options options;
  options.allow_spills = true;
  std::vector<State> found = run_on(machine, codegen::emit(procs, options), "", cases);
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO(target << " on " << machine.name << " in " << word << ": " << cases[i].call);
    CHECK(difference(*cases[i].proc, expected[i], found[i]) == "");
  }
}

void right_on(const std::string& target, const std::vector<ir::Scalar>& types = {ir::Scalar::f32, ir::Scalar::f64}) {
  const std::vector<Machine> machines = machines_of(target);
  if (machines.empty()) WARN("skipped: nothing here runs the instructions of " << target);
  for (const Machine& machine : machines)
    for (ir::Scalar type : types) right_on(machine, target, type);
}

}  // namespace

TEST_CASE("the library's kernels compute the same in portable C", "[.][whole]") { right_on("scalar"); }
TEST_CASE("the library's kernels compute the same with AVX2", "[.][whole]") { right_on("avx2"); }
TEST_CASE("the library's kernels compute the same with AVX-512") { right_on("avx512", {ir::Scalar::f32}); }
TEST_CASE("the library's kernels compute the same with AVX-512 in f64", "[.][whole]") {
  right_on("avx512", {ir::Scalar::f64});
}
TEST_CASE("the library's kernels compute the same with Neon", "[.][whole]") { right_on("neon"); }
