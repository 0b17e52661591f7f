// SPDX-License-Identifier: Apache-2.0
#include "tuning/microkernels.hpp"

#include <algorithm>

namespace tessera::tuning {
namespace {

// Tolerance for a part that is faster than the whole tile: even a quiet machine shows such differences.
constexpr double as_good = 0.95;

double modelled_cycles(const Microkernel& m, const MicrokernelModel& model) {
  const auto rows = static_cast<double>(m.rows), vectors = static_cast<double>(m.vectors);
  return std::max({rows * vectors / Microkernels::units, model.latency, (rows + vectors) / model.loads_per_cycle}) +
         model.l2_vector * vectors;
}

bool is_part(const Microkernel& part, const Microkernel& of) {
  return part.rows <= of.rows && part.vectors <= of.vectors && part.unrolled == of.unrolled;
}

}  // namespace

std::vector<Microkernel> Microkernels::in_doubt() const {
  std::vector<Microkernel> out;
  for (const auto& [tile, percent] : percent_) {
    const auto is_better_part = [&whole = tile, least = percent / as_good](const auto& other) {
      return is_part(other.first, whole) && other.second > least;
    };
    if (std::any_of(percent_.begin(), percent_.end(), is_better_part)) out.push_back(tile);
  }
  return out;
}

double Microkernels::percent(const Microkernel& m) const {
  for (const std::string& form : {m.unrolled, std::string()})
    if (const auto at = percent_.find({m.rows, m.vectors, form}); at != percent_.end()) return at->second;
  return 100 * static_cast<double>(m.rows * m.vectors) / units / modelled_cycles(m, model_);
}

double Microkernels::cycles(const Microkernel& m) const {
  const auto products = static_cast<double>(m.rows * m.vectors), loads = static_cast<double>(m.rows + m.vectors);
  return products / units / (percent(m) / 100) + model_.load * loads;
}

}  // namespace tessera::tuning
