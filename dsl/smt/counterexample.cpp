// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>

#include "dsl/smt/solver.hpp"

namespace tessera::smt {
namespace {

// Several of one name get numbers, as where a procedure is printed: i, i_1, in the order in which they were made.
std::map<Var, std::string> told_apart(const std::vector<Var>& variables) {
  std::map<std::string, int> count;
  std::map<Var, std::string> out;
  for (Var v : std::set<Var>(variables.begin(), variables.end())) {
    const int earlier = count[v.text()]++;
    out[v] = earlier ? v.text() + "_" + std::to_string(earlier) : v.text();
  }
  return out;
}

}  // namespace

Counterexample counterexample(const Query& query, const Model& model, const Terms& terms) {
  std::vector<Var> order;
  for (const Formula& f : query.assumptions) f.collect(order);
  query.goal.collect(order);
  for (std::size_t i = 0; i < order.size(); ++i)  // what quotients and products are made of
    if (const Definition* d = terms.definition(order[i]))
      for (const Affine* part : {&d->a, &d->b})
        for (const auto& [v, k] : part->terms()) order.push_back(v);
  std::erase_if(order, [&](Var v) { return !model.count(v) || terms.definition(v); });
  const std::map<Var, std::string> names = told_apart(order);
  std::set<Var> seen;
  Counterexample out;
  for (Var v : order)
    if (seen.insert(v).second) out.values.push_back({names.at(v), model.at(v)});
  return out;
}

}  // namespace tessera::smt
