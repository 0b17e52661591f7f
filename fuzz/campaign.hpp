// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/steps.hpp"

namespace tessera::fuzz {

/// The target of fuzzing: random steps on random programs, `replace` by generalised blocks, derived procedures, texts
/// for the parsers of programs and schedules, texts for the parser of hardware libraries.
enum class Target { steps, replace, procedures, text, library };
std::string_view name(Target);
std::optional<Target> target_named(std::string_view);

struct Campaign {
  Target target = Target::steps;
  std::uint64_t seed = 1;
  std::size_t first = 0, count = 100;  ///< cases first … first + count - 1
  double minutes = 0;                  ///< stops then; 0: when all cases are done
  std::size_t max_findings = 20;
  std::string primitive;  ///< ignore findings of other primitives; "": all count
  bool shrink = true;
  Settings settings;
  std::vector<std::string> library_texts;  ///< sources of texts for the library parser
};

struct Numbered {
  std::size_t number;
  Finding finding;
};

struct Outcome {
  Counts counts;
  std::size_t cases = 0;
  double seconds = 0;
  std::vector<Numbered> findings;  ///< at most one per kind and primitive
};

/// One case, in this process.
CaseResult run_case(const Campaign&, std::size_t number, const Journal&);

/// All cases, each in a child process: crashes and hangs are findings too. Findings are shrunk. `progress` is called
/// after each case.
Outcome run(const Campaign&, const std::function<void(const Outcome&)>& progress);

}  // namespace tessera::fuzz
