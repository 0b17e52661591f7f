// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/support.hpp"

#include <fmt/format.h>

#include "api/vectors.hpp"
#include "dsl/support/diagnostic.hpp"
#include "kernels/conv/decide.hpp"
#include "kernels/conv/needs.hpp"
#include "kernels/conv/target.hpp"

namespace tessera::kernels::conv {
namespace {

// So small that its scheme costs no time, with sums of several taps and channels.
ConvRequest small_request(const std::string& target, const std::string& types) {
  constexpr std::int64_t pixels = 4, taps = 2, channels = 8;
  ConvRequest out;
  out.shape.K = out.shape.C = channels;
  out.shape.rows = out.shape.columns = {pixels, taps};
  out.target = target;
  out.cpu = "none";
  set_types(out, types);
  return out;
}

// What a schedule would miss: sums and weights are loaded, stored and zeroed beside the product.
std::optional<std::string> missing_beside(const ConvRequest& request, const ConvTarget& by,
                                          const std::vector<Proc>& instructions) {
  if (!request.mixed) {
    const schedules::Needs missing = schedules::missing(needs(request), by.vectors);
    if (missing.empty()) return std::nullopt;
    return fmt::format("{} has no instruction of the role {} for {}", request.target, usual_roles(missing),
                       ir::name(request.type));
  }
  if (!by.vectors.dot) return std::nullopt;  // products have been asked
  const auto form = gemm::mixed::form_of(by.vectors.dot->instruction, *request.mixed);
  const auto move = gemm::mixed::missing_move(*form, instructions);
  if (!move) return std::nullopt;
  return fmt::format("{} has no instruction of the role {} for {} in {}", request.target, move->role,
                     ir::name(move->type), move->memory->name);
}

}  // namespace

std::optional<std::string> why_no_convolutions(const script::Library& library, const std::string& types,
                                               const ContextRef& context) try {
  const ConvRequest request = small_request(library.given, types);
  const ConvTarget by = target_of(request, library, context);
  if (auto missing = missing_beside(request, by, api::instructions(library, context))) return missing;
  (void)decided(request, by);
  return std::nullopt;
} catch (const Error& e) { return e.diagnostic().message; }

}  // namespace tessera::kernels::conv
