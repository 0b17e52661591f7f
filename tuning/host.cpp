#include "tuning/host.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <map>

namespace tessera::tuning {
namespace {

// What /proc/cpuinfo says of the first core.
std::map<std::string, std::string> first_core() {
  std::map<std::string, std::string> out;
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line) && !line.empty();) {
    const std::size_t colon = line.find(':'), end = line.find_last_not_of(" \t", colon - 1);
    const std::size_t value = colon == std::string::npos ? colon : line.find_first_not_of(" \t", colon + 1);
    if (value != std::string::npos) out[line.substr(0, end + 1)] = line.substr(value);
  }
  return out;
}

long kibibytes(int name) { return std::max(0L, ::sysconf(name)) / 1024; }

}  // namespace

std::string host_cpu() {
  const std::map<std::string, std::string> facts = first_core();
  std::string out;
  for (const char* key : {"model name", "CPU implementer", "CPU part"})
    if (const auto at = facts.find(key); at != facts.end()) out += (out.empty() ? "" : " ") + at->second;
  if (out.empty()) out = "unknown";
  if (facts.count("cpu family") && facts.count("model"))
    out += fmt::format(", family {} model {}", facts.at("cpu family"), facts.at("model"));
#if defined(_SC_LEVEL1_DCACHE_SIZE)
  out += fmt::format(", {} and {} KiB", kibibytes(_SC_LEVEL1_DCACHE_SIZE), kibibytes(_SC_LEVEL2_CACHE_SIZE));
#endif
  return out;
}

std::string host_family() {
  const std::map<std::string, std::string> facts = first_core();
  for (const auto& [vendor, family] : {std::pair("vendor_id", "cpu family"), std::pair("CPU implementer", "CPU part")})
    if (facts.count(vendor) && facts.count(family)) return facts.at(vendor) + "-" + facts.at(family);
  return "";
}

}  // namespace tessera::tuning
