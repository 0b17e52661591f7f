// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>

namespace tessera::codegen {

/// Precedence of a C expression; larger binds tighter.
enum class Binding { logical_or, logical_and, equality, relation, sum, product, unary, primary };

/// A C expression with its precedence.
struct CText {
  std::string text;
  Binding binding = Binding::primary;

  /// As an operand of an operator with this precedence.
  std::string in(Binding outer) const { return binding < outer ? "(" + text + ")" : text; }
};

}  // namespace tessera::codegen
