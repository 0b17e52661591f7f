#pragma once
#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

namespace tessera::schemes {

/// A loop that a specifier made.
struct Made {
  Specifier::Kind kind;
  Cursor loop;
};

inline bool is_register(Specifier::Kind k) { return k == Specifier::Kind::unroll || k == Specifier::Kind::vector; }

/// Makes a register tile of the innermost loops, those that are unrolled or lanes: operands are loaded once for all that
/// they serve, and what is left of the loops is written out. `loops` hold nothing but each other. What is summed is
/// brought to registers around the loops that it does not depend on, unless it lies there (`has_tile`). `ahead` as lower
/// has it.
Proc microkernel(const Proc&, const std::vector<Made>& loops, bool has_tile, const schedules::VectorTarget&,
                 std::int64_t ahead);

}  // namespace tessera::schemes
