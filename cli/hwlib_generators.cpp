// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_generators.hpp"

#include "artifact/report/facts.hpp"
#include "kernels/conv/needs.hpp"
#include "kernels/families/registry.hpp"

namespace tessera::cli {

std::vector<schedules::Generator> generators_for(const schedules::VectorTarget& target) {
  std::vector<schedules::Generator> out = kernels::family_generators(target);
  for (schedules::Generator& g : kernels::conv::generators()) out.push_back(std::move(g));
  return out;
}

report::Json needs_json(const schedules::Needs& needs) {
  report::Json out = report::Json::array();
  for (const schedules::Need& need : needs) out.push_back({{"what", need.what}, {"roles", need.by}});
  return out;
}

}  // namespace tessera::cli
