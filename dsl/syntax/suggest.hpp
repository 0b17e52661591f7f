// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace tessera::syntax {

/// The Levenshtein distance of two words.
std::size_t edit_distance(std::string_view, std::string_view);

/// "did you mean `a` or `b`?" with the known names nearest to `wanted`, or "" when none is near. Ignores case; a prefix
/// of a name is near to it.
std::string nearest(std::string_view wanted, const std::vector<std::string>& known);

/// "known: a, b, c", or "" for an empty list; at most a dozen.
std::string known_names(const std::vector<std::string>& known);

/// "1 index", "2 indices".
std::string counted(std::size_t count, std::string_view singular, std::string_view plural);

}  // namespace tessera::syntax
