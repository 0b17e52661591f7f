// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <string>
#include <variant>

#include "dsl/rewrite/buffers.hpp"

namespace tessera::rewrite {

/// What the value of each buffer, loop counter and configuration field may depend on: what the right side, the indices
/// and the callees of its writes read, what the conditions and bounds around these read, and what all that depends on
/// in turn. It goes by names, in any order of the statements; a window counts as its buffer. What reads the buffer does
/// not matter. For choices that are right either way.
class ValueSources {
 public:
  explicit ValueSources(const ir::Procedure&);
  bool depends(ir::Sym buffer, ir::Sym on) const;

 private:
  using Name = std::variant<ir::Sym, std::string>;  ///< a variable, or a field by "Config.field"
  using Names = std::set<Name>;

  void visit(const ir::Block&);
  void visit(const ir::Stmt&);
  void visit_call(const ir::Call&);
  void visit_under(const Names& control, const ir::Block&);
  void written(const Name&, const Names& from);
  void collect(const ir::Expr&, Names& out) const;

  ir::AliasRoots roots_;
  Names control_;  ///< read by what decides whether the present statement runs
  std::map<Name, Names> direct_;
};

}  // namespace tessera::rewrite
