#include "driver/load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "dsl/check/bounds.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"

namespace tessera::driver {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char* code, const std::string& message, const std::string& hint = "") {
  Diagnostic d;
  d.code = code;
  d.message = message;
  d.hint = hint;
  throw InputError(d);
}

// Where the shipped libraries lie: TESSERA_HWLIB if it is set, else beside the sources or the installation.
fs::path library_root() {
  if (const char* given = std::getenv("TESSERA_HWLIB")) return given;
  return TESSERA_HWLIB_DIR;
}

std::vector<fs::path> tess_files(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code error;
  for (const fs::directory_entry& e : fs::directory_iterator(folder, error))
    if (e.path().extension() == ".tess") out.push_back(e.path());
  std::sort(out.begin(), out.end());
  return out;
}

void append(syntax::Module& to, const syntax::Module& from) {
  to.procs.insert(to.procs.end(), from.procs.begin(), from.procs.end());
  to.memories.insert(to.memories.end(), from.memories.begin(), from.memories.end());
  to.configs.insert(to.configs.end(), from.configs.begin(), from.configs.end());
}

std::map<std::string, std::string> settings(const std::vector<std::string>& given) {
  std::map<std::string, std::string> out;
  for (const std::string& s : given) {
    auto eq = s.find('=');
    if (eq == std::string::npos || eq == 0) fail("usage", fmt::format("--set wants name=value, not '{}'", s));
    out[s.substr(0, eq)] = s.substr(eq + 1);
  }
  return out;
}

}  // namespace

std::vector<std::string> shipped_libraries() {
  std::vector<std::string> out;
  std::error_code error;
  for (const fs::directory_entry& e : fs::directory_iterator(library_root(), error))
    if (e.is_directory() && !tess_files(e.path()).empty()) out.push_back(e.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

script::Library load_library(const std::string& name_or_path) {
  bool is_path = name_or_path.find('/') != std::string::npos;
  fs::path folder = is_path ? fs::path(name_or_path) : library_root() / name_or_path;
  std::vector<fs::path> files = tess_files(folder);
  if (files.empty())
    fail("hwlib", fmt::format("there is no hardware library '{}'", name_or_path),
         fmt::format("shipped: {}; a library of your own is given as the path of its folder, with a /",
                     fmt::join(shipped_libraries(), ", ")));
  if (!folder.has_filename()) folder = folder.parent_path();
  script::Library library{folder.filename().string(), {}};
  for (const fs::path& f : files) {
    const syntax::Module* so_far[] = {&library.module};
    append(library.module, syntax::parse_module(read_file(f), f.string(), so_far));
  }
  return library;
}

Loaded load(const Job& job) {
  Loaded out;
  out.context = std::make_shared<Context>();
  script::Inputs inputs;
  for (const std::string& name : job.libraries) inputs.libraries.push_back(load_library(name));
  std::vector<const syntax::Module*> modules;
  for (const script::Library& l : inputs.libraries) {
    modules.push_back(&l.module);
    for (const ir::ProcRef& p : l.module.procs)
      check::check_accesses(*p, out.context->solver);  // what an instruction means must be sound
  }
  syntax::Module program = syntax::parse_module(read_file(job.file), job.file, modules);
  ir::ProcRef chosen =
      job.proc.empty() ? (program.procs.empty() ? nullptr : program.procs.back()) : program.proc(job.proc);
  if (!chosen)
    fail("name", job.proc.empty() ? fmt::format("{} holds no procedure", job.file)
                                  : fmt::format("{} holds no procedure '{}'", job.file, job.proc));
  for (const ir::ProcRef& p : program.procs) {
    if (job.check_input) check::check_accesses(*p, out.context->solver);
    if (p != chosen) inputs.procs.emplace_back(p, out.context);
  }
  inputs.procs.emplace_back(chosen, out.context);
  inputs.memories = program.memories;
  inputs.configs = program.configs;
  inputs.settings = settings(job.settings);
  out.original = inputs.procs.back();
  out.scheduled = job.schedule.empty() ? out.original
                                       : script::evaluate(syntax::parse_schedule(read_file(job.schedule), job.schedule),
                                                          inputs, out.context);
  return out;
}

}  // namespace tessera::driver
