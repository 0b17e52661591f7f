// Timing by the protocol of README.md: contenders in turn on one pinned core, medians of paired ratios.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif

namespace tessera::bench {

inline constexpr int min_pairs = 9;

/// Wall-clock seconds of one call.
template <class F> double seconds_of(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Pins the calling thread, and the threads it starts, to one of the cores it may use: the one it runs on.
/// Returns the core, or -1 where the system has no such call.
inline int pin_to_current_core() {
#if defined(__linux__)
  const int core = sched_getcpu();
  if (core < 0) return -1;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core), &set);
  return sched_setaffinity(0, sizeof set, &set) == 0 ? core : -1;
#else
  return -1;
#endif
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
  std::vector<double> seconds = {};  // per call, one entry per turn
};

inline double sample(const Contender& c) {
  return seconds_of([&] {
           for (int i = 0; i < c.calls; ++i) c.run();
         }) /
         c.calls;
}

/// Chooses `calls` so that one sample lasts about `seconds`; also warms caches up.
inline void calibrate(Contender& c, double seconds) {
  c.calls = 1;
  c.run();
  const double once = sample(c);
  c.calls = std::clamp(static_cast<int>(seconds / once), 1, 1 << 20);
}

/// `pairs` rounds, each contender once per round in the given order (A B A B …; with three, A B C A B C …).
/// `beside` runs right before and right after each turn of the first contender, 2 * pairs times: it samples the peak.
inline void time_in_turn(std::vector<Contender>& contenders, int pairs, double seconds_per_sample,
                         const std::function<void()>& beside) {
  if (pairs < min_pairs) throw std::invalid_argument("the protocol asks for at least 9 pairs");
  for (Contender& c : contenders) calibrate(c, seconds_per_sample);
  for (int round = 0; round < pairs; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      if (i == 0) beside();
      contenders[i].seconds.push_back(sample(contenders[i]));
      if (i == 0) beside();
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

}  // namespace tessera::bench
