// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tuning/microkernels.hpp"
#include "tuning/traffic.hpp"

// Register tiles that cover the results of a problem exactly.
namespace tessera::tuning {

/// Loops of the sum that are unrolled in one step of a tile.
using Form = std::vector<std::string>;

/// A register tile along the rows: `parts` of one dimension, times `width` of another.
struct Rows {
  std::string dim;
  std::vector<schemes::Part> parts;
  std::string across = {};
  std::int64_t width = 1;
};

struct Covering {
  Rows rows;
  std::int64_t vectors = 1;
  std::vector<schemes::Part> lanes;  ///< how often, vectors, lanes of each; or one, and lanes of several
  double cycles = 0;                 ///< of all steps of the sum, in the best form
};

/// What it costs alone: all steps of the sum.
struct Alone {
  double near = 0;       ///< cycles with all data in L1
  double crowded = 0;    ///< of these in steps that wait as their operands have displaced each other
  double displaced = 0;  ///< vectors that are asked for early, and displaced until they are needed
  double pages = 0;      ///< more than a core follows, each time that a tile's steps go on to the next places of them
  double cycles = 0;     ///< all in all
};

/// How often all parts run.
std::int64_t times_of(const std::vector<schemes::Part>&);

class Coverings {
 public:
  Coverings(const Problem&, const Machine&, const Microkernels&);

  /// Nothing, and short loops of the sum alone and together.
  const std::vector<Form>& forms() const { return forms_; }
  /// By one or two kinds of tiles of one or two dimensions: the `most` with the fewest cycles.
  std::vector<Covering> cheapest(std::size_t most) const;

  Alone alone(const Covering&, const Form&) const;
  const Traffic& traffic() const { return traffic_; }
  /// The measured form that behaves like this one: what matters is whether results of a tile share what they read.
  std::string like(const Rows&, const Form&) const;

 private:
  /// The vectors that results lie in.
  struct Lanes {
    std::int64_t of_vector = 1;
    std::int64_t together = 1;  ///< vectors that a tile has a multiple of
  };
  Lanes lanes_of_results() const;
  std::vector<Form> made_forms() const;
  std::int64_t steps(const Form&) const;
  /// What a tile of so many rows holds at once; the rows are those of one part.
  std::int64_t registers(const Rows&, std::int64_t rows, std::int64_t vectors) const;
  Microkernel tile(const Rows&, std::int64_t rows, std::int64_t vectors, const Form&) const;
  void along_rows(std::vector<Covering>&, std::int64_t vectors) const;
  void cover(std::vector<Covering>&, Rows, std::int64_t vectors) const;
  std::vector<schemes::Part> along_lanes(std::int64_t vectors) const;
  std::int64_t vectors_of(const schemes::Part& lanes) const;
  bool are_shared(const Rows&, const std::string& sum) const;
  /// Cycles of a step of the sum: as measured, or as modelled.
  double cycles_of(const Microkernel&) const;
  /// What it takes more where some are unrolled, for the addresses of so many elements of each.
  double addresses(std::int64_t elements, const Form& written) const;
  /// Both, in the mean of all tiles of these parts.
  double cycles_of_step(const Rows&, const schemes::Part& rows, std::int64_t vectors, const Form&) const;
  /// What of the tiles of this part of the rows hold results that lack terms.
  double share_at(const Edge&, const Rows&, const schemes::Part& rows) const;
  /// What a tile of several pixels and the steps that are unrolled read of an operand that is not in vectors.
  struct AtOnce {
    double crowded = 0;  ///< share of the steps that wait as their operands have displaced each other
    double pages = 0;    ///< with several lines of each row in them
  };
  AtOnce at_once(const Rows&, const Form&) const;
  /// What of the vectors of operands is displaced between being asked for and being used.
  double displaced_share(std::int64_t panel, const Form&) const;

  const Problem& p_;
  const Machine& m_;
  const Microkernels& microkernels_;
  Traffic traffic_;
  Lanes lanes_;
  std::vector<Form> forms_;
  mutable std::map<std::vector<std::string>, AtOnce> at_once_;  ///< of tiles that were asked for
};

}  // namespace tessera::tuning
