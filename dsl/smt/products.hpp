// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/smt/bounds.hpp"

namespace tessera::smt {

/// Affine facts about products that follow from the box and the constraints, appended to the constraints:
/// the four products of the distances of two factors from their bounds (McCormick, Math. Programming 10, 1976), and
/// known constraints multiplied by the distance of a factor from its lower bound where all monomials are known.
/// May throw Overflow.
void add_product_facts(std::vector<Constraint>&, std::span<const ProductColumn>, const Box&);

}  // namespace tessera::smt
