// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <string>

#include "dsl/interp/run.hpp"

namespace tessera::interp {

/// The reason that a run is invalid.
struct Failure {
  std::string text;       ///< in one line
  std::string code = {};  ///< of the error: "interp.bounds", …
  /// The place of a read of an unwritten value that the run computed with, or left a copy of at the end.
  std::optional<Diagnostic> unwritten = {};
};
/// Runs the procedure; nothing where it succeeds and every argument ends with values.
template <class Domain> std::optional<Failure> failure(const ir::Procedure&, Arguments<Domain>&, Uninitialised,
                                                       Fuel* = nullptr, Coverage* = nullptr);

/// A difference found between two procedures.
struct Difference {
  enum class Kind { value, config, before_failed, after_failed } kind;
  std::string text;                          ///< "C[1, 0] is 3 before, 5 after", or the failure
  std::string code = {};                     ///< of a failure: "interp.bounds", …
  std::optional<Diagnostic> unwritten = {};  ///< of a failure
};

/// The final states of two procedures.
template <class Domain> struct Outcome {
  Arguments<Domain> before, after;
  std::optional<Difference> difference;
};

/// Options for running two procedures side by side.
struct CompareOptions {
  Uninitialised policy = Uninitialised::error;
  std::set<std::string> modulo = {};  ///< configuration fields ("Cfg.f") that may end with any value
  Fuel* fuel = nullptr;               ///< of both runs; see `run` for its limit
  Coverage *before = nullptr, *after = nullptr;
};

/// Runs both on the same random data. They must have the same signature; control arguments are matched by position, and
/// `inputs` uses the names of `before`. No difference is no proof.
template <class Domain> Outcome<Domain> run_pair(const ir::Procedure& before, const ir::Procedure& after, const Inputs&,
                                                 std::uint64_t seed, const CompareOptions& = {});

/// The same on given arguments, which have the configs of both.
template <class Domain> Outcome<Domain> run_pair(const Arguments<Domain>& start, const ir::Procedure& before,
                                                 const ir::Procedure& after, const CompareOptions& = {});

/// The first difference on the same random data, if any.
template <class Domain> std::optional<Difference> first_difference(const ir::Procedure& before,
                                                                   const ir::Procedure& after, const Inputs& inputs,
                                                                   std::uint64_t seed,
                                                                   Uninitialised policy = Uninitialised::error,
                                                                   const std::set<std::string>& modulo = {}) {
  return run_pair<Domain>(before, after, inputs, seed, {policy, modulo}).difference;
}

}  // namespace tessera::interp
