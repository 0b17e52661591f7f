// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/interrupted.hpp"

namespace tessera {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& target, const std::string& reason) {
  throw InputError("output", fmt::format("cannot write {}: {}", target.string(), reason), "write to another folder");
}

// A write in progress. Without commit it is undone: new files are removed, replaced ones restored.
class Pending {
 public:
  ~Pending() {
    std::error_code ignored;
    for (auto f = files_.rbegin(); f != files_.rend(); ++f) {
      fs::remove(f->temporary, ignored);
      if (f->is_kept) fs::rename(f->kept, f->target, ignored);
      else if (f->is_placed) fs::remove(f->target, ignored);
    }
  }
  void write(const fs::path& target, const std::string& contents) {
    const std::string beside = fmt::format("{}.{}.{}", target.string(), ::getpid(), files_.size());
    files_.push_back({target, beside + ".tmp", beside + ".before"});
    std::ofstream out(files_.back().temporary, std::ios::binary);
    out << contents;
    out.close();
    if (!out) cannot_write(target, std::strerror(errno));
  }
  void commit() {
    for (File& f : files_) place(f);
    std::error_code ignored;
    for (const File& f : files_)
      if (f.is_kept) fs::remove(f.kept, ignored);
    files_.clear();
  }

 private:
  struct File {
    fs::path target, temporary, kept;  ///< `kept`: a copy of what was there before
    bool is_kept = false, is_placed = false;
  };

  static void place(File& f) {
    std::error_code error;
    if (fs::exists(f.target, error)) f.is_kept = fs::copy_file(f.target, f.kept, error);
    if (!error) fs::rename(f.temporary, f.target, error);
    if (error) cannot_write(f.target, error.message());
    f.is_placed = true;
  }

  std::vector<File> files_;
};

// Folders that are made for files. Those that hold nothing go away again unless they are kept.
class NewFolders {
 public:
  explicit NewFolders(const fs::path& innermost) : innermost_(innermost) {
    std::error_code error;
    for (fs::path f = innermost; !f.empty() && fs::symlink_status(f, error).type() == fs::file_type::not_found;
         f = f.parent_path())
      new_.push_back(f);
  }
  ~NewFolders() {
    std::error_code ignored;
    for (const fs::path& f : new_) fs::remove(f, ignored);
  }
  void make() const {
    std::error_code error;
    fs::create_directories(innermost_, error);
    if (error)
      throw InputError("output", fmt::format("cannot make the folder {}: {}", innermost_.string(), error.message()),
                       "write to another folder");
  }
  void keep() { new_.clear(); }

 private:
  fs::path innermost_;
  std::vector<fs::path> new_;
};

// A folder or device of this name is nothing that a file may replace.
void check_replaceable(const fs::path& target) {
  std::error_code error;
  const fs::file_status there = fs::status(target, error);
  if (fs::exists(there) && !fs::is_regular_file(there))
    cannot_write(target, fs::is_directory(there) ? "it is a folder" : "it is not a regular file");
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string why = in ? "" : std::strerror(errno);
  std::error_code unknown;
  const bool is_folder = fs::is_directory(path, unknown);
  if (!in || is_folder)
    throw InputError("file", fmt::format("cannot read {}: {}", path.string(), is_folder ? "it is a folder" : why),
                     "relative names start at the current folder");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool is_there(const fs::path& path) {
  std::error_code error;
  const bool out = fs::exists(path, error);
  if (error)
    throw InputError("file", fmt::format("cannot look for {}: {}", path.string(), error.message()),
                     "does a link of it lead back to itself, or may you not read one of its folders?");
  return out;
}

std::string first_existing(const std::vector<fs::path>& paths) {
  for (const fs::path& p : paths)
    if (is_there(p)) return p.string();
  return paths.front().string();
}

void write_files(const fs::path& folder, const std::vector<OutputFile>& files) {
  const InterruptsWait whole;  // all of them are written, or none
  NewFolders folders(folder);
  folders.make();
  for (const OutputFile& f : files) check_replaceable(folder / f.name);
  Pending pending;
  for (const OutputFile& f : files) pending.write(folder / f.name, f.contents);
  pending.commit();
  folders.keep();
}

}  // namespace tessera
