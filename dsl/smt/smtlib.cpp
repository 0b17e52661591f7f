#include <cctype>
#include <sstream>
#include <unordered_map>

#include "dsl/smt/closure.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera::smt {
namespace {

std::string number(std::int64_t value) {
  const std::string digits = std::to_string(value);
  return value < 0 ? "(- " + digits.substr(1) + ")" : digits;
}

/// The text with what a symbol of SMT-LIB may not hold replaced.
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

  /// Divisors are positive, where the standard's div rounds down.
  std::string text(const Definition& definition) const {
    if (definition.kind == Definition::Kind::product)
      return "(* " + text(definition.a) + " " + text(definition.b) + ")";
    return "(div " + text(definition.a) + " " + number(definition.divisor) + ")";
  }

  void comment(const std::string& lines) {
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) out << "; " << line << "\n";
  }

  void declare(Var v) {
    const std::string name = symbol(v.text(), names.size());
    if (const Definition* definition = terms.definition(v)) {
      out << "(define-fun " << name << " () Int " << text(*definition) << ")\n";
    } else {
      out << "(declare-const " << name << " Int)\n";
    }
    names.emplace(v, name);
  }

  void assertion(const Formula& formula) { out << "(assert " << text(formula) << ")\n"; }
};

}  // namespace

std::string to_smtlib(const Query& query, const Terms& terms) {
  Script script{terms, {}, {}};
  script.comment(query.name);
  script.comment(query.text);
  script.out << "; unsat: the assumptions imply the goal\n(set-logic ALL)\n";
  std::vector<Formula> formulas = query.assumptions;
  formulas.push_back(query.goal);
  for (Var v : closure(formulas, terms)) script.declare(v);
  for (const Formula& assumption : query.assumptions) script.assertion(assumption);
  script.comment("the negated goal");
  script.out << "(assert (not " << script.text(query.goal) << "))\n(check-sat)\n";
  return script.out.str();
}

}  // namespace tessera::smt
