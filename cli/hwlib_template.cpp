// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_template.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "api/library_root.hpp"
#include "artifact/report/facts.hpp"

namespace tessera::cli {
namespace {

using report::Json;

std::string template_text(const std::string& file) { return read_file(api::templates_root() / "hwlib" / file); }

// The parts of a text between empty lines.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", from), text.size());
    out.push_back(text.substr(from, end - from));
    from = std::min(text.find_first_not_of('\n', end), text.size());
  }
  return out;
}

// `role="fma"` in an instruction; "" in a comment.
std::string role_of(const std::string& part) {
  const std::string mark = "role=\"";
  const std::size_t at = part.find(mark);
  if (at == std::string::npos) return "";
  const std::size_t from = at + mark.size();
  return part.substr(from, part.find('"', from) - from);
}

std::vector<std::string> words(const std::string& command) {
  std::istringstream in(command);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

Json machine(const std::string& compiler, const std::string& runner) {
  Json out{{"compile", words(compiler)}};
  if (!runner.empty()) out["run"] = words(runner);
  return out;
}

std::string machines_text(const LibraryPlan& plan) {
  Json machines = Json::array();
  for (const std::string& compiler : plan.compilers) machines.push_back(machine(compiler, plan.runner));
  return report::text_of(Json{{plan.runner.empty() ? "native" : "emulated", machines}}) + "\n";
}

std::string upper(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::toupper(c); });
  return word;
}

using Values = std::map<std::string, std::string>;

Values template_values(const LibraryPlan& plan) {
  return {{"@NAME@", plan.name},
          {"@MEMORY@", upper(plan.name)},
          {"@TYPE@", std::string(ir::name(plan.type))},
          {"@CTYPE@", std::string(ir::c_type(plan.type))},
          {"@LANES@", std::to_string(plan.lanes)},
          {"@BYTES@", std::to_string(plan.lanes * ir::byte_size(plan.type))},
          {"@REGISTERS@", std::to_string(plan.registers)},
          {"@FLAGS@", plan.flags.empty() ? "" : fmt::format("\n    flags \"{}\"", plan.flags)},
          {"@FEATURE@", plan.feature.empty() ? "" : fmt::format(", feature=\"{}\"", plan.feature)}};
}

std::string filled(std::string text, const Values& values) {
  for (const auto& [mark, value] : values)
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size())
      text.replace(at, mark.size(), value);
  return text;
}

bool is_one_of(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

std::string instructions_text(const LibraryPlan& plan) {
  std::string out;
  for (const std::string& part : parts_of(template_text("instructions.tess")))
    if (const std::string role = role_of(part); role.empty() || is_one_of(plan.roles, role))
      out += (out.empty() ? "" : "\n") + part + (part.back() == '\n' ? "" : "\n");
  std::vector<std::string> others = plan.roles;
  const std::vector<std::string> written = template_roles();
  std::erase_if(others, [&](const std::string& role) { return is_one_of(written, role); });
  if (!others.empty())
    out += fmt::format(
        "\n# Yours, if the chip has them: {} has instructions of these roles too, which are not here:\n# {}\n",
        plan.like, fmt::join(others, " "));
  return out;
}

}  // namespace

std::vector<std::string> template_roles() {
  std::vector<std::string> out;
  for (const std::string& part : parts_of(template_text("instructions.tess")))
    if (const std::string role = role_of(part); !role.empty()) out.push_back(role);
  return out;
}

std::vector<OutputFile> library_files(const LibraryPlan& plan) {
  const Values values = template_values(plan);
  return {{"a_memory.tess", filled(template_text("a_memory.tess"), values)},
          {fmt::format("{}.tess", ir::name(plan.type)), filled(instructions_text(plan), values)},
          {plan.name + ".h", filled(template_text("header.h"), values)},
          {"machines.json", machines_text(plan)}};
}

}  // namespace tessera::cli
