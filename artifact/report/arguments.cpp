// SPDX-License-Identifier: Apache-2.0
#include "artifact/report/arguments.hpp"

#include <algorithm>
#include <cctype>

namespace tessera::report {
namespace {

Json number_or_text(const std::string& expression) {
  constexpr std::size_t max_digits = 18;  // that surely fit
  const bool is_number = !expression.empty() && expression.size() <= max_digits &&
                         std::all_of(expression.begin(), expression.end(),
                                     [](char c) { return std::isdigit(static_cast<unsigned char>(c)); });
  return is_number ? Json(std::stoll(expression)) : Json(expression);
}

Json list(const std::vector<std::string>& expressions) {
  Json out = Json::array();
  for (const std::string& e : expressions) out.push_back(number_or_text(e));
  return out;
}

// The inverse of `list`.
std::vector<std::string> expressions(const Json& of, const char* key) {
  std::vector<std::string> out;
  if (!of.contains(key)) return out;
  for (const Json& e : of.at(key)) out.push_back(e.is_string() ? e.get<std::string>() : e.dump());
  return out;
}

analysis::Direction direction_named(const std::string& word) {
  for (const auto d : {analysis::Direction::in, analysis::Direction::out})
    if (analysis::name(d) == word) return d;
  return analysis::Direction::inout;
}

}  // namespace

Json to_json(const codegen::Argument& a) {
  Json out{{"name", a.name}};
  if (a.c_name != a.name) out["c_name"] = a.c_name;
  out["kind"] = a.kind;
  out["type"] = a.type;
  if (!a.memory.empty()) {
    out["shape"] = list(a.shape);
    if (a.kind != "register") out["strides"] = list(a.strides);
    out["memory"] = a.memory;
  }
  out["access"] = analysis::name(a.direction);
  out["declaration"] = a.declaration;
  return out;
}

codegen::Argument argument_of(const Json& j) {
  codegen::Argument out;
  out.name = j.at("name");
  out.c_name = j.value("c_name", out.name);
  out.kind = j.at("kind"), out.type = j.at("type");
  out.shape = expressions(j, "shape"), out.strides = expressions(j, "strides");
  out.memory = j.value("memory", "");
  out.direction = direction_named(j.at("access"));
  out.declaration = j.at("declaration");
  return out;
}

Json arguments_facts(const codegen::Interface& called) {
  Json out = Json::array();
  for (const codegen::Argument& a : called.arguments) out.push_back(to_json(a));
  return out;
}

}  // namespace tessera::report
