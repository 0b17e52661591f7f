#include "dsl/support/files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "dsl/support/diagnostic.hpp"

namespace tessera {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char* code, const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = code;
  d.message = message;
  d.hint = hint;
  throw InputError(d);
}

// The temporary files of a write in progress; whatever was not renamed is removed.
class Pending {
 public:
  ~Pending() {
    std::error_code ignored;
    for (const auto& [temporary, target] : files_) fs::remove(temporary, ignored);
  }
  void write(const fs::path& target, const std::string& contents) {
    fs::path temporary = target.string() + fmt::format(".{}.tmp", ::getpid());
    files_.emplace_back(temporary, target);
    std::ofstream out(temporary, std::ios::binary);
    out << contents;
    out.close();
    if (!out)
      fail("output", fmt::format("cannot write {}: {}", target.string(), std::strerror(errno)),
           "write to another folder");
  }
  void commit() {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      std::error_code error, ignored;
      fs::rename(files_[i].first, files_[i].second, error);
      if (!error) continue;
      for (std::size_t done = 0; done < i; ++done) fs::remove(files_[done].second, ignored);  // all or none
      fail("output", fmt::format("cannot write {}: {}", files_[i].second.string(), error.message()),
           "write to another folder");
    }
    files_.clear();
  }

 private:
  std::vector<std::pair<fs::path, fs::path>> files_;
};

}  // namespace

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path))
    fail("file",
         fmt::format("cannot read {}: {}", path.string(),
                     fs::is_directory(path) ? "it is a folder" : std::strerror(errno)),
         "relative names start at the current folder");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_files(const fs::path& folder, const std::vector<OutputFile>& files) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    fail("output", fmt::format("cannot make the folder {}: {}", folder.string(), error.message()),
         "write to another folder");
  Pending pending;
  for (const OutputFile& f : files) pending.write(folder / f.name, f.contents);
  pending.commit();
}

}  // namespace tessera
