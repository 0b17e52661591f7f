// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/registers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/conformance/comparison.hpp"

namespace tessera::conformance {
namespace {

// Instructions with more than one register take an array of them; here a spare one comes after.
bool is_array(const ir::Arg& a) { return a.type.shape.size() > 1; }

// From the first to the last one, gaps included.
std::int64_t numbers_of(const interp::Tensor<interp::Floats>& t) {
  return static_cast<std::int64_t>(reach(t)) - t.offset;
}

std::int64_t registers_of(const interp::Tensor<interp::Floats>& t, std::int64_t lanes) {
  return (numbers_of(t) + lanes - 1) / lanes;
}

// An argument may show the first lanes of a register only.
std::int64_t lanes_of_last(const interp::Tensor<interp::Floats>& t, std::int64_t lanes) {
  return numbers_of(t) - (registers_of(t, lanes) - 1) * lanes;
}

}  // namespace

interp::Tensor<interp::Floats> in_registers(const interp::Tensor<interp::Floats>& t, const ir::RegisterType& vector) {
  if (t.strides.empty() || (t.strides.size() == 1 && t.strides.back() == 1)) return t;
  interp::Tensor<interp::Floats> out = t;
  out.offset = 0;
  out.strides.back() = 1;
  for (std::size_t d = 0; d + 1 < out.strides.size(); ++d)
    out.strides[d] = (t.strides[d] + vector.lanes - 1) / vector.lanes * vector.lanes;
  const std::size_t size = reach(out);
  out.data.clear();
  for (std::size_t i = 0; i < size; ++i) out.data.push_back(t.data[i % t.data.size()]);
  out.written.assign(size, 1);
  return out;
}

RegisterText register_text(const ir::Arg& a, std::size_t i, const interp::Tensor<interp::Floats>& t) {
  const ir::RegisterType& vector = *a.mem->register_type(a.type.scalar);
  const std::int64_t count = registers_of(t, vector.lanes);
  RegisterText out;
  out.before = fmt::format("{0} r{1}{2}; memset(&r{1}, 0, sizeof r{1});", vector.c_type, i,
                           is_array(a) ? fmt::format("[{}]", count + 1) : "");
  for (std::int64_t k = 0; k < count; ++k) {
    const std::string one = is_array(a) ? fmt::format("r{}[{}]", i, k) : fmt::format("r{}", i);
    const std::string numbers = fmt::format("tessera_t{0} + {1}, {2} * sizeof *tessera_t{0}", i, k * vector.lanes,
                                            k + 1 < count ? vector.lanes : lanes_of_last(t, vector.lanes));
    out.before += fmt::format(" memcpy(&{}, {});", one, numbers);
    out.after += fmt::format(" memcpy(tessera_t{0} + {1}, &{2}, {3} * sizeof *tessera_t{0});", i, k * vector.lanes, one,
                             k + 1 < count ? vector.lanes : lanes_of_last(t, vector.lanes));
  }
  if (is_array(a)) out.after += fmt::format(" tessera_check_spare(&r{0}[{1}], sizeof *r{0}, {0});", i, count);
  out.before += " ";
  return out;
}

std::string first_register(const ir::Arg& a, std::size_t i) {
  return fmt::format("r{}{}", i, is_array(a) ? "[0]" : "");
}

}  // namespace tessera::conformance
