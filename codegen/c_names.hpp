// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "dsl/ir/decl.hpp"
#include "dsl/ir/print.hpp"

namespace tessera::codegen {

/// C keywords, macros and types of the headers that emitted code includes, and the functions that it calls.
const std::set<std::string>& reserved_words();

/// Names that the C library declares, and those of functions that compilers know by themselves: a variable may hide
/// them, another function may not have them.
const std::set<std::string>& library_names();

/// The name itself, with underscores after it until it is neither in `taken` nor a reserved word.
std::string safe_name(std::string name, const std::set<std::string>& taken);

/// The same for a function.
std::string safe_function_name(const std::string& name, std::set<std::string> taken);

/// The member of the context struct for a configuration, and the one in there for a field.
std::string config_name(const ir::ConfigDecl&);
std::string field_name(const ir::ConfigDecl&, const std::string& field);
/// Both: "Cfg.scale".
std::string config_member(const ir::ConfigDecl&, const std::string& field);

/// The variables of a procedure in C: the names of its printed text, changed where C or `taken` forbids them and where
/// one would hide another. C mentions more than the text does (the extents of a tensor in the address of its elements),
/// so no variable may hide one that is still in scope.
class CNames {
 public:
  CNames(const ir::Procedure&, const std::set<std::string>& taken);
  const std::string& of(ir::Sym s) const { return names_.at(s); }

 private:
  void bind(ir::Sym, const ir::Names& text, const std::set<std::string>& taken);
  void bind(const ir::Block&, const ir::Names& text, const std::set<std::string>& taken);

  std::unordered_map<ir::Sym, std::string> names_;
  std::vector<std::string> in_scope_;
};

}  // namespace tessera::codegen
