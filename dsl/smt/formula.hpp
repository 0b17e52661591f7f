// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/ir/sym.hpp"

namespace tessera::smt {

/// Integer unknowns are syms: loop counters and sizes their own, all others fresh ones.
using Var = ir::Sym;
using Model = std::map<Var, std::int64_t>;

/// c + sum of k·v: the canonical form of an index expression. Sorted by variable, no zero coefficients; so two affine
/// forms are the same function exactly when they are equal. Arithmetic throws Overflow, never wraps.
class Affine {
 public:
  Affine(std::int64_t constant = 0) : constant_(constant) {}
  static Affine variable(Var v, std::int64_t coefficient = 1);
  /// From terms that are sorted by variable, each variable once, no zero coefficients.
  static Affine of(std::vector<std::pair<Var, std::int64_t>> terms, std::int64_t constant);

  std::int64_t constant() const { return constant_; }
  const std::vector<std::pair<Var, std::int64_t>>& terms() const { return terms_; }
  bool is_constant() const { return terms_.empty(); }
  std::int64_t coefficient(Var) const;
  bool mentions(Var v) const { return coefficient(v) != 0; }

  Affine operator+(const Affine&) const;
  Affine operator-(const Affine&) const;
  Affine operator-() const;
  Affine operator*(std::int64_t) const;
  bool operator==(const Affine&) const = default;
  /// The same form with v replaced.
  Affine substitute(Var v, const Affine& value) const;
  std::int64_t evaluate(const Model&) const;  ///< variables missing in the model count as 0

 private:
  std::vector<std::pair<Var, std::int64_t>> terms_;
  std::int64_t constant_ = 0;
};

struct Overflow {};

/// The definition of a derived variable.
struct Definition {
  enum class Kind { quotient, product } kind;
  Affine a;
  Affine b;              ///< product: a·b
  std::int64_t divisor;  ///< quotient: floor(a / divisor), divisor > 0

  bool operator==(const Definition&) const = default;
};

/// Gives each floor quotient and product of unknowns a variable, the same one for the same operands, so that all terms
/// stay affine. Products are expanded to sums of monomials, so equal polynomials are equal forms.
class Terms {
 public:
  Affine quotient(const Affine& a, std::int64_t divisor);
  Affine remainder(const Affine& a, std::int64_t divisor);  ///< a - divisor·quotient
  Affine product(const Affine& a, const Affine& b);         ///< affine when one side is constant
  const Definition* definition(Var) const;                  ///< null for a plain unknown

 private:
  Var named(const Definition&, const char* text);
  Var monomial(Var, Var);
  void factors(Var, std::vector<Var>& out) const;

  std::vector<std::pair<Definition, Var>> list_;
  std::unordered_map<Var, std::size_t> index_;
  std::unordered_multimap<std::size_t, std::size_t> by_hash_;
};

/// A formula over affine atoms in negation normal form, established on construction. Immutable handle.
class Formula {
 public:
  enum class Kind { truth, falsity, ge0, eq0, all, any };
  Formula() : Formula(Kind::truth, {}, {}) {}
  static Formula constant(bool);
  static Formula ge0(Affine);                ///< affine >= 0; constants fold
  static Formula eq0(Affine);                ///< affine == 0
  static Formula all(std::vector<Formula>);  ///< conjunction; flattens, drops truth, short-cuts falsity
  static Formula any(std::vector<Formula>);  ///< disjunction

  Kind kind() const;
  const Affine& affine() const;               ///< of ge0 and eq0
  const std::vector<Formula>& parts() const;  ///< of all and any
  bool is_true() const { return kind() == Kind::truth; }
  bool is_false() const { return kind() == Kind::falsity; }
  bool evaluate(const Model&) const;
  /// Every variable of the formula (derived ones as themselves).
  void collect(std::vector<Var>& out) const;

 private:
  struct Node;
  Formula(Kind, Affine, std::vector<Formula>);
  std::shared_ptr<const Node> node_;
};

Formula operator!(const Formula&);
Formula operator&&(const Formula&, const Formula&);
Formula operator||(const Formula&, const Formula&);
inline Formula le(const Affine& a, const Affine& b) { return Formula::ge0(b - a); }
inline Formula lt(const Affine& a, const Affine& b) { return Formula::ge0(b - a - 1); }
inline Formula eq(const Affine& a, const Affine& b) { return Formula::eq0(a - b); }

}  // namespace tessera::smt
