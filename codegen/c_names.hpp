#pragma once
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "dsl/ir/print.hpp"

namespace tessera::codegen {

/// C keywords, and macros and types of the headers that emitted code includes.
const std::set<std::string>& reserved_words();

/// The name itself, with underscores behind it until it is neither in `taken` nor a reserved word.
std::string safe_name(std::string name, const std::set<std::string>& taken);

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
