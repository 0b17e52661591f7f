// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/smtlib.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <unordered_map>

#include "dsl/smt/closure.hpp"

namespace tessera::smt {
namespace {

std::string number(std::int64_t value) {
  const std::string digits = std::to_string(value);
  return value < 0 ? "(- " + digits.substr(1) + ")" : digits;
}

/// The text with characters replaced that are invalid in SMT-LIB symbols.
std::string symbol(const std::string& text, std::size_t count) {
  std::string out;
  for (char c : text) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out.front()))) out.insert(0, "v");
  return out + "_" + std::to_string(count);
}

/// `(op a b c)`, or the only operand, or the neutral element.
std::string apply(const char* op, const std::vector<std::string>& operands, const char* neutral) {
  if (operands.empty()) return neutral;
  if (operands.size() == 1) return operands.front();
  std::string out = std::string("(") + op;
  for (const std::string& operand : operands) out += " " + operand;
  return out + ")";
}

struct Script {
  const Terms& terms;
  std::ostringstream out;
  std::unordered_map<Var, std::string> names;

  std::string text(const Affine& a) const {
    std::vector<std::string> summands;
    for (const auto& [v, coefficient] : a.terms()) {
      summands.push_back(coefficient == 1 ? names.at(v) : "(* " + number(coefficient) + " " + names.at(v) + ")");
    }
    if (a.constant() != 0) summands.push_back(number(a.constant()));
    return apply("+", summands, "0");
  }

  std::string text(const Formula& formula) const {
    std::vector<std::string> parts;
    for (const Formula& part : formula.parts()) parts.push_back(text(part));
    switch (formula.kind()) {
      case Formula::Kind::truth: return "true";
      case Formula::Kind::falsity: return "false";
      case Formula::Kind::ge0: return "(>= " + text(formula.affine()) + " 0)";
      case Formula::Kind::eq0: return "(= " + text(formula.affine()) + " 0)";
      case Formula::Kind::all: return apply("and", parts, "true");
      case Formula::Kind::any: return apply("or", parts, "false");
    }
    return "false";
  }

  /// name = floor(a / divisor). As inequalities: the linear logics have no div.
  std::string quotient(const std::string& name, const Definition& definition) const {
    const std::string a = text(definition.a), divisor = number(definition.divisor);
    const std::string multiple = "(* " + divisor + " " + name + ")";
    return "(and (<= " + multiple + " " + a + ") (< " + a + " (+ " + multiple + " " + divisor + ")))";
  }

  void comment(const std::string& lines) {
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) out << "; " << line << "\n";
  }

  void declare(Var v) {
    const std::string name = symbol(v.text(), names.size());
    const Definition* definition = terms.definition(v);
    if (definition && definition->kind == Definition::Kind::product) {
      out << "(define-fun " << name << " () Int (* " << text(definition->a) << " " << text(definition->b) << "))\n";
    } else {
      out << "(declare-const " << name << " Int)\n";
      if (definition) out << "(assert " << quotient(name, *definition) << ")\n";
    }
    names.emplace(v, name);
  }

  void assertion(const Formula& formula) { out << "(assert " << text(formula) << ")\n"; }
};

const char* status(Status expected) {
  switch (expected) {
    case Status::proved: return "unsat";
    case Status::refuted: return "sat";
    case Status::unknown: return "unknown";
  }
  return "unknown";
}

std::vector<Var> variables(const Query& query, const Terms& terms) {
  std::vector<Formula> formulas = query.assumptions;
  formulas.push_back(query.goal);
  return closure(formulas, terms);
}

}  // namespace

const char* logic(const Query& query, const Terms& terms) {
  const std::vector<Var> all = variables(query, terms);
  const bool products = std::any_of(all.begin(), all.end(), [&](Var v) {
    const Definition* definition = terms.definition(v);
    return definition && definition->kind == Definition::Kind::product;
  });
  return products ? "QF_NIA" : "QF_LIA";
}

std::string to_smtlib(const Query& query, const Terms& terms) { return to_smtlib(query, terms, Status::unknown, ""); }

std::string to_smtlib(const Query& query, const Terms& terms, Status expected, const std::string& origin) {
  Script script{terms, {}, {}};
  script.out << "(set-info :smt-lib-version 2.6)\n";
  script.comment(origin);
  script.comment(query.name);
  script.comment(query.text);
  script.out << "; unsat: the assumptions imply the goal\n";
  script.out << "(set-logic " << logic(query, terms) << ")\n(set-info :status " << status(expected) << ")\n";
  for (Var v : variables(query, terms)) script.declare(v);
  for (const Formula& assumption : query.assumptions) script.assertion(assumption);
  script.comment("the negated goal");
  script.out << "(assert (not " << script.text(query.goal) << "))\n(check-sat)\n";
  return script.out.str();
}

}  // namespace tessera::smt
