// SPDX-License-Identifier: Apache-2.0
// Files are written all or not at all, and a failure loses nothing that was there.
#include <catch2/catch.hpp>

#include <fstream>
#include <map>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"

using namespace tessera;
namespace fs = std::filesystem;

namespace {

using Files = std::map<std::string, std::string>;

Files files_in(const ScratchFolder& folder) {
  Files out;
  for (const auto& e : fs::directory_iterator(folder.path()))
    out[e.path().filename()] = e.is_regular_file() ? read_file(e.path()) : "";
  return out;
}

std::string error_of(const ScratchFolder& folder, const std::vector<OutputFile>& files) {
  try {
    write_files(folder.path(), files);
  } catch (const InputError& e) { return e.diagnostic().code + ": " + e.diagnostic().message; }
  return "";
}

}  // namespace

TEST_CASE("new files replace old ones, and nothing else is left in the folder") {
  const ScratchFolder folder;
  write_files(folder.path(), {{"a.c", "old"}});
  write_files(folder.path(), {{"a.c", "new"}, {"a.h", "new"}});
  CHECK(files_in(folder) == Files{{"a.c", "new"}, {"a.h", "new"}});
}

TEST_CASE("where one file cannot be written, the others stay what they were") {
  const ScratchFolder folder;
  write_files(folder.path(), {{"q.c", "good"}});
  fs::create_directory(folder.path() / "q.h");
  const std::string error = error_of(folder, {{"q.c", "new"}, {"q.h", "new"}, {"r.c", "new"}});
  CHECK(error == "output: cannot write " + (folder.path() / "q.h").string() + ": it is a folder");
  CHECK(files_in(folder) == Files{{"q.c", "good"}, {"q.h", ""}});
}

// Names near the longest that there are: that of a temporary file, or of the one to keep, is too long for some.
TEST_CASE("a failure on the way restores what was replaced before it") {
  int failed = 0;
  for (std::size_t length = 200; length <= 255; ++length) {
    const ScratchFolder folder;
    const std::string name(length, 'n');
    std::ofstream(folder.path() / name) << "old";
    write_files(folder.path(), {{"a", "old"}});
    const bool ok = error_of(folder, {{"a", "new"}, {"b", "new"}, {name, "new"}}).empty();
    failed += !ok;
    if (ok) CHECK(files_in(folder) == Files{{"a", "new"}, {"b", "new"}, {name, "new"}});
    else CHECK(files_in(folder) == Files{{"a", "old"}, {name, "old"}});
  }
  CHECK(failed > 0);
}

TEST_CASE("folders that were made for files which cannot be written go away again") {
  const ScratchFolder folder;
  const std::string too_long(300, 'n');
  for (const char* made : {"new", "new/deeper", "new/deeper/", "new/../other"}) {
    CHECK_THROWS_AS(write_files(folder.path() / made, {{"a", "text"}, {too_long, "text"}}), InputError);
    CHECK(files_in(folder).empty());
  }
  fs::create_directory(folder.path() / "old");
  CHECK_THROWS_AS(write_files(folder.path() / "old" / "new", {{too_long, "text"}}), InputError);
  CHECK(fs::is_empty(folder.path() / "old"));
  write_files(folder.path() / "old" / "new", {{"a", "text"}});
  CHECK(read_file(folder.path() / "old" / "new" / "a") == "text");
}

TEST_CASE("what is behind links that lead to each other is refused, and the links stay") {
  const ScratchFolder folder;
  const fs::path loop = folder.path() / "loop", behind = loop / "a";
  fs::create_symlink("loop", loop);
  CHECK_THROWS_AS(is_there(behind), InputError);
  CHECK_THROWS_AS(first_existing({behind}), InputError);
  CHECK_THROWS_AS(read_file(behind), InputError);
  CHECK_THROWS_AS(write_files(loop, {{"a", "text"}}), InputError);
  CHECK(fs::is_symlink(loop));
  CHECK(is_there(folder.path()));
  CHECK_FALSE(is_there(folder.path() / "b"));
}

TEST_CASE("of several paths the first that is there is taken, and the first one when none is") {
  const ScratchFolder folder;
  write_files(folder.path(), {{"b", ""}, {"c", ""}});
  const fs::path a = folder.path() / "a", b = folder.path() / "b", c = folder.path() / "c";
  CHECK(first_existing({a, b, c}) == b.string());
  CHECK(first_existing({a, folder.path() / "d"}) == a.string());
}
