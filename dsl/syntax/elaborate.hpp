// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/ir/conversion.hpp"
#include "dsl/syntax/ast.hpp"
#include "dsl/syntax/layout.hpp"
#include "dsl/syntax/module.hpp"
#include "dsl/syntax/scope.hpp"

// From syntax trees to typed IR. Names are resolved, control and data are separated; every error is an InputError at
// its place, with code "name" or "type".
namespace tessera::syntax {

[[noreturn]] void fail_name(const Layout&, const char* at, std::string message, std::string hint = {});
[[noreturn]] void fail_type(const Layout&, const char* at, std::string message, std::string hint = {});

/// Rules for products in a control expression: a shape or an assert may multiply two variables.
enum class Products { quasi_affine, allowed };

/// Expressions and types over the variables of a scope.
class ExpressionElaborator {
 public:
  ExpressionElaborator(const Layout& layout, const Scope& scope) : layout_(layout), scope_(scope) {}

  /// An integer for indices and bounds.
  ir::Expr integer(const ast::Expr&, Products = Products::quasi_affine) const;
  /// A truth value: comparison, `and`, `or`, a bool.
  ir::Expr condition(const ast::Expr&, Products = Products::quasi_affine) const;
  /// What an `assert` takes: a condition with products, or `aligned(A, 64)`.
  ir::Expr asserted(const ast::Expr&) const;
  /// Either of the two.
  ir::Expr control(const ast::Expr&, Products = Products::quasi_affine) const;
  /// A data expression. A literal has the type of the expression around it; without one, `target`.
  ir::Expr data(const ast::Expr&, ir::Scalar target) const;
  /// An expression of any kind.
  ir::Expr any(const ast::Expr&) const;
  /// `A[i, 0:4]`; points only are allowed too.
  ir::Expr window(const ast::Expr&) const;
  /// A scalar or an element, in the place of an argument.
  ir::Expr element(const ast::Expr&) const;

  const Scope::Entry& variable(const ast::Expr& name) const;
  const Scope::Entry& buffer(const ast::Expr& name) const;
  std::vector<ir::Expr> indices(const ast::Expr& index, const Scope::Entry&) const;

 private:
  ir::Expr control_literal(const ast::Expr&, std::int64_t value) const;
  ir::Expr control_binary(const ast::Expr&, Products) const;
  ir::Expr control_product(const ast::Expr&, Products) const;
  ir::Expr control_name(const ast::Expr&) const;
  ir::Expr data_with(const ast::Expr&, ir::Scalar literal_type) const;
  ir::Expr data_binary(const ast::Expr&, ir::Scalar literal_type) const;
  ir::Expr extern_call(const ast::Expr&, ir::Scalar literal_type) const;
  ir::Expr converted(const ast::Expr&, const ir::Conversion&) const;
  ir::Expr compared(const ast::Expr&, ir::Scalar literal_type) const;
  ir::Expr selected_by_bit(const ast::Expr&, ir::Scalar literal_type) const;
  ir::Expr config_read(const ast::Expr&) const;
  ir::Expr stride(const ast::Expr&) const;
  ir::Expr aligned(const ast::Expr&) const;
  ir::WindowDim window_dim(const ast::Expr&, const ir::Expr& extent) const;
  void collect_chosen(const ast::Expr&, const ast::Expr*& first, ir::Scalar& chosen) const;
  bool is_data_expression(const ast::Expr&) const;
  [[noreturn]] void fail_rank(const ast::Expr&, const Scope::Entry&, std::size_t given) const;
  SrcLoc loc(const ast::Expr& e) const { return layout_.loc(e.at); }

  const Layout& layout_;
  const Scope& scope_;
};

/// True for `A[...]` with a `:` among the indices.
bool is_window(const ast::Expr&);

/// `aligned(...)`.
bool is_alignment(const ast::Expr&);

/// `f32[n, m]`, `[f32][n]`, `size`, … (without the memory).
ir::Type elaborate_type(const Layout&, const Scope&, const ast::Expr& form);

/// The definitions available to a text: of the modules before it, and its own so far.
struct Environment {
  std::vector<ir::ProcRef> procs;
  std::vector<ir::MemoryRef> memories;
  std::vector<ir::ConfigRef> configs;
  MemoryHint memory_hint = {};              ///< may be empty
  std::optional<std::int64_t> length = {};  ///< for which a number of lanes is read; empty: for its first

  /// The number of lanes that an earlier memory declares; null without one.
  const ir::Lanes* lanes() const;
  /// A scope of the configs and the number of lanes, without variables.
  Scope scope() const;

  ir::ProcRef proc(const Layout&, const ast::Expr& name) const;  ///< throws when unknown
  ir::MemoryRef memory(const Layout&, const ast::Type&) const;   ///< DRAM when the type names none
};

/// Statements of one procedure.
class StatementElaborator {
 public:
  StatementElaborator(const Layout& layout, const Environment& environment, Scope& scope)
      : layout_(layout), environment_(environment), scope_(scope), expressions_(layout, scope) {}

  ir::Block block(const std::vector<ast::Stmt>&);

 private:
  ir::Stmt statement(const ast::Stmt&);
  ir::Stmt assign(const ast::Stmt&);
  ir::Stmt write(const ast::Stmt&);
  ir::Stmt write_config(const ast::Stmt&);
  ir::Stmt window(const ast::Stmt&);
  ir::Stmt declare(const ast::Stmt&);
  ir::Stmt loop(const ast::Stmt&);
  ir::Stmt branch(const ast::Stmt&);
  ir::Stmt call(const ast::Stmt&);
  ir::Expr argument(const ast::Expr&, const ir::Arg& parameter, const ir::Procedure& callee);
  ir::Expr tensor_argument(const ast::Expr&, const ir::Arg& parameter, const ir::Procedure& callee);

  const Layout& layout_;
  const Environment& environment_;
  Scope& scope_;
  ExpressionElaborator expressions_;
};

/// The text, which is `what`: "a header".
const std::string& text_of(const Layout&, const ast::Expr&, const char* what);
/// One text may hold several flags, of instructions and memories alike: a compiler would take it for one.
void add_flags(const Layout&, const ast::Expr& text, std::vector<std::string>& out);

/// What `@instr(…)` says; nothing for a plain procedure.
std::optional<ir::InstrInfo> elaborate_decorators(const Layout&, const std::vector<ast::Expr>& decorators);
/// The same beside the arguments and the body: its template's placeholders, its bound on errors.
void check_instr(const Layout&, const std::vector<ast::Expr>& decorators, const ir::Procedure&);

ir::ProcRef elaborate_procedure(const Layout&, const Environment&, const ast::Procedure&);
ir::MemoryRef elaborate_memory(const Layout&, const Environment&, const ast::Memory&);
ir::ConfigRef elaborate_config(const Layout&, const ast::Config&);

}  // namespace tessera::syntax
