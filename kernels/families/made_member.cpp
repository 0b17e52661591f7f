// SPDX-License-Identifier: Apache-2.0
#include "kernels/families/made_member.hpp"

#include <nlohmann/json.hpp>

namespace tessera::kernels {

nlohmann::ordered_json to_json(const MadeMember& m) {
  return {{"steps", m.steps},           {"obligations", m.obligations}, {"hash", m.hash},       {"flags", m.flags},
          {"link_flags", m.link_flags}, {"features", m.features},       {"headers", m.headers}, {"sources", m.sources}};
}

MadeMember made_member(const nlohmann::ordered_json& m) {
  return {m.at("steps"),      m.at("obligations"), m.at("hash"),    m.at("flags"),
          m.at("link_flags"), m.at("features"),    m.at("headers"), m.at("sources")};
}

}  // namespace tessera::kernels
