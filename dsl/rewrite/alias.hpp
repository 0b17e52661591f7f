// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of our primitives in other systems: read from Primitive::known_as.
#include <string>
#include <string_view>
#include <vector>

#include "dsl/rewrite/primitive.hpp"

namespace tessera {

/// One term of "split (Halide, TVM); tile (Halide), with reorder_loops; strip-mining".
struct Alias {
  std::string term;
  std::string systems;  ///< "Halide, TVM"; may be empty
  std::string remark;   ///< "with reorder_loops"; may be empty

  /// "split (Halide, TVM)"
  std::string text() const;
};
std::vector<Alias> aliases(const Primitive&);

/// "did you mean `divide_loop`, known as split (Halide, TVM)?" for another system's word in any spelling (`Split`,
/// `strip_mining`); else by similarity to our names and `others`; "" when nothing is near.
std::string suggest_primitive(std::string_view word, const std::vector<std::string>& others = {});

}  // namespace tessera
