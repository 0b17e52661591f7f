// SPDX-License-Identifier: Apache-2.0
#include "artifact/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "dsl/support/diagnostic.hpp"

namespace tessera::artifact {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
    bug("libcrypto has no SHA-256");
  std::string out;
  for (unsigned i = 0; i < size; ++i) out += fmt::format("{:02x}", digest[i]);
  return out;
}

}  // namespace tessera::artifact
