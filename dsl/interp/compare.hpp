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

/// Run both on the same random inputs. They must have the same signature; control arguments are matched by position,
/// `control` names those of `before`; the configuration fields in `modulo` ("Cfg.f") may end with any value. Nothing
/// found is no proof.
template <class Domain> std::optional<Difference> first_difference(const ir::Procedure& before,
                                                                   const ir::Procedure& after,
                                                                   const ControlValues& control, std::uint64_t seed,
                                                                   Uninitialised = Uninitialised::error,
                                                                   const std::set<std::string>& modulo = {});

}  // namespace tessera::interp
