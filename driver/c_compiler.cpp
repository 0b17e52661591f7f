#include "driver/c_compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/process.hpp"

namespace tessera::driver {
namespace {

ProcessResult run_compiler(std::vector<std::string> words, const std::filesystem::path& log, const char* otherwise) {
  constexpr unsigned seconds = 3600;
  const std::string compiler = words.front();
  ProcessResult run = run_process(std::move(words), log, seconds);
  if (run.status == 127) throw InputError("compiler", fmt::format("there is no compiler '{}'", compiler), otherwise);
  return run;
}

}  // namespace

void check_compiles(const std::string& compiler, const std::string& stem, const std::vector<std::string>& flags,
                    const std::vector<OutputFile>& files) {
  const ScratchFolder scratch;
  write_files(scratch.path(), files);
  std::vector<std::string> words{compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-c"};
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(), {(scratch.path() / (stem + ".c")).string(), "-o", (scratch.path() / "kernel.o").string()});
  const ProcessResult run =
      run_compiler(std::move(words), scratch.path() / "log", "install it, name another with --cc, or leave --cc out");
  if (run.status == 0) return;
  Diagnostic d;
  d.code = "compiler";
  d.message = fmt::format("{} does not accept the generated C; nothing was written", compiler);
  d.notes.push_back({{}, run.output});
  d.hint = "an instruction's C template or the flags of its library may be wrong";
  throw CheckError(d);
}

void compile_shared(const std::string& compiler, const std::vector<std::string>& flags,
                    const std::filesystem::path& folder, const std::vector<std::string>& sources,
                    const std::string& object) {
  std::vector<std::string> words{compiler, "-std=c11", "-O2", "-shared", "-fPIC", "-I" + folder.string()};
  words.insert(words.end(), flags.begin(), flags.end());
  for (const std::string& source : sources) words.push_back((folder / source).string());
  words.insert(words.end(), {"-o", (folder / object).string()});
  const ProcessResult run =
      run_compiler(std::move(words), folder / "compiler.log", "install it, or name another with --cc");
  if (run.status == 0 && std::filesystem::exists(folder / object)) return;
  Diagnostic d;
  d.code = "compiler";
  d.message =
      fmt::format("{} made no shared object of {} (exit status {})", compiler, fmt::join(sources, ", "), run.status);
  if (!run.output.empty()) d.notes.push_back({{}, run.output});
  d.hint = "another compiler with --cc, one for this machine that knows the flags " +
           fmt::format("{}", fmt::join(flags, " "));
  throw InputError(d);
}

}  // namespace tessera::driver
