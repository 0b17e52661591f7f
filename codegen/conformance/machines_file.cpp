#include "codegen/conformance/machines_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"

namespace tessera::conformance {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void unreadable(const fs::path& file, const std::string& why) {
  throw InputError("machines", fmt::format("{}: {}", file.string(), why),
                   R"(as in {"emulated": [{"compile": ["mychip-gcc", "-static"], "run": ["mychip-sim"]}], )"
                   R"("cpu_flags": {"vec": "myvec"}})");
}

std::vector<std::string> words(const nlohmann::json& machine, const char* key, const fs::path& file) {
  std::vector<std::string> out = machine.at(key);
  if (out.empty()) unreadable(file, fmt::format("\"{}\" names no program", key));
  return out;
}

Machine emulated(const nlohmann::json& machine, const fs::path& file) {
  Machine out{"", words(machine, "compile", file), words(machine, "run", file)};
  out.name = fmt::format("{} under {}", fs::path(out.compiler.front()).filename().string(),
                         fs::path(out.runner.front()).filename().string());
  out.compiler.insert(out.compiler.begin() + 1, "-O2");
  return out;
}

void check_keys(const nlohmann::json& all, const fs::path& file) {
  if (!all.is_object()) unreadable(file, "an object is wanted");
  for (const auto& [key, value] : all.items())
    if (key != "emulated" && key != "cpu_flags") unreadable(file, fmt::format("there is no \"{}\"", key));
}

}  // namespace

Machines read_machines(const fs::path& library_folder) {
  const fs::path file = library_folder / machines_file_name;
  Machines out;
  if (!fs::exists(file)) return out;
  try {
    const nlohmann::json all = nlohmann::json::parse(read_file(file));
    check_keys(all, file);
    if (all.contains("cpu_flags")) out.cpu_flags = all.at("cpu_flags");
    for (const nlohmann::json& m : all.value("emulated", nlohmann::json::array()))
      out.emulated.push_back(emulated(m, file));
  } catch (const nlohmann::json::exception& e) { unreadable(file, e.what()); }
  return out;
}

bool cpu_has(const std::string& feature, const Machines& machines) {
  const auto other = machines.cpu_flags.find(feature);
  std::ifstream in("/proc/cpuinfo");
  for (std::string word; in >> word;)
    if (word == feature || (other != machines.cpu_flags.end() && word == other->second)) return true;
  return false;
}

namespace {

// "" when the CPU has all that the instruction needs.
std::string missing_feature(const ir::InstrInfo& instruction, const Machines& machines) {
  for (const std::string& feature : instruction.features())
    if (!cpu_has(feature, machines)) return feature;
  return "";
}

// Those that are installed; the first program that is missed otherwise.
std::vector<Machine> available(const std::vector<Machine>& machines, std::string& missing) {
  std::vector<Machine> out;
  for (const Machine& m : machines) {
    if (m.is_available()) out.push_back(m);
    else if (missing.empty()) missing = m.missing_program();
  }
  return out;
}

}  // namespace

Places places_for(const ir::Procedure& p, const Machines& machines) {
  Places out;
  std::string missing;
  const std::string feature = missing_feature(*p.instr, machines);
  out.machines = available(feature.empty() ? native_machines() : machines.emulated, missing);
  if (!out.machines.empty()) return out;
  if (!feature.empty()) out.why_none = fmt::format("this CPU has no {}, ", feature);
  if (!missing.empty()) out.why_none += fmt::format("there is no {}", missing);
  else out.why_none += fmt::format("and the library's {} names no emulator", machines_file_name);
  return out;
}

}  // namespace tessera::conformance
