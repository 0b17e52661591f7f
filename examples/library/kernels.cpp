// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

namespace tessera::examples {
namespace {

using namespace schedules;

Leftover rest(const VectorTarget& t) { return t.has("masked_fma") ? Leftover::masked : Leftover::scalar; }

Proc axpy(const Proc& p, const VectorTarget& t) { return vectorize(p, "i", t, rest(t)); }

// Four vectors of sums: an addition need not wait for the one before it.
Proc dot(const Proc& p, const VectorTarget& t) { return vectorize(p, "i", t, Leftover::scalar, 4); }

// Four rows at a time share the vectors of x.
Proc gemv(const Proc& reference, const VectorTarget& t) {
  Proc p = vectorize(reference, "j", t, Leftover::scalar);
  return unroll_and_jam(p, "i", 4);
}

// Four rows at a time share the vectors of y.
Proc ger(const Proc& reference, const VectorTarget& t) {
  Proc p = vectorize(reference, "j", t, Leftover::scalar);
  return unroll_and_jam(p, "i", 4);
}

Proc trmv(const Proc& p, const VectorTarget& t) { return vectorize(p, "j", t, Leftover::scalar, 2); }

// A vector of results stays in a register while the taps pass by.
Proc filter_1d(const Proc& reference, const VectorTarget& t) {
  Proc p = divide_loop(reference, "i", t.lanes, {"io", "ii"}, Tail::cut);
  const Cursor lanes = p.find_loop("ii");
  p = sink_loop(p, lanes);
  p = stage_operand(p, "k", "y", "sums", t);
  return vectorize_lanes(p, lanes, t);
}

// The same for windows of pixels.
Proc filter_2d(const Proc& reference, const VectorTarget& t) {
  Proc p = divide_loop(reference, "j", t.lanes, {"jo", "ji"}, Tail::cut);
  const Cursor lanes = p.find_loop("ji");
  p = sink_loop(p, lanes);
  p = stage_operand(p, "k", "y", "sums", t);
  return vectorize_lanes(p, lanes, t);
}

// The mean is a vector too: it never goes to memory.
Proc unsharp(const Proc& p, const VectorTarget& t) { return vectorize(p, "j", t, rest(t)); }

Proc softmax_shift(const Proc& p, const VectorTarget& t) { return vectorize(p, "j", t, rest(t)); }

Proc softmax_sum(const Proc& p, const VectorTarget& t) { return vectorize(p, "j", t, Leftover::scalar, 4); }

Proc softmax_divide(const Proc& p, const VectorTarget& t) { return vectorize(p, "j", t, rest(t)); }

// Each product in registers: six rows of sums, a row of B, an element of A at a time.
Proc gemm_batch(const Proc& reference, const VectorTarget& t) {
  Proc p = sink_loop(reference, reference.find_loop("i"));
  p = sink_loop(p, p.find_loop("j"));
  p = stage_operand(p, "k", "C", "sums", t);
  p = vectorize(p, "j", t, Leftover::none);
  p = write_out(p, p.find_loop("i"));
  p = attempt(p, [](const Proc& q) { return write_out(q, q.find_loop("jo")); });  // several vectors in a row
  return unroll_all(p, p.find_loop("b"));
}

}  // namespace

const std::vector<Kernel>& library_kernels() {
  static const std::vector<Kernel> all{{"axpy", axpy},
                                       {"dot", dot},
                                       {"gemv", gemv},
                                       {"ger", ger},
                                       {"trmv", trmv},
                                       {"filter_1d", filter_1d},
                                       {"filter_2d", filter_2d},
                                       {"blur", blur},
                                       {"unsharp", unsharp},
                                       {"softmax_shift", softmax_shift},
                                       {"softmax_sum", softmax_sum},
                                       {"softmax_divide", softmax_divide},
                                       {"gemm_batch", gemm_batch}};
  return all;
}

}  // namespace tessera::examples
