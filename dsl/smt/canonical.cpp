// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/canonical.hpp"

#include <unordered_map>

namespace tessera::smt {
namespace {

/// Prefix notation; at its first occurrence a derived variable is followed by its definition.
struct Writer {
  const Terms& terms;
  Canonical& out;
  std::unordered_map<Var, std::size_t> numbers;

  void write(Var v) {
    const auto [entry, is_new] = numbers.emplace(v, numbers.size());
    out.text += 'v';
    out.text += std::to_string(entry->second);
    if (!is_new) return;
    out.variables.push_back(v);
    const Definition* definition = terms.definition(v);
    if (!definition) return;
    const bool quotient = definition->kind == Definition::Kind::quotient;
    out.text += quotient ? ":=/" : ":=*";
    out.text += std::to_string(definition->divisor);
    write(definition->a);
    if (!quotient) write(definition->b);
  }

  void write(const Affine& a) {
    out.text += '(';
    for (const auto& [v, coefficient] : a.terms()) {
      out.text += std::to_string(coefficient);
      write(v);
      out.text += ' ';
    }
    out.text += std::to_string(a.constant());
    out.text += ')';
  }

  void write(const Formula& formula) {
    switch (formula.kind()) {
      case Formula::Kind::truth: out.text += 'T'; break;
      case Formula::Kind::falsity: out.text += 'F'; break;
      case Formula::Kind::ge0: out.text += '>', write(formula.affine()); break;
      case Formula::Kind::eq0: out.text += '=', write(formula.affine()); break;
      case Formula::Kind::all: write_parts('&', formula); break;
      case Formula::Kind::any: write_parts('|', formula); break;
    }
  }

  void write_parts(char sign, const Formula& formula) {
    out.text += sign;
    out.text += '[';
    for (const Formula& part : formula.parts()) write(part);
    out.text += ']';
  }
};

}  // namespace

Canonical canonical(const std::vector<Formula>& assumptions, const Formula& goal, const Terms& terms) {
  Canonical result;
  Writer writer{terms, result, {}};
  writer.write(goal);
  for (const Formula& assumption : assumptions) writer.write(assumption);
  return result;
}

}  // namespace tessera::smt
