// SPDX-License-Identifier: Apache-2.0
#include "artifact/workshop.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <vector>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"

namespace tessera::artifact {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write_to(const fs::path& folder, const std::error_code& error) {
  throw InputError("output", fmt::format("cannot write to the folder {}: {}", folder.string(), error.message()),
                   "write to another folder");
}

}  // namespace

Workshop::Workshop(const fs::path& folder)
    : folder_(fs::absolute(folder)),
      is_new_(!is_there(folder_)),
      path_(folder_ / fmt::format(".{}.partial", ::getpid())),
      removed_(path_, is_new_ ? folder_ : fs::path()) {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) cannot_write_to(folder, error);
}

Workshop::~Workshop() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (is_new_) fs::remove(folder_, ignored);  // only where it is empty
}

CompileOptions Workshop::options(CompileOptions out) const {
  out.home = folder_.string();
  out.output = path_.string();
  return out;
}

void Workshop::move() const try {
  const InterruptsWait whole;
  std::vector<fs::path> made;
  for (const fs::directory_entry& e : fs::recursive_directory_iterator(path_))
    if (!e.is_directory()) made.push_back(fs::relative(e.path(), path_));
  for (const fs::path& file : made)  // before the first is moved
    if (fs::is_directory(folder_ / file))
      throw InputError("output", fmt::format("cannot write {}: it is a folder", (folder_ / file).string()),
                       "write to another folder");
  for (const fs::path& file : made) {
    fs::create_directories((folder_ / file).parent_path());
    fs::rename(path_ / file, folder_ / file);
  }
} catch (const fs::filesystem_error& e) { cannot_write_to(folder_, e.code()); }

}  // namespace tessera::artifact
