// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/machines_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "codegen/conformance/machine_names.hpp"
#include "codegen/conformance/version.hpp"
#include "dsl/support/cpuinfo.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/json.hpp"
#include "dsl/support/words.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::conformance {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void unreadable(const fs::path& file, const std::string& why) {
  throw InputError("machines", fmt::format("{}: {}", file.string(), why),
                   R"(as in {"emulated": [{"compile": ["mychip-gcc", "-static"], "run": ["mychip-sim"]}], )"
                   R"("cpu_flags": {"vec": "avx2", "vec2": {"cpuid": {"leaf": 7, "register": "ebx", "bit": 5}}}})");
}

void check_keys_of(const nlohmann::json& value, const std::vector<std::string>& known, const std::string& what,
                   const fs::path& file) {
  if (!value.is_object()) unreadable(file, fmt::format("{}an object is wanted, not {}", what, value.dump()));
  for (const auto& [key, ignored] : value.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      unreadable(file, fmt::format("{}there is no \"{}\"; there is {}", what, key, fmt::join(known, ", ")));
}

const nlohmann::json& wanted(const nlohmann::json& all, const char* key, const fs::path& file) {
  if (!all.contains(key)) unreadable(file, fmt::format("\"{}\" is missing in {}", key, all.dump()));
  return all.at(key);
}

[[noreturn]] void no_such(const char* kind, const nlohmann::json& value, const char* key, const fs::path& file) {
  unreadable(file, fmt::format("\"{}\" is {}, and no {}", key, value.dump(), kind));
}

// ---- machines

std::vector<std::string> list_of_words(const nlohmann::json& all, const char* key, const fs::path& file) {
  const nlohmann::json& found = wanted(all, key, file);
  const auto is_text = [](const nlohmann::json& word) { return word.is_string(); };
  if (!found.is_array() || !std::all_of(found.begin(), found.end(), is_text))
    no_such(R"(list of words, as ["gcc", "-static"] is)", found, key, file);
  return found;
}

std::vector<std::string> words(const nlohmann::json& machine, const char* key, const fs::path& file) {
  std::vector<std::string> out = list_of_words(machine, key, file);
  if (out.empty() || out.front().empty()) unreadable(file, fmt::format("\"{}\" names no program", key));
  return out;
}

// "" where it is not given; what is given is not empty.
std::string text(const nlohmann::json& all, const char* key, const fs::path& file) {
  if (!all.contains(key)) return "";
  if (!all.at(key).is_string()) no_such("text", all.at(key), key, file);
  std::string out = all.at(key);
  if (out.empty() || out.find('\n') != std::string::npos) unreadable(file, fmt::format("\"{}\" is no line", key));
  return out;
}

std::uint64_t number_of(const nlohmann::json& all, const char* key, std::uint64_t most, const fs::path& file);

std::optional<std::int64_t> lanes_of(const nlohmann::json& machine, const fs::path& file) {
  if (!machine.contains("lanes")) return std::nullopt;
  return static_cast<std::int64_t>(number_of(machine, "lanes", 65536, file));
}

// Words that begin with ./ are files of the library.
void find_files(Machine& m, const fs::path& file) {
  m.folder = fs::absolute(file).lexically_normal().parent_path().string();
  for (const auto& command : {m.compile_command(), m.run_command()})
    for (const std::string& word : command)
      if (word.starts_with(m.folder + "/") && !is_there(word)) unreadable(file, fmt::format("there is no {}", word));
}

Machine emulated(const nlohmann::json& machine, const fs::path& file) {
  check_keys_of(machine, {"name", "lanes", "compile", "run", "version_command"}, "emulated: ", file);
  Machine out{text(machine, "name", file), optimizing(words(machine, "compile", file)), words(machine, "run", file)};
  out.lanes = lanes_of(machine, file);
  find_files(out, file);
  if (machine.contains("version_command")) out.version_command = words(machine, "version_command", file);
  return out;
}

Machine native(const nlohmann::json& machine, const fs::path& file) {
  check_keys_of(machine, {"name", "lanes", "compile", "at_least"}, "native: ", file);
  Machine out{text(machine, "name", file), optimizing(words(machine, "compile", file)), {}};
  out.lanes = lanes_of(machine, file);
  find_files(out, file);
  out.at_least = text(machine, "at_least", file);
  if (!out.at_least.empty() && !names_versions(">=" + out.at_least))
    unreadable(file, fmt::format("\"at_least\" is {}, and no version", out.at_least));
  return out;
}

// The manual that it is written from is for readers of the file.
Machine modelled(const nlohmann::json& machine, const fs::path& file) {
  check_keys_of(machine, {"name", "compile", "header", "source", "feature"}, "modelled: ", file);
  for (const char* key : {"header", "source"})
    if (text(machine, key, file).empty()) unreadable(file, fmt::format("modelled: \"{}\" is missing", key));
  Machine out{text(machine, "name", file), optimizing(words(machine, "compile", file)), {}};
  const fs::path header = file.parent_path() / text(machine, "header", file);
  if (!is_there(header)) unreadable(file, fmt::format("modelled: there is no {}", header.string()));
  out.model = fs::absolute(header).string();
  out.features = words_of(text(machine, "feature", file));
  find_files(out, file);
  return out;
}

void read_native(const nlohmann::json& machines, Machines& out, const fs::path& file) {
  out.native.clear();
  if (!machines.is_array()) no_such("list", machines, "native", file);
  for (const nlohmann::json& m : machines) out.native.push_back(native(m, file));
  if (out.native.empty()) unreadable(file, "\"native\" names no compiler");
}

KnownWrong known_wrong(const nlohmann::json& fault, const fs::path& file) {
  check_keys_of(fault, {"machine", "version", "instructions", "why", "source"}, "known_wrong: ", file);
  for (const char* key : {"machine", "instructions", "why"})
    if (!fault.contains(key)) unreadable(file, fmt::format("known_wrong: \"{}\" is missing", key));
  KnownWrong out{text(fault, "machine", file), text(fault, "version", file), list_of_words(fault, "instructions", file),
                 text(fault, "why", file), text(fault, "source", file)};
  if (!out.version.empty() && !names_versions(out.version))
    unreadable(file, fmt::format("known_wrong: \"{}\" names no versions: 7.2, \">=7 <10\"", out.version));
  if (out.instructions.empty()) unreadable(file, "known_wrong: \"instructions\" names none");
  return out;
}

// ---- the features of a CPU that the library has words of its own for

// The number of one of the known words.
std::uint64_t number_of(const nlohmann::json& word, const std::map<std::string, std::uint64_t>& known,
                        const fs::path& file) {
  const auto found = word.is_string() ? known.find(word.get<std::string>()) : known.end();
  if (found != known.end()) return found->second;
  std::vector<std::string> words;
  for (const auto& [name, number] : known) words.push_back('"' + name + '"');
  unreadable(file, fmt::format("{} is not one of {}", word.dump(), fmt::join(words, ", ")));
}

// A whole number; as text also in hexadecimal, which JSON has not.
std::uint64_t number_of(const nlohmann::json& all, const char* key, std::uint64_t most, const fs::path& file) {
  const nlohmann::json& value = wanted(all, key, file);
  if (value.is_number_unsigned() && value.get<std::uint64_t>() <= most) return value;
  if (value.is_string()) {
    const std::string text = value;
    std::size_t read = 0;
    try {
      if (text.starts_with("0x") && std::stoull(text, &read, 16) <= most && read == text.size())
        return std::stoull(text, nullptr, 16);
    } catch (const std::logic_error&) {}  // no number, or too long a one
  }
  unreadable(file, fmt::format("\"{}\" is {}, and no whole number up to {}", key, value.dump(), most));
}

CpuFeature::Cpuid cpuid_of(const nlohmann::json& bit, const fs::path& file) {
  check_keys_of(bit, {"leaf", "subleaf", "register", "bit", "state"}, "cpuid: ", file);
  CpuFeature::Cpuid out;
  out.leaf = static_cast<std::uint32_t>(number_of(bit, "leaf", UINT32_MAX, file));
  if (bit.contains("subleaf")) out.subleaf = static_cast<std::uint32_t>(number_of(bit, "subleaf", UINT32_MAX, file));
  out.in = static_cast<int>(
      number_of(wanted(bit, "register", file), {{"eax", 1}, {"ebx", 2}, {"ecx", 3}, {"edx", 4}}, file));
  out.bit = static_cast<int>(number_of(bit, "bit", 31, file));
  if (bit.contains("state")) out.state = number_of(bit.at("state"), {{"any", 0}, {"ymm", 0x6}, {"zmm", 0xe6}}, file);
  return out;
}

CpuFeature::Hwcap hwcap_of(const nlohmann::json& bit, const fs::path& file) {
  check_keys_of(bit, {"word", "bit"}, "hwcap: ", file);
  CpuFeature::Hwcap out;
  out.in = static_cast<int>(number_of(bit, "word", 2, file));
  if (out.in == 0) unreadable(file, "hwcap: \"word\" is 1 for AT_HWCAP, 2 for AT_HWCAP2");
  out.bit = static_cast<int>(number_of(bit, "bit", 63, file));
  return out;
}

CpuFeature feature_of(const std::string& word, const nlohmann::json& value, const fs::path& file) {
  check_keys_of(value, {"cpuid", "hwcap"}, word + ": ", file);
  if (value.empty()) unreadable(file, fmt::format("{}: neither a \"cpuid\" nor a \"hwcap\" is there", word));
  CpuFeature out{word, {}, {}, {}};
  if (value.contains("cpuid")) out.x86 = cpuid_of(value.at("cpuid"), file);
  if (value.contains("hwcap")) out.aarch64 = hwcap_of(value.at("hwcap"), file);
  return out;
}

void read_flags(const nlohmann::json& flags, Machines& out, const fs::path& file) {
  if (!flags.is_object()) unreadable(file, "\"cpu_flags\": an object is wanted");
  for (const auto& [word, value] : flags.items()) {
    if (value.is_string()) out.cpu_flags[word] = value;
    else out.cpu_features[word] = feature_of(word, value, file);
  }
}

// One that the CPU can be asked for needs none.
void read_probes(const nlohmann::json& probes, Machines& out, const fs::path& file) {
  if (!probes.is_object()) unreadable(file, "\"probe\": an object is wanted");
  for (const auto& [word, value] : probes.items()) {
    check_keys_of(value, {"statements"}, word + ": ", file);
    if (feature_named(word, out)) unreadable(file, fmt::format("{}: a CPU is asked for it without a probe", word));
    const nlohmann::json& given = wanted(value, "statements", file);
    if (!given.is_string()) no_such("text", given, "statements", file);
    const std::string statements = given;  // of several lines
    if (statements.empty()) unreadable(file, fmt::format("{}: a probe without statements", word));
    out.probes[word] = statements;
  }
}

}  // namespace

