// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "kernels/families/manifest.hpp"

namespace tessera::kernels::blas {

constexpr const char* blas_manifest_file = "tessera_blas.json";

/// The matrix products of a type for a target: a family of its own in a folder of the library.
struct BlasProduct {
  std::string target;         ///< the word of the hardware library
  std::string type;           ///< f32 or f64
  std::string folder;         ///< in that of the library
  std::string family;         ///< stem of the family's files
  int rows = 0, columns = 0;  ///< of the tile
  std::vector<std::string> flags, link_flags;
  std::vector<std::string> features;  ///< required CPU features
  std::size_t steps = 0, obligations = 0;
  std::vector<std::pair<std::string, std::string>> functions;  ///< by variant
  std::string dispatch;  ///< the C that checks the CPU: it must run on any, so it is compiled without the flags
  std::vector<std::string> sources;  ///< the C of the functions
  std::vector<std::string> linked;   ///< C of the hardware library: among the sources of its target's first product
  std::vector<std::string> headers;  ///< of the hardware library

  /// The function of one of the family's variants.
  const std::string& function(const std::string& variant) const;
};

/// A library of matrix products.
struct BlasManifest {
  std::vector<std::string> targets;   ///< the best first
  std::vector<std::string> sources;   ///< the C around the products
  std::vector<BlasProduct> products;  ///< in the order of the targets
  std::string built;                  ///< path of the shared object; empty: not compiled
};

/// The products of a family that lies in the folder of its target and type.
BlasProduct blas_product(const std::string& target, const FamilyManifest&);

/// Adds the C that a product is linked with to its sources, unless an earlier one of its target has it.
void add_linked(std::vector<BlasProduct>&);

/// tessera_blas.json, and what `tessera blas --json` prints.
nlohmann::ordered_json to_json(const BlasManifest&);

}  // namespace tessera::kernels::blas
