// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "dsl/smt/solver.hpp"

namespace tessera::smt {

Counterexample counterexample(const Query& query, const Model& model, const Terms& terms) {
  std::vector<Var> order;
  for (const Formula& f : query.assumptions) f.collect(order);
  query.goal.collect(order);
  for (std::size_t i = 0; i < order.size(); ++i)  // what quotients and products are made of
    if (const Definition* d = terms.definition(order[i]))
      for (const Affine* part : {&d->a, &d->b})
        for (const auto& [v, k] : part->terms()) order.push_back(v);
  std::set<Var> seen;
  Counterexample out;
  for (Var v : order) {
    auto it = model.find(v);
    if (it == model.end() || terms.definition(v) || !seen.insert(v).second) continue;
    out.values.push_back({v.text(), it->second});
  }
  return out;
}

}  // namespace tessera::smt
