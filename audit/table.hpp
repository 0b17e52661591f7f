// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <regex>
#include <string>
#include <vector>

// Machine code of kernels, read from the assembly text that a C compiler writes.
namespace tessera::audit {

/// What an instruction is or does. One may be several: a multiply-add with an operand in memory loads too.
enum class Kind {
  multiply_add,  ///< a product and its sum, also of several products: fused multiply-add, dot, outer product
  multiply,      ///< a product whose sum is an instruction of its own; counted as a multiply-add
  load,
  store,
  move,        ///< copies a whole register of numbers
  spill,       ///< moves accumulators out of the way, wherever to
  defect,      ///< has no place in a loop; the rule says why
  branch,      ///< may go to its last operand
  jump,        ///< goes there
  end,         ///< goes elsewhere, as a return
  call,        ///< comes back
  reads,       ///< has no result
  constant,    ///< its result does not depend on its operands, as of a register minus itself
  overwrites,  ///< its result replaces its destination; only where others read that too (Table::reads_destination)
  indexed      ///< its address is the sum of its operands after the first
};
constexpr std::size_t kinds = 15;

/// Instructions of some kinds.
struct Rule {
  std::vector<Kind> is;
  std::regex mnemonic;                 ///< of the whole word
  std::optional<std::regex> operands;  ///< occurs in the text of the operands
  std::optional<std::regex> with;      ///< of spills and defects: only in loops with an instruction of such a mnemonic
  std::string why;                     ///< of a defect, or a spill: what it means
};

/// Registers of a kind. Different names for one register have one number: the first group of the pattern that matched.
struct RegisterNames {
  std::string prefix;
  std::regex pattern;
};

/// How the assembly text of an instruction set is to be read.
struct Table {
  std::string name;                   ///< of the instruction set, and of the file
  std::filesystem::path file;         ///< that says so
  std::vector<std::string> targets;   ///< patterns of what compilers call such a machine: "chip-*"
  std::string comment;                ///< begins a comment that ends with the line
  std::vector<std::string> prefixes;  ///< words before a mnemonic: "rep"
  std::vector<RegisterNames> registers;
  std::vector<std::string> stack;  ///< the stack pointer's registers, as registers_in names them
  std::regex memory;               ///< an operand in memory; the first group has the registers of its address
  bool destination_is_last = false;
  bool reads_destination = false;  ///< of instructions with two operands the destination is an operand too
  std::vector<std::string> gcc_flags, clang_flags;  ///< for text in the form of this table
  std::vector<Rule> rules;
};

/// Reads all *.json of the folder, in the order of their names. Throws InputError (code "audit") for one of another
/// form, naming file and key.
std::vector<Table> read_tables(const std::filesystem::path& folder);

/// Adds the rules of a library's own file, {"rules": […]}, if there is one in the folder.
constexpr const char* own_rules_file_name = "audit.json";
void add_own_rules(const std::filesystem::path& library_folder, Table&);

/// The first table for this machine, as `cc -dumpmachine` names it; null: none is.
const Table* table_for(const std::vector<Table>&, const std::string& machine);

/// The names of these in JSON.
const std::vector<std::pair<std::string, Kind>>& kind_names();

/// The registers in a text, in their order, by prefix and number.
std::vector<std::string> registers_in(const std::string& text, const Table&);

}  // namespace tessera::audit
