#include <fmt/format.h>

#include <set>

#include "dsl/smt/solver.hpp"

namespace tessera::smt {

std::string counterexample(const Query& query, const Model& model, const Terms& terms) {
  std::vector<Var> order;
  for (const Formula& f : query.assumptions) f.collect(order);
  query.goal.collect(order);
  for (std::size_t i = 0; i < order.size(); ++i)  // what quotients and products are made of
    if (const Definition* d = terms.definition(order[i]))
      for (const Affine* part : {&d->a, &d->b})
        for (const auto& [v, k] : part->terms()) order.push_back(v);
  std::set<Var> seen;
  std::string out;
  for (Var v : order) {
    auto it = model.find(v);
    if (it == model.end() || terms.definition(v) || !seen.insert(v).second) continue;
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", v.text(), it->second);
  }
  return out.empty() ? "always" : out;
}

}  // namespace tessera::smt
