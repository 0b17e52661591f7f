// SPDX-License-Identifier: Apache-2.0
#include "audit/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>

#include "audit/read_rules.hpp"
#include "dsl/support/files.hpp"

namespace tessera::audit {
namespace {

namespace fs = std::filesystem;

std::vector<RegisterNames> read_registers(const TableFile& file, const nlohmann::ordered_json& all) {
  std::vector<RegisterNames> out;
  for (const auto& [prefix, pattern] : all.items()) out.push_back({prefix, file.regex(pattern, "registers." + prefix)});
  return out;
}

// Each is one register, which the patterns must know.
std::vector<std::string> read_stack(const TableFile& file, const nlohmann::ordered_json& all, const Table& table) {
  std::vector<std::string> out;
  for (const std::string name : all) {
    const std::vector<std::string> known = registers_in(name, table);
    if (known.size() != 1) file.fail(fmt::format("\"stack\": {} is not one of the registers", name));
    out.push_back(known.front());
  }
  if (out.empty()) file.fail("\"stack\" names no register");
  return out;
}

Table read_table(const fs::path& path) {
  const TableFile file(path);
  const nlohmann::ordered_json& all = file.all;
  Table out;
  try {
    file.check_keys(all,
                    {"targets", "comment", "prefixes", "registers", "stack", "memory", "destination",
                     "reads_destination", "flags", "rules", "note"},
                    "");
    out.name = path.stem().string();
    out.file = path;
    out.targets = all.at("targets");
    out.comment = all.at("comment");
    out.prefixes = all.value("prefixes", out.prefixes);
    out.registers = read_registers(file, all.at("registers"));
    out.stack = read_stack(file, all.at("stack"), out);
    out.memory = file.regex(all.at("memory"), "memory");
    const std::string destination = all.at("destination");
    if (destination != "first" && destination != "last")
      file.fail(fmt::format("\"destination\": {} is not one of first, last", destination));
    out.destination_is_last = destination == "last";
    out.reads_destination = all.value("reads_destination", false);
    const nlohmann::ordered_json flags = all.value("flags", nlohmann::ordered_json::object());
    file.check_keys(flags, {"gcc", "clang"}, "flags: ");
    out.gcc_flags = flags.value("gcc", out.gcc_flags);
    out.clang_flags = flags.value("clang", out.clang_flags);
    out.rules = read_rules(file, all.at("rules"));
  } catch (const nlohmann::json::exception& e) { file.fail(e.what()); }
  return out;
}

}  // namespace

std::vector<Table> read_tables(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& e : fs::directory_iterator(folder, error))
    if (e.path().extension() == ".json") files.push_back(e.path());
  std::sort(files.begin(), files.end());
  std::vector<Table> out;
  for (const fs::path& file : files) out.push_back(read_table(file));
  return out;
}

void add_own_rules(const fs::path& library_folder, Table& table) {
  const fs::path path = library_folder / own_rules_file_name;
  if (!is_there(path)) return;
  const TableFile file(path);
  try {
    file.check_keys(file.all, {"rules", "note"}, "");
    for (Rule& rule : read_rules(file, file.all.at("rules"))) table.rules.push_back(std::move(rule));
  } catch (const nlohmann::json::exception& e) { file.fail(e.what()); }
}

const Table* table_for(const std::vector<Table>& tables, const std::string& machine) {
  for (const Table& table : tables)
    for (const std::string& pattern : table.targets)
      if (::fnmatch(pattern.c_str(), machine.c_str(), 0) == 0) return &table;
  return nullptr;
}

std::vector<std::string> registers_in(const std::string& text, const Table& table) {
  std::vector<std::pair<std::ptrdiff_t, std::string>> found;  // where, and its name
  for (const RegisterNames& names : table.registers)
    for (std::sregex_iterator at(text.begin(), text.end(), names.pattern), end; at != end; ++at) {
      const auto group = std::find_if(at->begin() + 1, at->end(), [](const auto& g) { return g.matched; });
      if (group != at->end()) found.emplace_back(at->position(), names.prefix + group->str());
    }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> out;
  for (auto& [where, name] : found) out.push_back(std::move(name));
  return out;
}

}  // namespace tessera::audit
