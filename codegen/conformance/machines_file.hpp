#pragma once
#include <filesystem>
#include <map>

#include "codegen/conformance/machine.hpp"
#include "dsl/ir/stmt.hpp"

namespace tessera::conformance {

constexpr const char* machines_file_name = "machines.json";

/// What a hardware library says of where its instructions run when this CPU has them not.
struct Machines {
  std::vector<Machine> emulated;
  std::map<std::string, std::string> cpu_flags;  ///< an instruction's feature, and what the kernel calls it
};

/// Reads machines.json of a library's folder; nothing is in it when there is no such file:
///   {"emulated": [{"compile": ["mychip-gcc", "-static"], "run": ["mychip-sim"]}], "cpu_flags": {"vec": "myvec"}}
/// Throws InputError (code "machines") for a file of another form.
Machines read_machines(const std::filesystem::path& library_folder);

/// Does this CPU have the feature? As the kernel lists it in /proc/cpuinfo, or by another name of the library's.
bool cpu_has(const std::string& feature, const Machines&);

/// Where an instruction can be run here, or why it cannot.
struct Places {
  std::vector<Machine> machines;
  std::string why_none;
};
Places places_for(const ir::Procedure& instruction, const Machines&);

}  // namespace tessera::conformance
