#pragma once
#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

namespace tessera::schemes {

/// The loops of a perfect nest from this one inwards with their literal extents. SchedulingError "scheme" where one has
/// no such bounds.
Extents extents_of(const Cursor& nest);

/// The element type of what the nest adds to.
ir::Scalar type_of(const Proc&, const Place& nest);

/// Gives the nest the form that the scheme says, step by step: loops in its order, one nest for each part of an Lseq,
/// register tiles written out. Around the innermost loops that only add to it the tile of the result stays in
/// registers. The nest is perfect, with one statement inside that adds a product to `O[i, j]`, a dimension for each
/// index and V's last; literal bounds from 0.
/// InputError "scheme" where the scheme does not fit; SchedulingError where an instruction is missing, or a step is not
/// right for this nest.
Proc lower(const Proc&, const Place& nest, const Scheme&, const schedules::VectorTarget&);

}  // namespace tessera::schemes
