// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace tessera {

/// The JSON of a file, which anybody may have written. Throws nlohmann::json::exception where it is none, and
/// InputError (code "file") where it is nested more than 100 deep: to copy, print and compare values recurses; and
/// where an object has a key twice.
nlohmann::ordered_json parse_json(const std::string& text, const std::string& file);

}  // namespace tessera
