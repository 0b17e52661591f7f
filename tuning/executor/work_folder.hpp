// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace tessera::tuning {

/// A folder for one run at a time, on any machine that shares it; a run may take over the files of an earlier one.
class WorkFolder {
 public:
  /// Makes it. InputError "output" where it cannot be written, "work_folder" while another run uses it.
  explicit WorkFolder(const std::filesystem::path&);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }  ///< absolute
  /// The path of a new folder in it, not created.
  std::filesystem::path next();
  /// The existing ones, oldest first.
  std::vector<std::filesystem::path> all() const;

 private:
  std::filesystem::path path_;
  int lock_ = -1;
  std::size_t last_ = 0;
};

}  // namespace tessera::tuning
