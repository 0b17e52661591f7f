// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>

#include "dsl/rewrite/proc.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::report {

using Json = nlohmann::ordered_json;

/// Times differ from run to run; without them the same input gives the same text.
enum class Times { shown, left_out };

/// An error as data: code, message, places, rule, counterexample, hint, exit code: the fields of its text.
Json error_facts(const Error&);

/// A step: primitive, call, line, marks, and the proofs of each condition.
Json step_facts(const Version&, int number, Times times);

/// Steps of a history, oldest first.
std::vector<Json> steps_facts(const Proc&, Times times);

using smt::decider_name;

/// JSON as text. Invalid UTF-8 (from a comment, or a C template) is replaced.
std::string text_of(const Json&, int indent = 2);

}  // namespace tessera::report
