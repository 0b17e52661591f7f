// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "dsl/syntax/module.hpp"
#include "dsl/syntax/roles.hpp"
#include "kernels/conv/needs.hpp"
#include "kernels/families/registry.hpp"
#include "kernels/gemm/needs.hpp"

using namespace tessera;
using schedules::Need, schedules::Needs;

namespace {

// What has an instruction of each of these roles.
schedules::VectorTarget target_with(const std::vector<std::string>& roles) {
  std::string text;
  for (const std::string& role : roles)
    text += "@instr(\"x\", role=\"" + role + "\")\ndef " + role + "(x: f32):\n    x = 0.0\n\n";
  schedules::VectorTarget out;
  for (const ir::ProcRef& p : syntax::parse_module(text, "vendor.tess").procs)
    out.instructions.emplace_back(p, std::make_shared<Context>());
  return out;
}

}  // namespace

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

TEST_CASE("a target with masks needs those of the last vector of a tile, before anything is scheduled") {
  using namespace kernels::gemm;
  std::vector<std::string> roles{"load",       "store",      "zero", "fma_broadcast",
                                 "fma_scalar", "mul_scalar", "add",  "store_add"};
  const auto lacks = [&](Update u) {
    const schedules::VectorTarget target = target_with(roles);
    return usual_roles(schedules::missing(needs(Variant{u}, target), target));
  };
  for (const Update u : {Update::add, Update::set, Update::add_scaled, Update::scale_add}) CHECK(lacks(u) == "");
  roles.insert(roles.end(), {"masked_load", "masked_store", "masked_fma_broadcast"});
  CHECK(lacks(Update::add) == "masked_zero, masked_store_add");
  CHECK(lacks(Update::set) == "masked_zero");
  CHECK(lacks(Update::add_scaled) == "masked_zero, masked_fma_scalar");
  CHECK(lacks(Update::scale_add) == "masked_zero, masked_mul_scalar, masked_add");
  roles.push_back("masked_broadcast_scalar");
  CHECK(lacks(Update::set) == "");
  CHECK(lacks(Update::add_scaled) == "masked_fma_scalar");
  roles.insert(roles.end(), {"masked_fma", "masked_mul", "masked_add", "masked_store_add"});
  for (const Update u : {Update::add, Update::set, Update::add_scaled, Update::scale_add}) CHECK(lacks(u) == "");
}
