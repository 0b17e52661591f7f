// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <nlohmann/json.hpp>

#include "artifact/compile.hpp"

// A procedure that was scheduled and proved for each number of lanes that a machine may choose, and its one C.
namespace tessera::artifact {

/// The procedure for each length, the first one first.
std::vector<const api::Loaded*> all_lengths(const api::Loaded&);
std::int64_t length_of(const api::Loaded&);
/// "VL4"; for the names of files and the texts of people.
std::string length_name(const api::Loaded&);
/// "VL = 4"
std::string length_text(const api::Loaded&);
/// "VL = 4, 8, 16"
std::string lengths_text(const api::Loaded&);

/// Calls `emit` for each length, with the options that are the same for all, and compares what it gives. Throws
/// CheckError (code "lanes") where the C of two lengths differs, or the arguments do.
codegen::Emitted emitted_for_lengths(
    const api::Loaded&, codegen::Options,
    const std::function<codegen::Emitted(const api::Loaded&, const codegen::Options&)>& emit);

/// The symbol, the lengths, and how it is known that the C is right for them.
nlohmann::ordered_json lengths_on_record(const api::Loaded&);

}  // namespace tessera::artifact
