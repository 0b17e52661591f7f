// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <string>

#include "dsl/interp/run.hpp"

namespace tessera::interp {

/// Why a run has no meaning.
struct Failure {
  std::string text;       ///< in one line
  std::string code = {};  ///< of the error: "interp.bounds", …
  /// It computed with what was never written, or ended with a copy of it: where that was read.
  std::optional<Diagnostic> unwritten = {};
};
/// Runs the procedure; nothing where all is well and every argument ends with values.
template <class Domain> std::optional<Failure> failure(const ir::Procedure&, Arguments<Domain>&, Uninitialised,
                                                       Fuel* = nullptr, Coverage* = nullptr);

/// How two procedures were seen to differ.
struct Difference {
  enum class Kind { value, config, before_failed, after_failed } kind;
  std::string text;                          ///< "C[1, 0] is 3 before, 5 after", or what failed
  std::string code = {};                     ///< of a failure: "interp.bounds", …
  std::optional<Diagnostic> unwritten = {};  ///< of a failure
};

/// The states that two procedures end in.
template <class Domain> struct Outcome {
  Arguments<Domain> before, after;
  std::optional<Difference> difference;
};

/// How two procedures are run side by side.
struct CompareOptions {
  Uninitialised policy = Uninitialised::error;
  std::set<std::string> modulo = {};  ///< configuration fields ("Cfg.f") that may end with any value
  Fuel* fuel = nullptr;               ///< of both runs; see `run` for its limit
  Coverage *before = nullptr, *after = nullptr;
};

/// Runs both on the same random data. They must have the same signature; control arguments are matched by position,
/// `inputs` names those of `before`. Nothing found is no proof.
template <class Domain> Outcome<Domain> run_pair(const ir::Procedure& before, const ir::Procedure& after, const Inputs&,
                                                 std::uint64_t seed, const CompareOptions& = {});

/// The same on these arguments, which have the configs of both.
template <class Domain> Outcome<Domain> run_pair(const Arguments<Domain>& start, const ir::Procedure& before,
                                                 const ir::Procedure& after, const CompareOptions& = {});

/// How they differ on the same random data, if they do.
template <class Domain> std::optional<Difference> first_difference(const ir::Procedure& before,
                                                                   const ir::Procedure& after, const Inputs& inputs,
                                                                   std::uint64_t seed,
                                                                   Uninitialised policy = Uninitialised::error,
                                                                   const std::set<std::string>& modulo = {}) {
  return run_pair<Domain>(before, after, inputs, seed, {policy, modulo}).difference;
}

}  // namespace tessera::interp
