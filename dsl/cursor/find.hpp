// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/path.hpp"
#include "dsl/syntax/pattern.hpp"

namespace tessera::cursor {

/// The match of a pattern: neighbouring statements, or one expression (then count is 1 and the path has exprs).
using Match = ir::Range;

/// All matches in program order (parents before children), inside `within` when given. The pattern's `#n` is not
/// applied.
std::vector<Match> find_all(const ir::Procedure&, const syntax::Pattern&, const ir::Range* within = nullptr);

/// Statement lines similar to the pattern, nearest first, at most `limit`: for the message without a match.
std::vector<std::string> candidates(const ir::Procedure&, const syntax::Pattern&, std::size_t limit = 5);

/// The pattern `for NAME in _: _`, which a bare name abbreviates.
syntax::Pattern loop_pattern(const std::string& name, std::optional<int> nth);

/// A pattern for exactly the statement at the path, with `#n` where it is not the first match.
std::string pattern_of(const ir::Procedure&, const ir::Path&);

}  // namespace tessera::cursor
