// SPDX-License-Identifier: Apache-2.0
#include "codegen/instruction.hpp"

#include <cctype>

#include "codegen/errors.hpp"
#include "dsl/support/c_template.hpp"

namespace tessera::codegen {
namespace {

[[noreturn]] void bad_template(const ir::Procedure& instruction, const std::string& what) {
  std::string names;
  for (const ir::Arg& a : instruction.args) names += (names.empty() ? "" : ", ") + a.name.text();
  refuse("instruction", "the C template of " + instruction.name + ": " + what, instruction.loc,
         "arguments are " + names +
             "; {x} is the value, {x_data} the first element, {x_int} a literal, {x_stride0} a stride; "
             "a brace is written {{ or }}");
}

}  // namespace

std::string fill_template(const ir::Procedure& instruction, const PlaceholderValue& value) {
  try {
    return fill_c_template(instruction.instr->c_template, value);
  } catch (const BadTemplate& bad) { bad_template(instruction, bad.what); }
}

namespace {

bool find_argument(const ir::Procedure& p, const std::string& name, std::size_t& index) {
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

}  // namespace

bool parse_placeholder(const ir::Procedure& p, const std::string& name, Placeholder& out) {
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

}  // namespace tessera::codegen
