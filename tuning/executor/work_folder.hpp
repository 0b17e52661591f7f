// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace tessera::tuning {

/// A folder that one run uses at a time, on any machine that shares it: what another run left there can be taken over.
class WorkFolder {
 public:
  /// Makes it. InputError "output" where it cannot be written, "work_folder" while another run uses it.
  explicit WorkFolder(const std::filesystem::path&);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }  ///< absolute
  /// A new folder's path in it; it is not made.
  std::filesystem::path next();
  /// Those that were made, the oldest first.
  std::vector<std::filesystem::path> all() const;

 private:
  std::filesystem::path path_;
  int lock_ = -1;
  std::size_t last_ = 0;
};

}  // namespace tessera::tuning
