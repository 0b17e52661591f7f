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

/// Procedures that all compute the same, of buffers only: checked on small whole numbers, on which sums are exact, then
/// timed, in a process of their own on as many cores as they have threads.
class Trial {
 public:
  /// InputError "tune" for types that it has no numbers for.
  Trial(std::vector<artifact::Operand>, ir::Scalar type, double operations, std::uint64_t seed, int threads = 1);
  ~Trial();
  Trial(const Trial&) = delete;

  /// Runs what the others are compared with: a function of a shared object.
  void expect(const std::filesystem::path& object, const std::string& function);

  struct Contender {
    std::filesystem::path object;
    std::string function;
    /// A function that brings an operand to another form first, which is not timed.
    std::string packing = {};
    std::size_t packed_operand = 0;
    std::int64_t packed_elements = 0;
  };
  /// What slows the machine for a while is averaged within a call of so many seconds.
  static constexpr double long_call = 0.1;
  /// How long: rounds, and seconds of one turn in them. Of the rounds there are as many as the fastest
  /// contender makes in a second, three at least. They end after the second where some contender took at least
  /// `hopeless` times as long as the first one in each.
  struct Length {
    int rounds = 5;
    double sample = 0.01, hopeless = 1e300;
    /// All again with operands in large pages, each contender by where it is slower: a program may have its data in
    /// either.
    bool in_large_pages_too = false;
  };
  struct Result {
    double seconds = 0;               ///< of a call: median
    timing::Spread percent = {};      ///< of the peak beside it
    timing::Spread times_first = {};  ///< its seconds over those of the first of the results in the same round
    bool shares_core = false;         ///< two of its threads were seen on one core, in more than one turn
    std::string wrong = {};           ///< the first element that is, if one is
    std::string ended = {};           ///< why there is no result
  };
  /// All in one process, a turn of each in every round: what slows the machine for a while slows all of them. What ends
  /// the process is the result of the one whose turn it was; the others begin again without it. With a wrong result
  /// there are no others.
  std::vector<Result> run(const std::vector<Contender>&, const Length&) const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tessera::tuning
