// SPDX-License-Identifier: Apache-2.0
#include "artifact/c_compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/process.hpp"

namespace tessera::artifact {
namespace {

ProcessResult run_compiler(std::vector<std::string> words, const std::filesystem::path& log, const char* otherwise) {
  constexpr unsigned seconds = 3600;
  const std::string compiler = words.front();
  ProcessResult run = run_process(std::move(words), log, seconds);
  if (run.status == 127) throw InputError("compiler", fmt::format("there is no compiler '{}'", compiler), otherwise);
  return run;
}

void search_in(const std::vector<std::filesystem::path>& folders, std::vector<std::string>& words) {
  for (const std::filesystem::path& folder : folders) words.push_back("-I" + folder.string());
}

// ---- shared objects

constexpr const char* another_compiler = "install it, or name another with --cc";

std::string object_file(const std::filesystem::path& scratch, std::size_t number) {
  return (scratch / fmt::format("{}.o", number)).string();
}

[[noreturn]] void refused(const SharedObjectJob& job, const std::string& file, const std::vector<std::string>& flags,
                          const ProcessResult& run) {
  Diagnostic d;
  d.code = "compiler";
  d.message = fmt::format("{} did not compile {} (exit status {})", job.compiler, file, run.status);
  if (!run.output.empty()) d.notes.push_back({{}, run.output});
  d.hint = fmt::format("another compiler with --cc, one for this machine that knows the flags {}",
                       fmt::join(flags.empty() ? job.flags : flags, " "));
  throw InputError(d);
}

void compile_object(const SharedObjectJob& job, std::size_t number, const std::filesystem::path& scratch) {
  const CSource& source = job.sources.at(number);
  const std::string object = object_file(scratch, number);
  std::vector<std::string> words{job.compiler, "-std=c11", "-O2", "-fPIC", "-I" + job.folder.string(), "-c"};
  words.insert(words.end(), job.flags.begin(), job.flags.end());
  words.insert(words.end(), source.flags.begin(), source.flags.end());
  words.insert(words.end(), {(job.folder / source.file).string(), "-o", object});
  const ProcessResult run = run_compiler(std::move(words), object + ".log", another_compiler);
  if (run.status != 0 || !std::filesystem::exists(object)) refused(job, source.file, source.flags, run);
}

// A free worker takes the next one; after an error no worker takes another.
void compile_objects(const SharedObjectJob& job, const std::filesystem::path& scratch) {
  std::atomic<std::size_t> next = 0, done = 0;
  auto work = [&] {
    try {
      for (std::size_t i = next++; i < job.sources.size(); i = next++, ++done) compile_object(job, i, scratch);
    } catch (...) {
      next = job.sources.size();
      throw;
    }
  };
  std::vector<std::future<void>> workers;
  for (unsigned i = 0; i < std::max(1u, job.jobs); ++i) workers.push_back(std::async(std::launch::async, work));
  for (std::future<void>& w : workers)
    while (w.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready) job.told(done);
  for (std::future<void>& w : workers) w.get();
}

}  // namespace

void check_compiles(const std::string& compiler, const std::string& stem, const std::vector<std::string>& flags,
                    const std::vector<OutputFile>& files, const std::vector<std::filesystem::path>& folders) {
  const ScratchFolder scratch;
  write_files(scratch.path(), files);
  std::vector<std::string> words{compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-c"};
  search_in(folders, words);
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

bool accepts_headers(const std::string& compiler, const std::vector<std::string>& flags,
                     const std::vector<std::string>& headers, const std::vector<std::filesystem::path>& folders) {
  const ScratchFolder scratch;
  std::string source = "int tessera;\n";
  for (const std::string& header : headers) source += fmt::format("#include <{}>\n", header);
  write_files(scratch.path(), {{"headers.c", source}});
  std::vector<std::string> words{compiler, "-std=c11", "-fsyntax-only"};
  search_in(folders, words);
  words.insert(words.end(), flags.begin(), flags.end());
  words.push_back((scratch.path() / "headers.c").string());
  return run_compiler(std::move(words), scratch.path() / "log", another_compiler).status == 0;
}

std::string build_program(const ProgramJob& job) {
  const ScratchFolder scratch;
  std::vector<std::string> words{job.compiler, "-std=gnu11", "-O3"};
  search_in(job.folders, words);
  words.insert(words.end(), job.flags.begin(), job.flags.end());
  for (const std::filesystem::path& source : job.sources) words.push_back(source.string());
  words.insert(words.end(), job.link_flags.begin(), job.link_flags.end());
  words.insert(words.end(), {"-o", job.program.string()});
  const ProcessResult run = run_compiler(std::move(words), scratch.path() / "log", another_compiler);
  if (run.status == 0 && std::filesystem::exists(job.program)) return "";
  return run.output.empty() ? fmt::format("exit status {}", run.status) : run.output;
}

void compile_shared(const SharedObjectJob& job) {
  const ScratchFolder scratch;
  compile_objects(job, scratch.path());
  const std::filesystem::path linked = job.folder / (job.object + ".partial");
  std::vector<std::string> words{job.compiler, "-shared"};
  for (std::size_t i = 0; i < job.sources.size(); ++i) words.push_back(object_file(scratch.path(), i));
  words.insert(words.end(), job.flags.begin(), job.flags.end());
  words.insert(words.end(), job.link_flags.begin(), job.link_flags.end());
  words.insert(words.end(), {"-o", linked.string()});
  const ProcessResult run = run_compiler(std::move(words), scratch.path() / "log", another_compiler);
  if (run.status != 0 || !std::filesystem::exists(linked)) refused(job, job.object, job.link_flags, run);
  std::filesystem::rename(linked, job.folder / job.object);
}

}  // namespace tessera::artifact
