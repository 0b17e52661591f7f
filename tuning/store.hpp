// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>

#include "dsl/support/database.hpp"
#include "tuning/space.hpp"

namespace tessera::tuning {

/// What a measurement is of, and where it was made: it says nothing about another machine, compiler or program.
struct Place {
  std::string machine;   ///< the CPU, by its own name
  std::string compiler;  ///< as it names itself
  std::string flags;
  auto operator<=>(const Place&) const = default;
};

struct Measurement {
  enum class Outcome {
    measured,
    refused,   ///< a step of the scheme was not right for the nest
    compiler,  ///< the C compiler did not take it, or died
    ended      ///< the code was ended by a signal, or took too long
  };
  std::string program;  ///< what is computed: its text
  std::string scheme;
  Outcome outcome = Outcome::measured;
  double seconds = 0;                                  ///< of a call: median
  double percent = 0, percent_lo = 0, percent_hi = 0;  ///< of the peak beside it, and quartiles
  std::string detail = {};                             ///< what was said where nothing was measured
  bool in_turns = false;                               ///< with others of its program, so that one may be compared
};
/// What comes together: one, or those of a program that were timed in turns.
using Measurements = std::vector<Measurement>;
std::string_view name(Measurement::Outcome);
std::optional<Measurement::Outcome> outcome_named(const std::string&);

/// Measurements of one place, kept in a file that several places and processes may share. Throws InputError "store" for
/// a file that is no store of this version.
class Store {
 public:
  Store(std::filesystem::path file, Place place);

  /// All of them, or none when this process is ended; for the place where they were made. Of two measurements of the
  /// same, both made alone, the faster is kept: noise only adds. Otherwise the later one is, but never one made alone
  /// in place of one in turns. Those in turns take the mark from what was timed in turns before.
  void keep(const Measurements&, const Place&);
  std::optional<Measurement> find(const std::string& program, const std::string& scheme) const;
  /// Of one program: those that were timed in turns last, the others, those without a measurement; each the fastest
  /// first.
  Measurements of(const std::string& program) const;
  /// Measurements of other places, which are not used here.
  std::int64_t foreign() const;

 private:
  template <class Work> auto with(Work&&) const;
  std::filesystem::path file_;
  Place place_;
  database::Handle db_;
};

}  // namespace tessera::tuning
