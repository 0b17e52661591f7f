// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>

namespace tessera::codegen {

/// How tightly a C expression holds together; larger holds tighter.
enum class Binding { logical_or, logical_and, equality, relation, sum, product, unary, primary };

/// A C expression that knows whether it needs parentheses.
struct CText {
  std::string text;
  Binding binding = Binding::primary;

  /// As an operand of something that binds at least this tightly.
  std::string in(Binding outer) const { return binding < outer ? "(" + text + ")" : text; }
};

}  // namespace tessera::codegen
