// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/json.hpp"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "dsl/support/diagnostic.hpp"

namespace tessera {

nlohmann::ordered_json parse_json(const std::string& text, const std::string& file) {
  using Json = nlohmann::ordered_json;
  constexpr int max_depth = 100;
  std::vector<std::set<std::string>> keys;  // of the objects around
  return Json::parse(text, [&](int depth, Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    // The second one would silently take the place of the first.
    if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
      throw InputError("file", fmt::format("cannot read {}: an object has {} twice", file, value.dump()),
                       "keep one of them, with the values of both");
    const bool goes_deeper = event == Json::parse_event_t::array_start || event == Json::parse_event_t::object_start;
    if (!goes_deeper || depth < max_depth) return true;
    throw InputError("file", fmt::format("cannot read {}: it is nested more than {} deep", file, max_depth),
                     "Tessera writes no such file");
  });
}

}  // namespace tessera
