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

Json facts(const codegen::Argument& a) {
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

}  // namespace

Json arguments_facts(const codegen::Interface& called) {
  Json out = Json::array();
  for (const codegen::Argument& a : called.arguments) out.push_back(facts(a));
  return out;
}

}  // namespace tessera::report
