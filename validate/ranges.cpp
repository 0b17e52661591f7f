// SPDX-License-Identifier: Apache-2.0
#include "validate/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "dsl/support/diagnostic.hpp"

namespace tessera::validate {
namespace {

[[noreturn]] void refuse(std::string message, std::string hint) {
  throw InputError("sizes", std::move(message), std::move(hint));
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<IntegerInterval> range(std::string_view text) {
  std::size_t dots = text.find("..");
  std::optional<std::int64_t> lo = number(text.substr(0, dots));
  std::optional<std::int64_t> hi = dots == text.npos ? lo : number(text.substr(dots + 2));
  if (!lo || !hi) return std::nullopt;
  return IntegerInterval{*lo, *hi};
}

void add(std::string_view item, Ranges& out) {
  std::size_t equals = item.find('=');
  std::string name(item.substr(0, equals));
  std::optional<IntegerInterval> values = equals == item.npos ? std::nullopt : range(item.substr(equals + 1));
  if (name.empty() || !values)
    refuse(fmt::format("'{}' is not a range of sizes", item), "write NAME=LO..HI or NAME=VALUE, separated by commas");
  if (values->lo > values->hi)
    refuse(fmt::format("the range {}..{} of {} is empty", values->lo, values->hi, name), "write the smaller end first");
  if (!out.emplace(name, *values).second) refuse(fmt::format("{} has two ranges", name), "give each argument once");
}

}  // namespace

Ranges parse_ranges(const std::string& text) {
  Ranges out;
  for (std::size_t at = 0; at <= text.size();) {
    std::size_t end = std::min(text.find(',', at), text.size());
    add(std::string_view(text).substr(at, end - at), out);
    at = end + 1;
  }
  return out;
}

void check_ranges(const Ranges& ranges, const ir::Procedure& proc) {
  std::string known;
  for (const ir::Arg& a : proc.args)
    if (a.type.is_control()) known += (known.empty() ? "" : ", ") + a.name.text();
  for (const auto& given : ranges) {
    const std::string& name = given.first;
    if (std::none_of(proc.args.begin(), proc.args.end(),
                     [&](const ir::Arg& a) { return a.type.is_control() && a.name.text() == name; }))
      refuse(fmt::format("{} has no control argument {}", proc.name, name),
             known.empty() ? "it has none: all sizes are fixed" : "its control arguments are " + known);
  }
}

}  // namespace tessera::validate
