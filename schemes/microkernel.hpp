// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>

#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

namespace tessera::schemes {

/// A loop made by a specifier.
struct Made {
  Specifier::Kind kind;
  Cursor loop;
};

/// Prefetch distances of vectors of operands, in iterations of the loop around a tile; 0: no prefetch.
struct Ahead {
  std::int64_t usual = 0;
  std::map<std::string, std::int64_t> of = {};  ///< operands with their own distance
  std::set<std::string> next = {};              ///< operands with a prefetch of the next block

  std::int64_t operator()(const std::string& operand) const {
    const auto own = of.find(operand);
    return own == of.end() ? usual : own->second;
  }
};

/// Makes a register tile of the innermost loops, unrolled ones or lanes: operands are loaded once for all uses, and the
/// remaining loops are unrolled. `loops` are perfectly nested. The sum is kept in registers around the loops that it
/// does not depend on, unless it is there already (`has_tile`).
Proc microkernel(const Proc&, const std::vector<Made>& loops, bool has_tile, const schedules::VectorTarget&,
                 const Ahead&);

/// Only keeps the result in registers, around the loops that it does not depend on.
Proc result_in_registers(const Proc&, const std::vector<Made>& loops, const schedules::VectorTarget&);

}  // namespace tessera::schemes
