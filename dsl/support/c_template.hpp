// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>

namespace tessera {

/// An error in a C template, in words: "a { is never closed". The caller adds the place.
struct BadTemplate {
  std::string what;
};

/// Fills in a C template. `{name}` is replaced by `value`, which gives nothing for an invalid placeholder; `{{` and
/// `}}` are braces. Line breaks with their indentation become single spaces, so the layout of a template is free.
/// Throws BadTemplate.
std::string fill_c_template(const std::string& c_template,
                            const std::function<std::optional<std::string>(const std::string& name)>& value);

/// The names in braces. Throws BadTemplate.
std::set<std::string> placeholders(const std::string& c_template);

}  // namespace tessera
