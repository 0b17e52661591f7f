// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

// Optimization schemes: how a nest of loops is tiled, covered exactly by several microkernels, unrolled and computed in
// vectors, from the outermost loop inwards ("Efficient convolution optimisation by composing micro-kernels", section
// 3.2). As text, for a product of 128 x 128 x 64:
//   R(j) Lseq(i, a, [(12, 6), (8, 7)]) T(64, k) U(a, i) U(2, j) V(j)
namespace tessera::schemes {

/// The iterations of a loop: a number, or a parameter of an outer Lseq.
struct Count {
  std::int64_t number = 0;
  std::string parameter = {};
  bool is_distance = false;  ///< the number counts even where it is 0
  bool is_next = false;      ///< of a prefetch: the next block, instead of a distance
  bool is_given() const { return number > 0 || !parameter.empty(); }
};

/// A part of an Lseq: a loop of `times` iterations, with these values of the parameters.
struct Part {
  std::int64_t times = 0;
  std::vector<std::int64_t> values = {};
};

struct Specifier {
  enum class Kind {
    all,       ///< R(d): the loop over the whole dimension, in steps of the inner loops
    tile,      ///< T(n, d): n iterations
    unroll,    ///< U(n, d): the same, unrolled: a register tile
    vector,    ///< V(d): the lanes of a vector; V(n, d): the first n of them, or n in as many vectors as they need,
               ///< the last of them in part
    sequence,  ///< Lseq(d, a, [(r1, a1), …]): consecutive loops along d
    pack,      ///< Pack(A): no loop; the elements of array A that the inner loops read are copied first
    prefetch   ///< Prefetch(A, n): no loop; vectors of A are prefetched n iterations of the loop around a register tile
               ///< before their use, n = 0: never. Prefetch(C) of a result: when a tile's sum begins.
               ///< Prefetch(A, next): the next block of A, while tiles read the one before it again
  };
  Kind kind = Kind::all;
  std::string dim;                           ///< empty without a loop
  Count count = {};                          ///< of a tile, an unrolled loop, of lanes, or of a prefetch
  std::vector<std::string> parameters = {};  ///< of a sequence: one, or Lseq(d, (a, b), [(r1, a1, b1), …])
  std::vector<Part> parts = {};
  bool is_parallel = false;  ///< par R(d), par T(n, d), par Lseq(…): iterations run concurrently
  std::string array = {};    ///< of a pack or a prefetch
  bool is_loop() const { return kind != Kind::pack && kind != Kind::prefetch; }
};
/// Specifiers of a register tile.
inline bool is_register(Specifier::Kind k) { return k == Specifier::Kind::unroll || k == Specifier::Kind::vector; }
using Scheme = std::vector<Specifier>;

/// Commas between specifiers, and brackets around all, are optional. InputError "scheme" with the place.
Scheme parse(const std::string& text);
std::string text(const Specifier&);
std::string text(const Scheme&);

/// A scheme on a nest: each loop with its extents. Parameters have their values, and an Lseq is several tilings.
struct Tiling {
  Specifier::Kind kind =
      Specifier::Kind::tile;  ///< no loop for a sequence (its parts are inner), a pack, and a prefetch
  std::string dim;
  std::int64_t times = 1;
  std::map<std::string, std::int64_t> covers;  ///< iterations of each dimension, this loop's included
  std::vector<Tiling> inner;                   ///< empty innermost; one, or the parts of a sequence
  bool is_parallel = false;
  std::string array = {};                     ///< of a pack or a prefetch
  std::optional<std::int64_t> distance = {};  ///< of a prefetch
  bool is_next = false;                       ///< a prefetch of the next block

  std::int64_t covered(const std::string& dimension) const {
    const auto at = covers.find(dimension);
    return at == covers.end() ? 1 : at->second;
  }
  /// The extent of one iteration along its own dimension.
  std::int64_t step() const { return covered(dim) / times; }
};

/// The iterations of each loop of a nest, by its counter, outermost first.
using Extents = std::vector<std::pair<std::string, std::int64_t>>;

/// InputError "scheme" where the scheme does not cover the extents exactly, or is invalid: the misfit, and the nearest
/// valid scheme.
Tiling fit(const Scheme&, const Extents&, std::int64_t lanes);

/// The loops in the papers' notation: "for (i = 0; i < 72; i += 6)", indented, and the microkernels inside.
std::string structure(const Tiling&, const Extents&);

/// The register tiles alone in the notation of the papers' tables, vectors counted as one: "11[3S5Q2K] + [3S1Q2K]" is
/// eleven runs of one to one run of another.
std::string register_tiles(const Scheme&, std::int64_t lanes);

}  // namespace tessera::schemes
