// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/formula.hpp"

#include <algorithm>

#include "dsl/smt/checked.hpp"

namespace tessera::smt {

struct Formula::Node {
  Kind kind;
  Affine affine;
  std::vector<Formula> parts;
};

namespace {

std::uint64_t content(const Affine& a) {
  std::uint64_t common = 0;
  for (const auto& term : a.terms()) common = common_divisor(common, term.second);
  return common;
}

Affine divided(const Affine& a, std::int64_t divisor, std::int64_t constant) {
  auto terms = a.terms();
  for (auto& term : terms) term.second /= divisor;
  return Affine::of(std::move(terms), constant);
}

}  // namespace

Formula::Formula(Kind kind, Affine affine, std::vector<Formula> parts) {
  static const auto truth = std::make_shared<const Node>(Node{Kind::truth, {}, {}});
  static const auto falsity = std::make_shared<const Node>(Node{Kind::falsity, {}, {}});
  if (kind == Kind::truth || kind == Kind::falsity) {
    node_ = kind == Kind::truth ? truth : falsity;
  } else {
    node_ = std::make_shared<const Node>(Node{kind, std::move(affine), std::move(parts)});
  }
}

Formula Formula::constant(bool value) { return Formula(value ? Kind::truth : Kind::falsity, {}, {}); }

Formula Formula::ge0(Affine a) {
  if (a.is_constant()) return constant(a.constant() >= 0);
  const std::uint64_t common = content(a);
  if (common == 1) return Formula(Kind::ge0, std::move(a), {});
  const std::int64_t divisor = as_signed(common);
  return Formula(Kind::ge0, divided(a, divisor, floor_quotient(a.constant(), divisor)), {});
}

Formula Formula::eq0(Affine a) {
  if (a.is_constant()) return constant(a.constant() == 0);
  // The first coefficient is made positive, so that a = b and b = a are the same atom.
  const std::int64_t divisor = as_signed(content(a)) * (a.terms().front().second < 0 ? -1 : 1);
  if (divisor == 1) return Formula(Kind::eq0, std::move(a), {});
  if (divisor == -1) return Formula(Kind::eq0, -a, {});
  if (a.constant() % divisor != 0) return constant(false);
  return Formula(Kind::eq0, divided(a, divisor, a.constant() / divisor), {});
}

Formula Formula::all(std::vector<Formula> parts) {
  std::vector<Formula> kept;
  for (Formula& part : parts) {
    if (part.is_true()) continue;
    if (part.is_false()) return part;
    if (part.kind() == Kind::all) {
      kept.insert(kept.end(), part.parts().begin(), part.parts().end());
    } else {
      kept.push_back(std::move(part));
    }
  }
  if (kept.empty()) return Formula();
  return kept.size() == 1 ? kept.front() : Formula(Kind::all, {}, std::move(kept));
}

Formula Formula::any(std::vector<Formula> parts) {
  std::vector<Formula> kept;
  for (Formula& part : parts) {
    if (part.is_false()) continue;
    if (part.is_true()) return part;
    if (part.kind() == Kind::any) {
      kept.insert(kept.end(), part.parts().begin(), part.parts().end());
    } else {
      kept.push_back(std::move(part));
    }
  }
  if (kept.empty()) return constant(false);
  return kept.size() == 1 ? kept.front() : Formula(Kind::any, {}, std::move(kept));
}

Formula::Kind Formula::kind() const { return node_->kind; }
const Affine& Formula::affine() const { return node_->affine; }
const std::vector<Formula>& Formula::parts() const { return node_->parts; }

bool Formula::evaluate(const Model& model) const {
  const auto holds = [&](const Formula& part) { return part.evaluate(model); };
  switch (kind()) {
    case Kind::truth: return true;
    case Kind::falsity: return false;
    case Kind::ge0: return affine().evaluate(model) >= 0;
    case Kind::eq0: return affine().evaluate(model) == 0;
    case Kind::all: return std::all_of(parts().begin(), parts().end(), holds);
    case Kind::any: return std::any_of(parts().begin(), parts().end(), holds);
  }
  return false;
}

void Formula::collect(std::vector<Var>& out) const {
  for (const auto& term : affine().terms()) out.push_back(term.first);
  for (const Formula& part : parts()) part.collect(out);
}

Formula operator!(const Formula& formula) {
  const Affine& a = formula.affine();
  std::vector<Formula> parts;
  for (const Formula& part : formula.parts()) parts.push_back(!part);
  switch (formula.kind()) {
    case Formula::Kind::truth: return Formula::constant(false);
    case Formula::Kind::falsity: return Formula::constant(true);
    case Formula::Kind::ge0: return Formula::ge0(-a - 1);
    case Formula::Kind::eq0: return Formula::any({Formula::ge0(a - 1), Formula::ge0(-a - 1)});
    case Formula::Kind::all: return Formula::any(std::move(parts));
    case Formula::Kind::any: return Formula::all(std::move(parts));
  }
  return formula;
}

Formula operator&&(const Formula& a, const Formula& b) { return Formula::all({a, b}); }
Formula operator||(const Formula& a, const Formula& b) { return Formula::any({a, b}); }

}  // namespace tessera::smt
