// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/placeholder.hpp"

#include <cctype>

#include "dsl/support/c_template.hpp"

namespace tessera::ir {
namespace {

constexpr int strides_by_name = 10;  // one digit

bool find_argument(const Procedure& p, const std::string& name, std::size_t& index) {
  for (index = 0; index < p.args.size(); ++index)
    if (p.args[index].name.text() == name) return true;
  return false;
}

// "dst_stride1" → "dst", 1
bool split_stride(const std::string& name, std::string& argument, int& dim) {
  std::size_t at = name.rfind("_stride");
  if (at == std::string::npos || at + 8 != name.size() || !std::isdigit(static_cast<unsigned char>(name.back())))
    return false;
  argument = name.substr(0, at);
  dim = name.back() - '0';
  return true;
}

bool split_suffix(const std::string& name, const std::string& suffix, std::string& argument) {
  if (name.size() <= suffix.size() || name.substr(name.size() - suffix.size()) != suffix) return false;
  argument = name.substr(0, name.size() - suffix.size());
  return true;
}

bool is_numbered(const Arg& a) { return !a.type.is_control() && a.mem && a.mem->is_numbered; }

// Of an argument that C has as a value.
bool parse_of_value(const Procedure& p, const std::string& name, Placeholder& out) {
  using Part = Placeholder::Part;
  std::string argument;
  out.part = Part::value;
  if (find_argument(p, name, out.argument)) return true;
  if (split_suffix(name, "_data", argument) && find_argument(p, argument, out.argument)) {
    out.part = Part::data;
    return !p.args[out.argument].type.is_control();
  }
  if (split_suffix(name, "_int", argument) && find_argument(p, argument, out.argument)) {
    out.part = Part::literal;
    return p.args[out.argument].type.is_control();
  }
  if (split_stride(name, argument, out.dim) && find_argument(p, argument, out.argument)) {
    out.part = Part::stride;
    return out.dim < static_cast<int>(p.args[out.argument].type.shape.size());
  }
  return false;
}

}  // namespace

bool parse_placeholder(const Procedure& p, const std::string& name, Placeholder& out) {
  if (parse_of_value(p, name, out)) return !is_numbered(p.args[out.argument]);
  std::string argument;
  out.part = Placeholder::Part::number;
  return split_suffix(name, "_reg", argument) && find_argument(p, argument, out.argument) &&
         is_numbered(p.args[out.argument]);
}

std::vector<std::string> possible_placeholders(const Procedure& p) {
  std::vector<std::string> out;
  for (const Arg& a : p.args) {
    const std::string& name = a.name.text();
    if (is_numbered(a)) {
      out.push_back(name + "_reg");
      continue;
    }
    out.push_back(name);
    out.push_back(name + (a.type.is_control() ? "_int" : "_data"));
    for (int d = 0; d < strides_by_name && d < static_cast<int>(a.type.shape.size()); ++d)
      out.push_back(name + "_stride" + std::to_string(d));
  }
  return out;
}

std::string placeholder_hint(const Procedure& p) {
  std::string names, numbered;
  for (const Arg& a : p.args) {
    names += (names.empty() ? "" : ", ") + a.name.text();
    if (is_numbered(a))
      numbered = "; a register of " + a.mem->name + " is its number alone, {" + a.name.text() + "_reg}";
  }
  return (names.empty() ? "there are no arguments" : "arguments are " + names) +
         "; {x} is the value, {x_data} the first element, {x_int} a literal, {x_stride0} a stride" + numbered +
         "; a brace is written {{ or }}";
}

std::optional<TemplateFault> template_fault(const Procedure& p, const std::string& c_template) {
  std::string unknown;
  try {
    fill_c_template(c_template, [&](const std::string& name) -> std::optional<std::string> {
      Placeholder ignored;
      if (parse_placeholder(p, name, ignored)) return "";
      unknown = name;
      return std::nullopt;
    });
  } catch (const BadTemplate& bad) { return TemplateFault{bad.what, unknown}; }
  return std::nullopt;
}

}  // namespace tessera::ir
