// SPDX-License-Identifier: Apache-2.0
#include "tuning/measure/tasks.hpp"

#include <algorithm>
#include <numeric>

namespace tessera::tuning {
namespace {

// The schemes of the batch from here on, no more than so many.
TuneBatch part(const TuneBatch& b, std::size_t from, std::size_t most) {
  TuneBatch out = b;
  const auto first = b.schemes.begin() + static_cast<std::ptrdiff_t>(from);
  out.schemes.assign(first, first + static_cast<std::ptrdiff_t>(std::min(most, b.schemes.size() - from)));
  return out;
}

}  // namespace

std::vector<std::vector<TuneBatch>> split(const std::vector<TuneBatch>& batches, std::size_t schemes) {
  std::vector<std::vector<TuneBatch>> out;
  std::size_t room = 0;
  for (const TuneBatch& b : batches) {
    const std::size_t most = b.in_turns ? std::max(schemes, b.schemes.size()) : schemes;
    if (b.schemes.size() <= most && b.schemes.size() > room) room = 0;
    for (std::size_t from = 0; from < b.schemes.size();) {
      if (room == 0) out.emplace_back(), room = most;
      out.back().push_back(part(b, from, room));
      const std::size_t taken = out.back().back().schemes.size();
      from += taken, room -= taken;
    }
  }
  return out;
}

MissingSchemes::MissingSchemes(std::vector<TuneBatch> batches) : batches_(std::move(batches)) {
  std::erase_if(batches_, [](const TuneBatch& b) { return b.schemes.empty(); });
  for (const TuneBatch& b : batches_) programs_.push_back(b.program());
}

bool MissingSchemes::came(const tuning::Measurements& all) {
  for (std::size_t i = 0; i < batches_.size(); ++i) {
    std::vector<std::string>& schemes = batches_[i].schemes;
    const auto is_there = [&](const std::string& scheme) {
      return std::any_of(all.begin(), all.end(),
                         [&](const auto& m) { return m.program == programs_[i] && m.scheme == scheme; });
    };
    if (std::none_of(schemes.begin(), schemes.end(), is_there)) continue;
    if (batches_[i].in_turns && !std::all_of(schemes.begin(), schemes.end(), is_there)) continue;
    std::erase_if(schemes, is_there);
    if (schemes.empty()) {
      batches_.erase(batches_.begin() + static_cast<std::ptrdiff_t>(i));
      programs_.erase(programs_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return true;
  }
  return false;
}

std::size_t MissingSchemes::size() const {
  return std::accumulate(batches_.begin(), batches_.end(), std::size_t{0},
                         [](std::size_t sum, const TuneBatch& b) { return sum + b.schemes.size(); });
}

}  // namespace tessera::tuning
