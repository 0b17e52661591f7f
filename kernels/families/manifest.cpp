// SPDX-License-Identifier: Apache-2.0
#include "kernels/families/manifest.hpp"

#include <nlohmann/json.hpp>

#include "dsl/support/license.hpp"
#include "dsl/support/version.hpp"

namespace tessera::kernels {
namespace {

nlohmann::ordered_json to_json(const ManifestMember& m) {
  nlohmann::ordered_json out{{"name", m.name}, {"specification", m.specification}};
  for (const auto& [key, value] : m.facts) out[key] = value;
  out["steps"] = m.steps;
  out["obligations"] = m.obligations;
  out["hash"] = m.hash;
  return out;
}

}  // namespace

std::string ManifestMember::fact(const std::string& key, const std::string& otherwise) const {
  for (const auto& [name, value] : facts)
    if (name == key) return value;
  return otherwise;
}

FamilyManifest family_manifest(const Family& family, const std::string& target, const std::string& type,
                               const std::vector<MadeMember>& made) {
  FamilyManifest out;
  out.family = family.stem;
  out.target = target;
  out.type = type;
  for (std::size_t i = 0; i < family.members.size(); ++i) {
    const Member& member = family.members[i];
    const MadeMember& m = made.at(i);
    out.members.push_back({member.name, member.specification, member.facts, m.steps, m.obligations, m.hash});
    out.flags.insert(m.flags.begin(), m.flags.end());
    out.link_flags.insert(m.link_flags.begin(), m.link_flags.end());
    out.features.insert(m.features.begin(), m.features.end());
    out.headers.insert(m.headers.begin(), m.headers.end());
    out.sources.insert(m.sources.begin(), m.sources.end());
    out.steps += m.steps;
    out.obligations += m.obligations;
  }
  return out;
}

nlohmann::ordered_json to_json(const FamilyManifest& m) {
  nlohmann::ordered_json members = nlohmann::ordered_json::array();
  for (const ManifestMember& member : m.members) members.push_back(to_json(member));
  return {{"version", 1},
          {"family", m.family},
          {"made_by", version()},
          {"license", output_license},
          {"target", m.target},
          {"dtype", m.type},
          {"flags", m.flags},
          {"link_flags", m.link_flags},
          {"features", m.features},
          {"headers", m.headers},
          {"sources", m.sources},
          {"steps", m.steps},
          {"obligations", m.obligations},
          {"members", members}};
}

}  // namespace tessera::kernels
