// SPDX-License-Identifier: Apache-2.0
#include "api/arguments.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <regex>
#include <sstream>

#include "dsl/support/diagnostic.hpp"

namespace tessera::api {
namespace {

// The size of a cache of this machine from Linux ("48K"); in a container without /sys from the C library, which asks
// the processor.
std::optional<std::int64_t> cache_of_host(int index, int name) {
  std::ifstream in(fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/size", index));
  std::int64_t kibibytes = 0;
  if (in >> kibibytes && kibibytes > 0) return kibibytes * 1024;
  if (const long bytes = ::sysconf(name); bytes > 0) return bytes;
  return std::nullopt;
}

schedules::Caches caches_of_host() {
  // Index 1 is the instruction cache.
  const auto first = cache_of_host(0, _SC_LEVEL1_DCACHE_SIZE), second = cache_of_host(2, _SC_LEVEL2_CACHE_SIZE);
  if (!first || !second)
    throw InputError("family", "this machine does not tell the sizes of its caches",
                     "--caches FIRST,SECOND,THIRD in KiB, as 48,1024,32768");
  return {*first, *second, cache_of_host(3, _SC_LEVEL3_CACHE_SIZE).value_or(0)};
}

}  // namespace

ir::Scalar data_type(const std::string& name) {
  const std::optional<ir::Scalar> type = ir::scalar_named(name);
  if (type && ir::is_data(*type)) return *type;
  throw InputError("family", fmt::format("'{}' is not a data type", name), "as f32, bf16, i32, i8 or ui8");
}

std::vector<ir::Scalar> product_types(const std::string& text) {
  std::vector<ir::Scalar> out;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) out.push_back(data_type(word));
  constexpr std::size_t of_product = 3;
  if (out.size() != of_product && out.size() != of_product + 1)
    throw InputError("usage", fmt::format("--types: '{}' is not a list of three or four types", text),
                     "of both factors and of the sums, as ui8,i8,i32, and of results that are not the sums, as "
                     "ui8,i8,i32,ui8");
  return out;
}

schedules::Caches caches(const std::string& text) {
  if (text.empty()) return {};
  if (text == "host") return caches_of_host();
  std::smatch sizes;
  if (!std::regex_match(text, sizes, std::regex("([1-9][0-9]{0,6}),([1-9][0-9]{0,6})(?:,([0-9]{1,7}))?")))
    throw InputError("usage", fmt::format("--caches: '{}' is not a list of two or three sizes", text),
                     "in KiB, as 48,1024,32768; 0 where there is no third; or host");
  constexpr std::int64_t usual_ratio = 32;  // of L3 to L2, about what CPUs of servers have
  const std::int64_t first = std::stoll(sizes[1]), second = std::stoll(sizes[2]);
  const std::int64_t third = sizes[3].matched ? std::stoll(sizes[3]) : usual_ratio * second;
  return {first * 1024, second * 1024, third * 1024};
}

std::string text_of(const schedules::Caches& caches) {
  constexpr std::int64_t kibibyte = 1024;
  return fmt::format("{},{},{}", caches.l1 / kibibyte, caches.l2 / kibibyte, caches.l3 / kibibyte);
}

}  // namespace tessera::api
