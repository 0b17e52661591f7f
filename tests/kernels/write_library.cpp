// SPDX-License-Identifier: Apache-2.0
// write_library TARGET -o FOLDER: the kernels of examples/library, scheduled for a hardware library, as C with test
// programs.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "codegen/test_program/test_program.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "examples/library/kernels.hpp"

namespace {

using namespace tessera;

void write(const examples::Kernel& kernel, const std::string& target, const std::string& folder) {
  Session session;
  const schedules::VectorTarget vectors = session.hwlib(target).vectors();
  const Proc p = kernel.schedule(session.proc_from_file(LIBRARY_TESS, kernel.name), vectors);
  codegen::Options options;
  options.stem = kernel.name;
  options.allow_spills = true;
  const std::vector<ir::ProcRef> procs{p.ref()};
  const codegen::Emitted c = codegen::emit(procs, options);
  write_files(folder, {{kernel.name + ".c", c.source},
                       {kernel.name + ".h", c.header},
                       {kernel.name + "_test.c", codegen::test_program(script::reference(p), p.ir(), options)}});
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"write the kernels of examples/library as C with test programs"};
  std::string target, folder;
  app.add_option("TARGET", target, "the hardware library")->required();
  app.add_option("-o,--output", folder, "the folder to write to")->required();
  CLI11_PARSE(app, argc, argv);
  try {
    for (const examples::Kernel& kernel : examples::library_kernels()) write(kernel, target, folder);
    return 0;
  } catch (const Error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return static_cast<int>(e.exit_code());
  }
}
