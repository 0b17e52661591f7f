// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>

#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

namespace tessera::schemes {

/// A loop that a specifier made.
struct Made {
  Specifier::Kind kind;
  Cursor loop;
};

/// Prefetch distances of vectors of operands, in iterations of the loop around a tile; 0: no prefetch.
struct Ahead {
  std::int64_t usual = 0;
  std::map<std::string, std::int64_t> of = {};  ///< operands with a distance of their own
  std::set<std::string> next = {};              ///< operands whose next block is prefetched too

  std::int64_t operator()(const std::string& operand) const {
    const auto own = of.find(operand);
    return own == of.end() ? usual : own->second;
  }
};

/// Makes a register tile of the innermost loops, those that are unrolled or lanes: operands are loaded once for all
/// that they serve, and what is left of the loops is unrolled. `loops` hold nothing but each other. What is summed
/// is brought to registers around the loops that it does not depend on, unless it lies there (`has_tile`).
Proc microkernel(const Proc&, const std::vector<Made>& loops, bool has_tile, const schedules::VectorTarget&,
                 const Ahead&);

/// Only stages the result in registers, around the loops that it does not depend on.
Proc result_in_registers(const Proc&, const std::vector<Made>& loops, const schedules::VectorTarget&);

}  // namespace tessera::schemes
