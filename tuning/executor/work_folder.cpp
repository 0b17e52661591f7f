// SPDX-License-Identifier: Apache-2.0
#include "tuning/executor/work_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>

#include "dsl/support/diagnostic.hpp"

namespace tessera::tuning {
namespace {

namespace fs = std::filesystem;

fs::path made(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  fs::path out;
  if (!error) out = fs::canonical(folder, error);
  if (error)
    throw InputError("output", fmt::format("cannot make the folder {}: {}", folder.string(), error.message()),
                     "--work-folder takes another");
  return out;
}

int locked(const fs::path& folder) {
  const int file = ::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0)
    throw InputError("output", fmt::format("cannot write into {}: {}", folder.string(), std::strerror(errno)),
                     "--work-folder takes another");
  // A file system without locks gives another error: then locking is skipped.
  if (::flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return file;
  ::close(file);
  throw InputError("work_folder", fmt::format("another run of `tessera tune` uses {}", folder.string()),
                   "wait for its end, or take another with --work-folder");
}

}  // namespace

WorkFolder::WorkFolder(const fs::path& folder) : path_(made(folder)), lock_(locked(path_)) {}

WorkFolder::~WorkFolder() { ::close(lock_); }

fs::path WorkFolder::next() { return path_ / fmt::format("array-{}", ++last_); }

std::vector<fs::path> WorkFolder::all() const {
  std::map<std::size_t, fs::path> found;
  for (const fs::directory_entry& e : fs::directory_iterator(path_)) {
    std::size_t number = 0;
    if (std::sscanf(e.path().filename().c_str(), "array-%zu", &number) == 1) found[number] = e.path();
  }
  std::vector<fs::path> out;
  for (const auto& [number, path] : found) out.push_back(path);
  return out;
}

}  // namespace tessera::tuning
