#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "families/family.hpp"
#include "schemes/scheme.hpp"

// What a tuner knows of a nest of loops: enough to enumerate its schemes and to guess what they cost.
namespace tessera::tuning {

/// An array that the innermost statement reads or writes, row-major. Each index is a sum of counters, each times a factor.
struct Array {
  std::string name;
  std::vector<std::map<std::string, std::int64_t>> indices;
};

struct Problem {
  schemes::Extents extents;       ///< of all loops
  std::string lanes;              ///< the loop whose results lie side by side
  std::vector<std::string> rows;  ///< loops that a register tile may hold several iterations of, the usual one first
  std::vector<std::string> sums;  ///< loops of the sum, outermost first, in the order in which operands lie
  std::vector<Array> arrays;      ///< the result first

  std::int64_t extent(const std::string& dim) const {
    for (const auto& [name, times] : extents)
      if (name == dim) return times;
    return 1;
  }
  /// Multiplications and additions.
  double operations() const {
    double out = 2;
    for (const auto& [name, times] : extents) out *= static_cast<double>(times);
    return out;
  }
};

/// The registers of a target, and the caches around them.
struct Machine {
  std::int64_t lanes = 1, registers = 0;
  std::int64_t element = 4;  ///< bytes
  bool has_masks = false;    ///< a vector can be used in part
  families::Caches caches;
  std::int64_t threads = 1;
};

}  // namespace tessera::tuning
