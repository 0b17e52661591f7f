// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>

#include "audit/table.hpp"

namespace tessera::audit {

/// A file of tables, with the errors that name it.
struct TableFile {
  std::filesystem::path path;
  nlohmann::ordered_json all;

  /// Throws InputError (code "audit") for one that is not JSON.
  explicit TableFile(const std::filesystem::path&);
  [[noreturn]] void fail(const std::string& why) const;
  /// Fails for a key that is not one of `known`, naming the nearest.
  void check_keys(const nlohmann::ordered_json& object, const std::vector<std::string>& known,
                  const std::string& where) const;
  /// ECMAScript's regular expressions; fails for a text that is none.
  std::regex regex(const nlohmann::ordered_json& text, const std::string& where) const;
};

std::vector<Rule> read_rules(const TableFile&, const nlohmann::ordered_json& rules);

}  // namespace tessera::audit
