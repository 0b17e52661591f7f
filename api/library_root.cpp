// SPDX-License-Identifier: Apache-2.0
#include "api/library_root.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>

namespace tessera::api {
namespace {

namespace fs = std::filesystem;

// The file that holds this code: the shared library, or the program.
fs::path own_file() {
  Dl_info info{};
  std::error_code ignored;
  bool found = ::dladdr(reinterpret_cast<const void*>(&own_file), &info) != 0 && info.dli_fname;
  if (found && std::string_view(info.dli_fname).find('/') != std::string_view::npos)
    return fs::canonical(info.dli_fname, ignored);
  return fs::read_symlink("/proc/self/exe", ignored);  // of a program that was found by PATH dladdr knows a bare name
}

fs::path shipped_folder(const char* variable, const char* name, const char* in_sources) {
  if (const char* given = std::getenv(variable)) return given;
  fs::path folder = own_file().parent_path();  // bin, lib or lib/<architecture> of the prefix
  for (int level = 0; level < 3; ++level, folder = folder.parent_path()) {
    std::error_code ignored;
    fs::path shipped = folder / TESSERA_DATA_DIR "/tessera" / name;
    if (fs::is_directory(shipped, ignored)) return shipped;
  }
  return in_sources;
}

}  // namespace

fs::path library_root() { return shipped_folder("TESSERA_HWLIB", "hwlib", TESSERA_HWLIB_DIR); }

fs::path tuned_root() { return shipped_folder("TESSERA_TUNED", "tuned", TESSERA_TUNED_DIR); }

fs::path templates_root() { return shipped_folder("TESSERA_TEMPLATES", "templates", TESSERA_TEMPLATES_DIR); }

}  // namespace tessera::api
