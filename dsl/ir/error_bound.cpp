// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/error_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "dsl/ir/walk.hpp"

namespace tessera::ir {

FloatFormat float_format(Scalar type) {
  switch (type) {
    case Scalar::f16: return {11, -14, 15};
    case Scalar::bf16: return {8, -126, 127};
    case Scalar::f8e4m3: return {4, -6, 8, false};
    case Scalar::f8e5m2: return {3, -14, 15};
    case Scalar::f64: return {53, -1022, 1023};
    default: return {24, -126, 127};  // f32, and R, which becomes that
  }
}

namespace {

const std::string* fact_of(const Procedure& p, const char* word) {
  if (!p.instr) return nullptr;
  const auto found = p.instr->facts.find(word);
  return found == p.instr->facts.end() ? nullptr : &found->second;
}

// "0.001": digits, perhaps with a point among them.
std::optional<double> decimal_number(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string::npos) return std::nullopt;
  char* end = nullptr;
  const double out = std::strtod(text.c_str(), &end);
  return *end == 0 ? std::optional(out) : std::nullopt;
}

// "2^-14"
std::optional<double> power_of_two(const std::string& text) {
  if (!text.starts_with("2^-")) return std::nullopt;
  const std::string digits = text.substr(3);
  constexpr std::size_t most_digits = 4;
  if (digits.empty() || digits.size() > most_digits || digits.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::ldexp(1.0, -std::atoi(digits.c_str()));
}

}  // namespace

std::optional<double> stated_ulp(const Procedure& p) {
  const std::string* text = fact_of(p, ulp_fact);
  return text ? std::optional(std::strtod(text->c_str(), nullptr)) : std::nullopt;
}

std::optional<double> stated_error(const Procedure& p) {
  const std::string* text = fact_of(p, error_fact);
  return text ? relative_error(*text) : std::nullopt;
}

std::optional<ErrorBound> stated_bound(const Procedure& p) {
  if (const auto ulp = stated_ulp(p)) return ErrorBound{ErrorBound::Unit::ulp, *ulp, *fact_of(p, ulp_fact)};
  if (const auto error = stated_error(p))
    return ErrorBound{ErrorBound::Unit::relative, *error, *fact_of(p, error_fact)};
  return std::nullopt;
}

std::string in_words(const ErrorBound& b) {
  return b.unit == ErrorBound::Unit::ulp ? b.text + " ulp" : "relative error " + b.text;
}

std::optional<double> relative_error(const std::string& text) {
  constexpr double most = 0.125;
  const std::size_t times = text.find('*');
  std::optional<double> out;
  if (times == std::string::npos) {
    out = text.starts_with("2^") ? power_of_two(text) : decimal_number(text);
  } else {
    const std::optional<double> factor = decimal_number(text.substr(0, times)),
                                power = power_of_two(text.substr(times + 1));
    if (factor && power) out = *factor * *power;
  }
  return out && *out > 0 && *out <= most ? out : std::nullopt;
}

std::optional<std::string> ulp_text(double ulp) {
  constexpr double most = 1e12;  // with three digits after the point it is still exact
  if (!(ulp > 0 && ulp < most * 1000)) return std::nullopt;
  if (ulp == std::trunc(ulp)) return fmt::format("{:.0f}", ulp);
  std::string out = fmt::format("{:.3f}", ulp);
  if (ulp > most || std::strtod(out.c_str(), nullptr) != ulp) return std::nullopt;
  out.erase(out.find_last_not_of('0') + 1);
  return out;
}

double max_ulp(Scalar type) { return std::ldexp(1.0, float_format(type).digits - 4); }

double smallest_normal(Scalar type) { return std::ldexp(1.0, float_format(type).lowest); }

double largest(Scalar type) {
  const FloatFormat f = float_format(type);
  return std::ldexp(2 - std::ldexp(f.has_infinity ? 1.0 : 2.0, 1 - f.digits), f.highest);
}

double spacing(double value, Scalar type) {
  const FloatFormat f = float_format(type);
  int exponent = f.lowest;
  if (value != 0 && std::isfinite(value)) exponent = std::clamp(std::ilogb(value), f.lowest, f.highest);
  return std::ldexp(1.0, exponent - (f.digits - 1));
}

double error_in_ulp(double wanted, double found, Scalar type) {
  return error_in(ErrorBound::Unit::ulp, wanted, found, type);
}

double error_in(ErrorBound::Unit unit, double wanted, double found, Scalar type) {
  if (wanted == found || (std::isnan(wanted) && std::isnan(found))) return 0;
  if (std::isnan(wanted) || std::isnan(found)) return INFINITY;
  if (std::isinf(wanted)) return INFINITY;
  if (std::isinf(found)) {
    const double limit = std::ldexp(1.0, float_format(type).highest + 1);  // of f64 infinity itself
    if (std::fabs(wanted) >= limit && std::signbit(wanted) == std::signbit(found)) return 0;
    found = std::copysign(limit, found);
  }
  const double off = std::fabs(wanted - found);
  if (std::fabs(wanted) < smallest_normal(type) && off <= smallest_normal(type)) return 0;
  return off / (unit == ErrorBound::Unit::ulp ? spacing(wanted, type) : std::fabs(wanted));
}

std::vector<ProcRef> approximating_instructions(const Procedure& p) {
  std::map<std::string, ProcRef> found;
  for (const ProcRef& called : all_called(p.body))
    if (stated_bound(*called)) found.emplace(called->name, called);
  std::vector<ProcRef> out;
  for (const auto& [name, instruction] : found) out.push_back(instruction);
  return out;
}

}  // namespace tessera::ir
