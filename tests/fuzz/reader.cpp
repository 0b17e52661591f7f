// SPDX-License-Identifier: Apache-2.0
// One libFuzzer target per reader (READER): any text must be read, or refused in words at a place. Built with
// TESSERA_BUILD_FUZZERS by clang.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/texts.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  bool read = false;
  const std::string wrong = tessera::fuzz::wrong_refusal(tessera::fuzz::Reader::READER, text, read);
  if (wrong.empty()) return 0;
  std::fprintf(stderr, "%s\n", wrong.c_str());
  std::abort();
}
