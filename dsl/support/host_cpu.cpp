// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/host_cpu.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "dsl/support/cpu.hpp"

namespace tessera {
namespace {

long kibibytes(int name) { return std::max(0L, ::sysconf(name)) / 1024; }

// CPUs of Arm have no name of their own: implementer and part.
std::string brand_of(const CpuName& name) {
  if (!name.brand.empty()) return name.brand;
  if (name.model.empty() && !name.vendor.empty()) return name.vendor + " " + name.family;
  return "unknown";
}

}  // namespace

std::string host_cpu_name() {
  const CpuName name = cpu_name();
  std::string out = brand_of(name);
  if (!name.model.empty()) out += fmt::format(", family {} model {}", name.family, name.model);
  return out;
}

std::string host_cpu() {
  std::string out = host_cpu_name();
#if defined(_SC_LEVEL1_DCACHE_SIZE)
  out += fmt::format(", {} and {} KiB", kibibytes(_SC_LEVEL1_DCACHE_SIZE), kibibytes(_SC_LEVEL2_CACHE_SIZE));
#endif
  return out;
}

std::string host_family() {
  const CpuName name = cpu_name();
  return name.vendor.empty() ? "" : name.vendor + "-" + name.family;
}

}  // namespace tessera
