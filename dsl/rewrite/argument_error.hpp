// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/rewrite/primitive.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {

/// An argument of a primitive that is unknown, missing or of another kind; the schedule file knows where it stands.
struct ArgumentError : InputError {
  ArgumentError(Diagnostic d, std::string name) : InputError(std::move(d)), argument(std::move(name)) {}
  std::string argument;  ///< "" when it is none in particular
};

/// "the integer 3", "a cursor": for messages.
std::string describe_value(const Value&);
}  // namespace tessera::rewrite