bool KnownWrong::names(const std::string& instruction) const {
  return std::any_of(instructions.begin(), instructions.end(), [&](const std::string& pattern) {
    return ::fnmatch(pattern.c_str(), instruction.c_str(), 0) == 0;
  });
}

Machines read_machines(const fs::path& library_folder) {
  const fs::path file = library_folder / machines_file_name;
  Machines out;
  if (!is_there(file)) return out;
  out.file = file;
  try {
    const nlohmann::json all = parse_json(read_file(file), file.string());
    check_keys_of(all, {"native", "emulated", "modelled", "known_wrong", "cpu_flags", "probe"}, "", file);
    const auto list = [&](const char* key) {
      const nlohmann::json found = all.value(key, nlohmann::json::array());
      if (!found.is_array()) no_such("list", found, key, file);
      return found;
    };
    if (all.contains("cpu_flags")) read_flags(all.at("cpu_flags"), out, file);
    if (all.contains("probe")) read_probes(all.at("probe"), out, file);
    if (all.contains("native")) read_native(all.at("native"), out, file);
    for (const nlohmann::json& m : list("emulated")) out.emulated.push_back(emulated(m, file));
    for (const nlohmann::json& m : list("modelled")) out.modelled.push_back(modelled(m, file));
    for (const nlohmann::json& fault : list("known_wrong")) out.known_wrong.push_back(known_wrong(fault, file));
  } catch (const nlohmann::json::exception& e) { unreadable(file, e.what()); }
  const std::string why = name_machines({&out.native, &out.emulated, &out.modelled});
  if (!why.empty()) unreadable(file, why);
  return out;
}

