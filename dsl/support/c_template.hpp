// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>

namespace tessera {

/// What is wrong with a C template, in words: "a { is never closed". Whoever knows where it stands says so.
struct BadTemplate {
  std::string what;
};

/// Fill in a C template. `{name}` asks `value`, which knows nothing for a name that is no placeholder; `{{` and `}}`
/// are braces. Line breaks with their indentation become single spaces, so that a template may be laid out as one
/// likes. Throws BadTemplate.
std::string fill_c_template(const std::string& c_template,
                            const std::function<std::optional<std::string>(const std::string& name)>& value);

/// The names that stand in braces. Throws BadTemplate.
std::set<std::string> placeholders(const std::string& c_template);

}  // namespace tessera
