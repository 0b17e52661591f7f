// SPDX-License-Identifier: Apache-2.0
#include "shapes/measurable.hpp"

#include <fmt/format.h>

#include "dsl/support/diagnostic.hpp"
#include "shapes/conv_text.hpp"

namespace tessera::shapes {

void check_measurable(const ConvShape& s) {
  constexpr const char* hint = "a smaller shape";
  if (s.N != 1) throw InputError("shape", fmt::format("N is {}: convolutions of one image are measured", s.N), "N=1");
  for (const auto& [word, value] : fields_given(s))
    if (value > max_measured_size)
      throw InputError("shape", fmt::format("{} is {}, more than {}", word, value, max_measured_size), hint);
  check_elements(s, max_measured_elements);
  if (s.reduction_length() >= first_inexact_sum)
    throw InputError("shape",
                     fmt::format("a result is a sum of {} products; sums of integers are exact below {}",
                                 s.reduction_length(), first_inexact_sum),
                     hint);
}

}  // namespace tessera::shapes
