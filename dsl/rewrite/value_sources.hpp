// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <string>
#include <variant>

#include "dsl/rewrite/buffers.hpp"

namespace tessera::rewrite {

/// Over-approximates the dependences of the values of buffers, loop counters and configuration fields: names read by
/// the right sides, indices and callees of their writes, by the conditions and bounds around these, and so on
/// transitively. By name, without regard to order; a window counts as its buffer. Reads of the buffer do not matter.
/// For choices that are right either way.
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
  Names control_;  ///< read by the conditions and bounds around the present statement
  std::map<Name, Names> direct_;
};

}  // namespace tessera::rewrite
