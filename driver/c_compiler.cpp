#include "driver/c_compiler.hpp"

#include <fmt/format.h>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/process.hpp"

namespace tessera::driver {

void check_compiles(const std::string& compiler, const std::string& stem, const std::vector<std::string>& flags,
                    const std::vector<OutputFile>& files) {
  constexpr unsigned seconds = 3600;
  const ScratchFolder scratch;
  write_files(scratch.path(), files);
  std::vector<std::string> words{compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-c"};
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(), {(scratch.path() / (stem + ".c")).string(), "-o", (scratch.path() / "kernel.o").string()});
  const ProcessResult run = run_process(std::move(words), scratch.path() / "log", seconds);
  if (run.status == 0) return;
  if (run.status == 127)
    throw InputError("compiler", fmt::format("there is no compiler '{}'", compiler),
                     "install it, name another with --cc, or leave --cc out");
  Diagnostic d;
  d.code = "compiler";
  d.message = fmt::format("{} does not accept the generated C; nothing was written", compiler);
  d.notes.push_back({{}, run.output});
  d.hint = "an instruction's C template or the flags of its library may be wrong";
  throw CheckError(d);
}

}  // namespace tessera::driver
