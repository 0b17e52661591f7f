// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/smt/solver.hpp"

namespace tessera::smt {

/// The SMT-LIB logic that the query is in: QF_LIA, or QF_NIA with products of unknowns.
const char* logic(const Query&, const Terms&);

/// As to_smtlib of solver.hpp, with lines of comment about where the query comes from, and with the verdict that
/// another solver is to find.
std::string to_smtlib(const Query&, const Terms&, Status expected, const std::string& origin);

}  // namespace tessera::smt
