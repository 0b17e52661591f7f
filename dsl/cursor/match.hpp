// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "dsl/ir/print.hpp"
#include "dsl/ir/stmt.hpp"
#include "dsl/syntax/pattern.hpp"

namespace tessera::cursor {

/// Decides whether a node matches a pattern. Names are compared with the variable's own text and its printed name.
class Matcher {
 public:
  /// The procedure must outlive it.
  explicit Matcher(const ir::Procedure& proc) : proc_(proc) {}

  bool matches(const syntax::ExprPattern&, const ir::Expr&) const;
  /// The head and everything below.
  bool matches(const syntax::StmtPattern&, const ir::Stmt&) const;
  /// The whole list; a lone `_` stands for any number of statements, one among others for one.
  bool matches(const std::vector<syntax::StmtPattern>&, const ir::Block&) const;
  bool is_named(const std::string& pattern, ir::Sym) const;

 private:
  using Exprs = std::vector<ir::Expr>;
  bool all(const std::vector<syntax::ExprPattern>&, const Exprs&) const;
  bool window(const syntax::ExprPattern&, const ir::WindowExpr&) const;
  bool indices(const syntax::StmtPattern&, const Exprs&) const;
  bool arguments(const std::vector<syntax::ExprPattern>&, const Exprs&) const;
  bool has_type(const syntax::StmtPattern&, const ir::Type&) const;
  const ir::Procedure& proc_;
  mutable std::optional<ir::Names> names_;  ///< made when a name has a suffix: it takes a walk over the procedure
};

}  // namespace tessera::cursor
