// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codegen/conformance/machine.hpp"

// Instructions that read fields of a configuration, the machine's own state: the check has the library's own
// instructions set them.
namespace tessera::conformance {

/// An instruction that does nothing but write fields: `Cfg.f = arg`, `Cfg.g = 16`.
struct Setter {
  ir::ProcRef instruction;
  std::map<std::string, std::size_t> arguments;  ///< by field, "Cfg.f": the argument that is written there
  std::set<std::string> fields;                  ///< all that it writes
};
/// Nothing for an instruction that does something else, or whose arguments do not all end in a field.
std::optional<Setter> as_setter(const ir::ProcRef&);
std::vector<Setter> setters_among(const std::vector<ir::ProcRef>&);

/// Fields that the instruction reads, in its asserts and shapes too; and those that it writes. "Cfg.f"
std::set<std::string> fields_read(const ir::Procedure&);
std::set<std::string> fields_written(const ir::Procedure&);

/// What is called before an instruction.
struct Settings {
  std::vector<Setter> setters;
  std::set<std::string> never_set;  ///< fields that the instruction reads and no other one sets

  std::set<std::string> fields() const;  ///< all that the setters write
};
/// The first ones of the library that together write all the fields that the instruction reads.
Settings settings_for(const ir::Procedure&, const std::vector<Setter>& library);

/// The values that control fields are tried with, whether asserts allow them or not, by field.
std::map<std::string, std::vector<std::int64_t>> field_choices(const ir::Procedure&, const Settings&);

/// Do the setters leave the fields as they are in the state, and do their asserts allow that?
bool can_set(const Settings&, const State&);

/// Statements of C that set the fields as they are in the state.
std::string setting_calls(const Settings&, const State&);

}  // namespace tessera::conformance
