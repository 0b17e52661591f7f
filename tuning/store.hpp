// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>

#include "dsl/support/database.hpp"
#include "tuning/space.hpp"

namespace tessera::tuning {

/// The machine and the compiler of a measurement, which is valid for these only.
struct HostId {
  std::string machine;   ///< the CPU, by its own name
  std::string compiler;  ///< its version text
  std::string flags;
  auto operator<=>(const HostId&) const = default;
};

struct Measurement {
  enum class Outcome {
    measured,
    refused,   ///< a step of the scheme was refused
    compiler,  ///< the C compiler failed
    ended      ///< the code was killed by a signal, or timed out
  };
  std::string program;  ///< the text of the computation
  std::string scheme;
  Outcome outcome = Outcome::measured;
  double seconds = 0;                                  ///< median of a call
  double percent = 0, percent_lo = 0, percent_hi = 0;  ///< of the peak measured beside it, with quartiles
  std::string detail = {};                             ///< the error, without a measurement
  bool in_turns = false;  ///< timed in turns with others of its program: comparable to them
};
/// One measurement, or all of a program timed in turns.
using Measurements = std::vector<Measurement>;
std::string_view name(Measurement::Outcome);
std::optional<Measurement::Outcome> outcome_named(const std::string&);

/// The tuning database: measurements of one host, in a file that several hosts and processes may share. Throws
/// InputError "store" for a file that is no store of this version.
class Store {
 public:
  Store(std::filesystem::path file, HostId host);

  /// Stores all of them, atomically, for their host. Of two measurements of the same scheme by themselves the faster is
  /// kept: noise only adds. Otherwise the later one is, but one by itself never replaces one in turns. New ones in
  /// turns clear the mark of earlier ones.
  void keep(const Measurements&, const HostId&);
  std::optional<Measurement> find(const std::string& program, const std::string& scheme) const;
  /// Of one program: the ones timed in turns last, the others, those without a time; each group by time.
  Measurements of(const std::string& program) const;
  /// The number of measurements of other hosts, which are not used here.
  std::int64_t foreign() const;

 private:
  template <class Work> auto with(Work&&) const;
  std::filesystem::path file_;
  HostId host_;
  database::Handle db_;
};

}  // namespace tessera::tuning
