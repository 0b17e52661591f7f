// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "kernels/conv/problem.hpp"
#include "shapes/conv_text.hpp"
#include "tuning/space.hpp"

// Convolutions, and a machine with figures of its own: tests say what the model makes of them, whatever is fitted to a
// real one.
namespace tessera::tuning::test {

const CostModel figures{
    .usable_share = 0.75,
    .l3_of_core = 4 << 20,
    .inner_loop_start = 5,
    .uneven_tiles = 1e-4,
    .unrolling = {.measured_steps = 9,
                  .longer = 1.2,
                  .shared_taps = 3,
                  .registers_of_row = 1.2,
                  .registers_of_window = 1.1,
                  .spill = 0.5,
                  .address = 0.25,
                  .held_addresses = 8},
    .l1 = {.streaming_ways = 2, .set_conflict = 1, .evicted_vector = 0.5, .page = 1, .prefetched_pages = 8},
    .l2 = {36, 0, 0.001},
    .l3 = {47, 0.1, 0.001},
    .memory = {180, 0, 0},
    .row_from_l2 = 0.25,
    .row_from_l3 = 3,
    .results = {.run = 8, .prefetched_runs = 4, .memory_latency = 450, .lines_in_flight = 22},
    .memory_vectors = {.unprefetched = 0.04, .prefetched = 0.005},
    .memory_elements = {.unprefetched = 0.2, .prefetched = 0.1},
    .element_prefetch = 0.075,
    .copied_vector_near = 3,
    .copied_vector_far = 6,
    .near_copy_share = 0.5,
    .reduced_vector = 12,
    .threads = {.start = 4000,
                .bytes_per_cycle = 16,
                .exposed_traffic = 0.02,
                .result_vector = 1.5,
                .reordered = 1.05,
                .preference_of_measured = 1.03}};

const Machine machine{16, 32, 4, true, {}, 1, 1, figures};
/// A multiplication reads an element for all lanes from memory.
const Machine machine_with_broadcasts{16, 32, 4, true, {}, 1, 0, figures};
const Microkernels none_measured;

inline Problem convolution(const std::string& shape, kernels::conv::Layout layout = kernels::conv::Layout::nhwc) {
  return kernels::conv::problem(shapes::parse_conv_shape(shape), layout);
}

/// Tiles of one size along a row of pixels.
inline RegisterTiling along_q(const Problem& p, std::int64_t pixels, std::int64_t vectors) {
  const std::int64_t lanes = machine.lanes * vectors;
  return {{"q", {{p.extent("q") / pixels, {pixels}}}}, vectors, {{p.extent("k") / lanes, {vectors, machine.lanes}}}};
}

}  // namespace tessera::tuning::test
