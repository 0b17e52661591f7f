// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/needs.hpp"

#include <fmt/format.h>

namespace tessera::kernels::conv {

using schedules::Needs;

namespace {

// The sums of a block of results; they begin with what the results hold where that is added to.
Needs of_sums(bool adds) {
  Needs out{{"image and weights", {{"load"}}},
            {"results", {{"store"}}},
            {"sums += image * weights",
             {{"fma_broadcast"}, {"fma_scalar"}, {"fma", "broadcast"}, {"fma", "broadcast_scalar"}}}};
  if (!adds) out.push_back({"sums = 0.0", {{"zero"}, {"broadcast_scalar"}}});
  return out;
}

Needs of_epilogue(Epilogue::Kind kind) {
  const std::string what = "the epilogue";
  const schedules::Need copy{what, {{"copy"}}}, constant{what, {{"broadcast_scalar"}}};
  switch (kind) {
    case Epilogue::bias:
    case Epilogue::residual: return {{what, {{"accumulate"}}}};
    case Epilogue::scale: return {{what, {{"mul"}}}, copy};
    case Epilogue::relu: return {{what, {{"relu"}}}, copy};
    case Epilogue::relu6: return {{what, {{"relu"}}}, {what, {{"min"}}}, constant};
    case Epilogue::clamp: return {{what, {{"max"}}}, {what, {{"min"}}}, constant};
    case Epilogue::leaky: return {{what, {{"select"}}}, {what, {{"mul"}, {"mul_scalar"}}}, constant, copy};
  }
  return {};
}

}  // namespace

schedules::Needs needs(const ConvRequest& request) {
  Needs out = of_sums(request.adds);
  for (const Epilogue& e : request.epilogue) out = schedules::joined(std::move(out), of_epilogue(e.kind));
  return out;
}

std::vector<schedules::Generator> generators() {
  std::vector<schedules::Generator> out{{"conv", of_sums(false)}};
  for (const Epilogue::Kind kind : epilogue_kinds())
    out.push_back(
        {fmt::format("conv --epilogue {}", word(kind)), schedules::joined(of_sums(false), of_epilogue(kind))});
  return out;
}

}  // namespace tessera::kernels::conv
