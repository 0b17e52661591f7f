// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/smt/solver.hpp"

namespace tessera::smt {

/// The query's SMT-LIB logic: QF_LIA, or QF_NIA with products of unknowns.
const char* logic(const Query&, const Terms&);

/// to_smtlib of solver.hpp, with comment lines about the origin of the query, and the expected verdict.
std::string to_smtlib(const Query&, const Terms&, Status expected, const std::string& origin);

}  // namespace tessera::smt
