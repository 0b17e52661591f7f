// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/rewrite/primitive.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {

/// An unknown, missing or mistyped argument of a primitive; the schedule file knows its place.
struct ArgumentError : InputError {
  ArgumentError(Diagnostic d, std::string name) : InputError(std::move(d)), argument(std::move(name)) {}
  std::string argument;  ///< "" when it is no single one
};

/// "the integer 3", "a cursor": for messages.
std::string describe_value(const Value&);
}  // namespace tessera::rewrite
