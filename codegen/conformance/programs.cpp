// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/programs.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "codegen/conformance/version.hpp"
#include "dsl/support/lines.hpp"
#include "dsl/support/process.hpp"

namespace tessera::conformance {
namespace {

using Words = std::vector<std::string>;

constexpr unsigned seconds = 60;

Words with(Words command, std::initializer_list<std::string> more) {
  command.insert(command.end(), more);
  return command;
}

// Whatever the compiler is called: clang defines __GNUC__ too.
const char* const question = R"(#if defined(__clang__)
tessera_says clang __clang_major__ __clang_minor__ __clang_patchlevel__
#elif defined(__GNUC__)
tessera_says gcc __GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__
#endif
)";

Compiler answer_of(const Words& command) {
  const ScratchFolder scratch;
  const std::string file = (scratch.path() / "question.c").string();
  std::ofstream(file) << question;
  const ProcessResult run = run_process_apart(with(command, {"-E", "-P", file}), scratch.path() / "log", seconds);
  Compiler out;
  if (run.status != 0)
    out.refusal =
        run.errors.empty() ? fmt::format("ended with status {}", run.status) : tessera::first_line(run.errors);
  const std::size_t at = run.output.find("tessera_says ");
  if (at == std::string::npos) return out;
  std::istringstream in(run.output.substr(at));
  std::string word, major, minor, patch;
  in >> word >> out.kind >> major >> minor >> patch;
  out.version = fmt::format("{}.{}.{}", major, minor, patch);
  return out;
}

// What a target lacks is missed by the compiler or the linker.
Around around_of(const Words& command) {
  const ScratchFolder scratch;
  const std::string file = (scratch.path() / "question.c").string(), program = (scratch.path() / "program").string();
  std::ofstream(file) << guard_page_question();
  const ProcessResult run =
      run_process_apart(with(command, {"-std=gnu11", file, "-o", program}), scratch.path() / "log", seconds);
  return run.status == 0 ? Around::guard_pages : Around::canaries;
}

// The first error of a compiler, without its place; else how it ended.
std::string error_in(const ProcessResult& run) {
  const std::size_t at = run.errors.find("error: ");
  if (at == std::string::npos) return fmt::format("it ended with status {}", run.status);
  return tessera::first_line(run.errors.substr(at + 7));
}

// A compiler for another target may be there without the C library of that target.
std::string no_library(const Words& command) {
  const ScratchFolder scratch;
  const std::string file = (scratch.path() / "question.c").string(), program = (scratch.path() / "program").string();
  std::ofstream(file) << "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { return puts(\"\") < 0; }\n";
  const ProcessResult run = run_process_apart(with(command, {file, "-o", program}), scratch.path() / "log", seconds);
  if (run.status == 0) return "";
  return fmt::format(
      "no C library of its target is here ({}); Debian has those of other machines in packages such as "
      "libc6-dev-ARCHITECTURE-cross",
      error_in(run));
}

std::string first_line_of(const Words& command) {
  const ScratchFolder scratch;
  const ProcessResult run = run_process_apart(command, scratch.path() / "log", seconds);
  if (run.status != 0) return "";
  return tessera::first_line(run.output.empty() ? run.errors : run.output);
}

}  // namespace

const Compiler& Programs::compiler(const Words& command) {
  const auto [at, is_new] = compilers_.try_emplace(command);
  if (!is_new) return at->second;
  at->second = answer_of(command);
  if (at->second.refusal.empty()) at->second.around = around_of(command);
  if (at->second.around == Around::canaries) at->second.refusal = no_library(command);
  at->second.says = first_line(with(command, {"--version"}));
  if (at->second.version.empty()) at->second.version = version_in(at->second.says);
  return at->second;
}

const std::string& Programs::first_line(const Words& command) {
  const auto [at, is_new] = lines_.try_emplace(command);
  if (is_new) at->second = first_line_of(command);
  return at->second;
}

}  // namespace tessera::conformance
