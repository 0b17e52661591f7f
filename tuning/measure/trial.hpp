// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "artifact/operand.hpp"
#include "dsl/ir/scalar.hpp"
#include "timing/timing.hpp"

namespace tessera::tuning {

/// Runs procedures with the same result, with buffer arguments only: checks them on small integers, whose sums are
/// exact, then times them, in a process of their own on one core for each of their threads.
class Trial {
 public:
  /// InputError "tune" for unsupported types.
  Trial(std::vector<artifact::Operand>, ir::Scalar type, double operations, std::uint64_t seed, int threads = 1);
  ~Trial();
  Trial(const Trial&) = delete;

  /// Runs the reference: a function of a shared object.
  void expect(const std::filesystem::path& object, const std::string& function);

  struct Contender {
    std::filesystem::path object;
    std::string function;
    /// A function that converts an operand first, untimed.
    std::string packing = {};
    std::size_t packed_operand = 0;
    std::int64_t packed_elements = 0;
  };
  /// Seconds of a call long enough to average out temporary slowness of the machine.
  static constexpr double long_call = 0.1;
  /// How long: rounds, and seconds of one turn in them. Of the rounds there are as many as the fastest
  /// contender makes in a second, three at least. They end after the second where some contender took at least
  /// `hopeless` times as long as the first one in each.
  struct Length {
    int rounds = 5;
    double sample = 0.01, hopeless = 1e300;
    /// Repeats all with operands in large pages; the slower of both counts: a program may have its data in either.
    bool in_large_pages_too = false;
  };
  struct Result {
    double seconds = 0;               ///< per call: median
    timing::Spread percent = {};      ///< of the peak measured beside it
    timing::Spread times_first = {};  ///< its seconds over the first contender's in the same round
    bool shares_core = false;         ///< two of its threads shared a core in more than one turn
    std::string wrong = {};           ///< the first wrong element, if any
    std::string ended = {};           ///< the reason that there is no result
  };
  /// Runs all in one process, a turn of each in every round: temporary slowness of the machine affects all of them. A
  /// crash is the result of the contender whose turn it was; the others begin again without it. A wrong result ends
  /// everything.
  std::vector<Result> run(const std::vector<Contender>&, const Length&) const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tessera::tuning
