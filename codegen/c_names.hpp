#pragma once
#include <map>
#include <set>
#include <string>

#include "dsl/ir/print.hpp"

namespace tessera::codegen {

/// C keywords, and macros and types of the headers that emitted code includes.
const std::set<std::string>& reserved_words();

/// The name itself, with underscores behind it until it is neither in `taken` nor a reserved word.
std::string safe_name(std::string name, const std::set<std::string>& taken);

/// The variables of a procedure in C: the names of its printed text, changed only where C or `taken` forbids them.
/// Which names change depends on the text alone and no two become the same, so scopes in C are those of the language.
class CNames {
 public:
  CNames(const ir::Procedure&, const std::set<std::string>& taken);
  const std::string& of(ir::Sym) const;

 private:
  ir::Names names_;
  std::map<std::string, std::string> safe_;
};

}  // namespace tessera::codegen