void compile_natively_by(const std::vector<std::string>& commands, Machines& machines) {
  machines.native.clear();
  for (const std::string& command : commands) {
    if (words_of(command).empty()) throw InputError("machines", "a compiler without a word");
    machines.native.push_back({"", optimizing(words_of(command)), {}});
  }
  const std::string why = name_machines({&machines.native, &machines.emulated, &machines.modelled});
  if (!why.empty()) throw InputError("machines", why, "give each compiler once");
}

std::optional<CpuFeature> feature_named(const std::string& word, const Machines& machines) {
  if (const auto own = machines.cpu_features.find(word); own != machines.cpu_features.end()) return own->second;
  const auto other = machines.cpu_flags.find(word);
  return cpu_feature(other == machines.cpu_flags.end() ? word : other->second);
}

bool cpu_has(const std::string& feature, const Machines& machines) {
  const std::optional<CpuFeature> known = feature_named(feature, machines);
  return known ? tessera::cpu_has(*known) : cpuinfo_has(feature);
}

std::string nearest_feature(const std::string& word, const Machines& machines) {
  std::vector<std::string> known = cpu_feature_words();
  for (const auto& [own, other] : machines.cpu_flags) known.push_back(own);
  for (const auto& [own, feature] : machines.cpu_features) known.push_back(own);
  return syntax::nearest(word, known);
}

std::string why_not_here(const std::string& feature, const Machines& machines) {
  const std::optional<CpuFeature> known = feature_named(feature, machines);
  if (!known && cpuinfo_has(feature)) return "";
  if (!known) {
    const std::string near = nearest_feature(feature, machines);
    return fmt::format("no test is known for the CPU feature {}{}", feature, near.empty() ? "" : " (" + near + ")");
  }
  return tessera::cpu_has(*known) ? "" : fmt::format("this CPU has no {}", feature);
}

}  // namespace tessera::conformance
