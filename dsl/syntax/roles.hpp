// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace tessera::syntax {

/// A role that an instruction may have, of those that roles.def lists. Others are free for schedules of one's own.
struct Role {
  std::string name;
  std::string meaning;
  bool has_masked = false;  ///< there is masked_<name> too
};
const std::vector<Role>& roles();

/// The names of all of them, the masked ones too.
const std::vector<std::string>& role_names();

/// The role that was meant, where the word is a slip of the pen in one: letters swapped, missing or too many. "" for a
/// role, for a word of one's own, and for one with digits ("load2", "dot4").
std::string misspelt_role(const std::string& word);

}  // namespace tessera::syntax
