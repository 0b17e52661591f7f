// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/conversion.hpp"

namespace tessera::ir {
namespace {

std::optional<Conversion> to_type(std::string_view name, Conversion::Range range) {
  const std::optional<Scalar> type = scalar_named(name);
  if (!type || !is_data(*type) || *type == Scalar::R) return std::nullopt;
  constexpr int widest = 4;  // bytes
  if (range != Conversion::Range::fits && (is_float(*type) || byte_size(*type) > widest)) return std::nullopt;
  return Conversion{range, *type};
}

}  // namespace

std::optional<Conversion> conversion_named(std::string_view name) {
  constexpr std::string_view saturating = "sat_", wrapping = "wrap_";
  if (name.starts_with(saturating)) return to_type(name.substr(saturating.size()), Conversion::Range::saturates);
  if (name.starts_with(wrapping)) return to_type(name.substr(wrapping.size()), Conversion::Range::wraps);
  return to_type(name, Conversion::Range::fits);
}

std::optional<Conversion> conversion(const Expr& e) {
  const ExternCall* call = e.as<ExternCall>();
  return call ? conversion_named(call->function) : std::nullopt;
}

bool chooses_type(const Expr& e) { return e.as<Read>() || e.as<WindowExpr>() || e.as<ReadConfig>() || conversion(e); }

}  // namespace tessera::ir
