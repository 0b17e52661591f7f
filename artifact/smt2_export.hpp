// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "api/load.hpp"

namespace tessera::artifact {

/// Writes all proved obligations, of the steps and of the final procedure's check, into the folder: one SMT-LIB 2 file
/// each, whose verdict must be unsat, and index.json, which lists them. Returns their number.
std::size_t export_smt2(const api::Loaded&, const std::string& folder);

}  // namespace tessera::artifact
