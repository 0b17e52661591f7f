// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <set>
#include <string>

#include "dsl/ir/stmt.hpp"
#include "dsl/smt/formula.hpp"

namespace tessera::rewrite {

/// Runs the procedure before and after a refused rewrite on small data, with the sizes of the counterexample, and
/// reports the result: "replayed: A[1] is 3 before, 5 after", or that both agree and the rule is conservative.
std::string replay(const ir::Procedure& before, const smt::Model& model, const std::function<ir::ProcRef()>& rewrite,
                   const std::set<std::string>& modulo = {});

}  // namespace tessera::rewrite
