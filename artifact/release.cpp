// SPDX-License-Identifier: Apache-2.0
#include "artifact/release.hpp"

#include <fmt/format.h>

#include <sstream>

#include "dsl/support/version.hpp"

namespace tessera::artifact {

std::string release() {
  const std::string text = version();
  return text.substr(0, text.find_first_not_of("0123456789."));
}

std::string with_version(std::string text) {
  std::istringstream in(release());
  int major = 0, minor = 0, patch = 0;
  char dot = '.';
  in >> major >> dot >> minor >> dot >> patch;
  const std::string number = std::to_string(major * 10000 + minor * 100 + patch);
  for (const auto& [word, value] :
       {std::pair("TESSERA_RELEASE_NUMBER", number), std::pair("TESSERA_RELEASE", release())})
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += value.size())
      text.replace(at, std::string_view(word).size(), value);
  return text;
}

std::string version_macros(const std::string& stem_in_capitals) {
  return with_version(
      fmt::format("/* The version, as text and as major * 10000 + minor * 100 + patch. */\n"
                  "#define {0}_VERSION \"TESSERA_RELEASE\"\n#define {0}_VERSION_NUMBER TESSERA_RELEASE_NUMBER\n",
                  stem_in_capitals));
}

}  // namespace tessera::artifact
