// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tessera::kernels {

/// The result of making a member, sent to the parent process.
struct MadeMember {
  std::size_t steps = 0, obligations = 0;  ///< of its schedule
  std::string hash;                        ///< of its trace
  std::vector<std::string> flags, link_flags;
  std::vector<std::string> features;          ///< required CPU features
  std::vector<std::string> headers, sources;  ///< of the hardware library, beside the member's C
};

/// Between the two processes.
nlohmann::ordered_json to_json(const MadeMember&);
MadeMember made_member(const nlohmann::ordered_json&);

}  // namespace tessera::kernels
