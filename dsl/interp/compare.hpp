#pragma once
#include <optional>
#include <set>
#include <string>

#include "dsl/interp/run.hpp"

namespace tessera::interp {

/// How two procedures were seen to differ.
struct Difference {
  enum class Kind { value, config, before_failed, after_failed } kind;
  std::string text;  ///< "C[1, 0] is 3 before, 5 after", or what failed
};

/// The states that two procedures end in.
template <class Domain> struct Outcome {
  Arguments<Domain> before, after;
  std::optional<Difference> difference;
};

/// Run both on the same random inputs. They must have the same signature; control arguments are matched by position,
/// `control` names those of `before`; the configuration fields in `modulo` ("Cfg.f") may end with any value. Nothing
/// found is no proof. The effort is that of both runs; see `run` for its limit.
template <class Domain> Outcome<Domain> run_both(const ir::Procedure& before, const ir::Procedure& after,
                                                 const ControlValues& control, std::uint64_t seed,
                                                 Uninitialised = Uninitialised::error,
                                                 const std::set<std::string>& modulo = {}, Effort* = nullptr);

/// How they differ on the same random inputs, if they do.
template <class Domain> std::optional<Difference> first_difference(const ir::Procedure& before,
                                                                   const ir::Procedure& after,
                                                                   const ControlValues& control, std::uint64_t seed,
                                                                   Uninitialised policy = Uninitialised::error,
                                                                   const std::set<std::string>& modulo = {}) {
  return run_both<Domain>(before, after, control, seed, policy, modulo).difference;
}

}  // namespace tessera::interp
