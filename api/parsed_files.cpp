// SPDX-License-Identifier: Apache-2.0
#include "api/parsed_files.hpp"

#include <map>
#include <mutex>

#include "dsl/support/files.hpp"

namespace tessera::api {
namespace {

struct KeptFile {
  std::string text;
  syntax::ParsedTextRef parsed;
};

}  // namespace

syntax::ParsedTextRef parsed_file(const std::filesystem::path& path) {
  static std::mutex one_at_a_time;
  static auto& kept = *new std::map<std::filesystem::path, KeptFile>;  // not taken apart when the process ends
  std::string text = read_file(path);
  const std::lock_guard lock(one_at_a_time);
  KeptFile& file = kept[path];
  if (file.parsed && file.text == text) return file.parsed;
  file.parsed = syntax::parse_text(text, path.string());
  file.text = std::move(text);
  return file.parsed;
}

}  // namespace tessera::api
