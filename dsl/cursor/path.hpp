// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/path.hpp"

namespace tessera::cursor {

// What a cursor consists of: a place in a program.
using ir::ancestor_paths;
using ir::ancestors;
using ir::expr_at;
using ir::is_within;
using ir::list_at;
using ir::names_at;
using ir::passes;
using ir::Path;
using ir::Range;
using ir::Step;
using ir::stmt_at;

}  // namespace tessera::cursor
