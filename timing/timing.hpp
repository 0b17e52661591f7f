// SPDX-License-Identifier: Apache-2.0
// Timing by the protocol of README.md: contenders in turn on pinned cores, medians of paired ratios.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "timing/core_sharing.hpp"
#include "timing/cores.hpp"
#include "timing/protocol.hpp"

namespace tessera::timing {

/// Wall-clock seconds of one call.
template <class F> double seconds_of(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Spread {
  double median = 0, lo = 0, hi = 0;  // lo and hi: the quartiles
};

inline Spread spread(std::vector<double> values) {
  if (values.empty()) throw std::invalid_argument("spread of no values");
  std::sort(values.begin(), values.end());
  const auto at = [&](double q) {
    const double position = q * static_cast<double>(values.size() - 1);
    const auto i = static_cast<std::size_t>(position);
    const std::size_t next = std::min(i + 1, values.size() - 1);
    return values[i] + (position - static_cast<double>(i)) * (values[next] - values[i]);
  };
  return {at(0.5), at(0.25), at(0.75)};
}

/// A piece of work to compare. `calls` per sample is set by `calibrate`.
struct Contender {
  std::string name;
  std::function<void()> run;
  int calls = 1;
  std::vector<double> seconds = {};             // per call, one entry per turn
  std::function<void()> before_each_call = {};  // not timed, e.g. flushes caches
  int max_calls = 1 << 20;
  int shared_turns = 0;  // in which two threads were seen on one core
  int shared_core = 0;   // which, in the last of them
};

inline double sample(const Contender& c) {
  if (c.before_each_call) {
    double seconds = 0;
    for (int i = 0; i < c.calls; ++i) {
      c.before_each_call();
      seconds += seconds_of(c.run);
    }
    return seconds / c.calls;
  }
  if (c.calls > 1) c.run();  // not timed: brings back to the caches what the others displaced
  return seconds_of([&] {
           for (int i = 0; i < c.calls; ++i) c.run();
         }) /
         c.calls;
}

/// One turn: a sample, and whether threads share a core.
inline void take_turn(Contender& c) {
  CoreSharing sharing;
  sharing.begin();
  c.seconds.push_back(sample(c));
  if (const auto core = sharing.core()) ++c.shared_turns, c.shared_core = *core;
}

/// Chooses `calls` so that one sample lasts about `seconds`; also warms caches up. The first estimate is of a single
/// call.
inline void calibrate(Contender& c, double seconds) {
  c.calls = 1;
  c.run();
  for (int estimate = 0; estimate < 2; ++estimate) {
    const double wanted = std::min(seconds / sample(c), 0x1p30);
    c.calls = std::clamp(static_cast<int>(wanted), 1, c.max_calls);
  }
}

/// Whose turns have a sample of the peak before and after.
enum class Beside { first_contender, every_contender };

/// `pairs` rounds, each contender once per round in the given order (A B A B …; with three, A B C A B C …).
/// `beside` samples the peak. It runs right before and right after each turn of the first contender, 2 * pairs times;
/// or of every contender, contenders * pairs + 1 times: the sample after one turn is the one before the next, so that
/// the same lies between any two turns.
inline void time_in_turn(std::vector<Contender>& contenders, int pairs, double seconds_per_sample,
                         const std::function<void()>& beside, Beside whose = Beside::first_contender) {
  if (pairs < min_pairs) throw std::invalid_argument("the protocol asks for at least 9 pairs");
  for (Contender& c : contenders) calibrate(c, seconds_per_sample);
  for (int round = 0; round < pairs; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      if (i == 0 && (round == 0 || whose == Beside::first_contender)) beside();
      take_turn(contenders[i]);
      if (i == 0 || whose == Beside::every_contender) beside();
    }
  }
}

/// Spread over the rounds of (seconds of `over`) / (seconds of `base`): above 1 where `base` is the faster.
inline Spread paired_ratio(const Contender& over, const Contender& base) {
  std::vector<double> ratios;
  const std::size_t rounds = std::min(over.seconds.size(), base.seconds.size());
  for (std::size_t i = 0; i < rounds; ++i) ratios.push_back(over.seconds[i] / base.seconds[i]);
  return spread(std::move(ratios));
}

}  // namespace tessera::timing
