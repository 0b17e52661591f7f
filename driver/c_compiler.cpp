#include "driver/c_compiler.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "dsl/support/diagnostic.hpp"

namespace tessera::driver {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void no_folder(const std::string& why) {
  Diagnostic d;
  d.code = "output";
  d.message = fmt::format("--cc cannot make a temporary folder: {}", why);
  d.hint = "set TMPDIR to a folder that can be written";
  throw InputError(d);
}

// A folder that goes away again.
struct Scratch {
  fs::path path;
  Scratch() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "tessera.XXXXXX").string();  // mkdtemp fills in the six
    if (error) no_folder(error.message());
    if (!::mkdtemp(name.data())) no_folder(std::strerror(errno));
    path = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

// Exit status of the program with its output in `log`; 127 when there is no such program.
int run(std::vector<std::string> words, const fs::path& log) {
  pid_t child = ::fork();
  if (child == 0) {
    std::vector<char*> arguments;
    for (std::string& w : words) arguments.push_back(w.data());
    arguments.push_back(nullptr);
    if (!std::freopen(log.c_str(), "w", stdout) || ::dup2(1, 2) < 0) std::_Exit(126);
    ::execvp(arguments[0], arguments.data());
    std::_Exit(127);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) < 0) bug("cannot start a process");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

}  // namespace

void check_compiles(const std::string& compiler, const std::string& stem, const std::vector<std::string>& flags,
                    const std::vector<OutputFile>& files) {
  Scratch scratch;
  write_files(scratch.path, files);
  std::vector<std::string> words{compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-c"};
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(), {(scratch.path / (stem + ".c")).string(), "-o", (scratch.path / "kernel.o").string()});
  int status = run(std::move(words), scratch.path / "log");
  if (status == 0) return;
  Diagnostic d;
  d.code = "compiler";
  if (status == 127) {
    d.message = fmt::format("there is no compiler '{}'", compiler);
    d.hint = "install it, name another with --cc, or leave --cc out";
    throw InputError(d);
  }
  d.message = fmt::format("{} does not accept the generated C; nothing was written", compiler);
  d.notes.push_back({{}, read_file(scratch.path / "log")});
  d.hint = "an instruction's C template or the flags of its library may be wrong";
  throw CheckError(d);
}

}  // namespace tessera::driver
