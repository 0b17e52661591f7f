// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "dsl/syntax/roles.hpp"
#include "kernels/conv/needs.hpp"
#include "kernels/families/registry.hpp"

using namespace tessera;
using schedules::Need, schedules::Needs;

TEST_CASE("what generators ask for are known roles") {
  const std::vector<std::string>& known = syntax::role_names();
  std::vector<schedules::Generator> all = kernels::family_generators();
  for (schedules::Generator& g : kernels::conv::generators()) all.push_back(std::move(g));
  CHECK(all.size() > 8);
  std::set<std::string> names;
  for (const schedules::Generator& g : all) {
    INFO(g.name);
    CHECK(names.insert(g.name).second);
    for (const Need& need : g.needs)
      for (const auto& roles : need.by)
        for (const std::string& role : roles) {
          INFO(role);
          CHECK(std::count(known.begin(), known.end(), role) == 1);
        }
  }
  CHECK(names.count(kernels::blas_generator) == 1);
}

TEST_CASE("needs are told by their usual roles, or with what may take their place") {
  const Need zero{"sums = 0.0", {{"zero"}, {"broadcast_scalar"}}},
      fma{"sums += a * b", {{"fma_broadcast"}, {"fma_scalar"}, {"fma", "broadcast"}}}, load{"b", {{"load"}}};
  CHECK(roles_text(zero) == "zero or broadcast_scalar");
  CHECK(roles_text(fma) == "fma_broadcast, fma_scalar, or fma with broadcast");
  CHECK(roles_text(Needs{load, zero}) == "load; zero or broadcast_scalar");
  CHECK(usual_roles(Needs{load, fma}) == "load, fma_broadcast");
  CHECK(schedules::joined({load, zero}, {zero, fma}) == Needs{load, zero, fma});
  CHECK(schedules::missing({load, zero}, {}) == Needs{load, zero});
}
