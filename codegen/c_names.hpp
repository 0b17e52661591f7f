// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "dsl/ir/decl.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// C keywords, and macros, types and functions of the headers that emitted code uses.
const std::set<std::string>& reserved_words();

/// Names of the C library and of compiler builtins: variables may hide them, functions may not have them.
const std::set<std::string>& library_names();

/// The name, with underscores appended until it is neither in `taken` nor reserved.
std::string safe_name(std::string name, const std::set<std::string>& taken);

/// The same for a function.
std::string safe_function_name(const std::string& name, std::set<std::string> taken);

/// The context struct's member for a configuration, and that member's for a field.
std::string config_name(const ir::ConfigDecl&);
std::string field_name(const ir::ConfigDecl&, const std::string& field);
/// Both: "Cfg.scale".
std::string config_member(const ir::ConfigDecl&, const std::string& field);

/// The C names of a procedure's variables: their printed names, changed where C or `taken` forbids them or one would
/// hide another. C mentions more variables than the text (the extents of a tensor in an element's address), so no
/// variable may hide another in scope. The variables of a buffer whose registers are one each count too.
class CNames {
 public:
  CNames(const ir::Procedure&, const std::set<std::string>& taken);
  const std::string& of(ir::Sym s) const { return names_.at(s); }

 private:
  void bind(ir::Sym, const ir::Names& text, const std::set<std::string>& taken, const ir::Alloc* buffer = nullptr);
  void bind(const ir::Block&, const ir::Names& text, const std::set<std::string>& taken);

  std::unordered_map<ir::Sym, std::string> names_;
  std::vector<std::string> in_scope_;
};

}  // namespace tessera::codegen
