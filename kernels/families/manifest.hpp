// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/families/made_member.hpp"
#include "kernels/family/family.hpp"

namespace tessera::kernels {

/// A written member of a family.
struct ManifestMember {
  std::string name;                                        ///< of the C function and its files
  std::string specification;                               ///< the procedure of the family's program
  std::vector<std::pair<std::string, std::string>> facts;  ///< tile, variant, …
  std::size_t steps = 0, obligations = 0;
  std::string hash;  ///< of its trace

  /// A fact by its name; `otherwise` without one.
  std::string fact(const std::string& key, const std::string& otherwise = "") const;
};

/// A written family: its contents, and the requirements of all its members together.
struct FamilyManifest {
  std::string family;                       ///< stem of the files about the whole
  std::string target, type;                 ///< as on the command line
  std::set<std::string> flags, link_flags;  ///< of the C compiler
  std::set<std::string> features;           ///< of the CPU
  std::set<std::string> headers, sources;   ///< of the hardware library, in the folder of the members
  std::size_t steps = 0, obligations = 0;   ///< of all members
  std::vector<ManifestMember> members;
};

/// `made`: the results of the members, in the order of the family.
FamilyManifest family_manifest(const Family&, const std::string& target, const std::string& type,
                               const std::vector<MadeMember>& made);

/// STEM.json, also the output of `tessera family --json`.
nlohmann::ordered_json to_json(const FamilyManifest&);

}  // namespace tessera::kernels
