// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shared by the primitives on assignments and reductions: the two as one type, the elements they touch, and whether a
// change of the arithmetic keeps the numbers.
#include <array>

#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// `name[idx] = rhs`, or `name[idx] += rhs` when it adds.
struct Write {
  ir::Sym name;
  std::vector<ir::Expr> idx;
  ir::Expr rhs;
  ir::Scalar type;
  bool adds;
};
std::optional<Write> as_write(const ir::Stmt&);
ir::Stmt as_stmt(const Write&, SrcLoc);

/// The element of the root buffer at the indices of the name.
analysis::Element element_of(Lowering&, ir::Sym name, const std::vector<ir::Expr>& idx);
inline analysis::Element target(Lowering& lower, const Write& w) { return element_of(lower, w.name, w.idx); }
/// Whether both are the same element: never in different buffers.
smt::Query same_element(const std::vector<Formula>& facts, const analysis::Element&, const analysis::Element&,
                        std::string text);

/// The statement's own write or reduction, without its reads.
std::vector<analysis::Access> written_by(Lowering&, const ir::Stmt&);
/// The reads of the value, configuration included.
std::vector<analysis::Access> reads_of(Lowering&, const ir::Expr&, SrcLoc);
/// The statements' writes to memory and configuration.
std::vector<analysis::Access> changes_of(Lowering&, const ir::Block&);

/// The value as the parser would type it for type `target`: literals get the type of the names beside them, or
/// `target`. Nothing when two names have different chosen types, or a literal would change its value or divide integers
/// of another type.
std::optional<ir::Expr> as_written(const ir::Expr&, ir::Scalar target);
/// The destination type of a data expression of the statement: of the buffer, the field, or the parameter.
ir::Scalar place_type(const ir::Stmt&, int expression);
/// Whether the expression and the target are all floating point, or all integers: then no intermediate value is
/// truncated.
bool one_kind(const ir::Expr&, ir::Scalar target);

/// The operation that the place is in, whose literals take their type from the names in it: the argument of the
/// innermost conversion around the place, or the whole expression of the statement.
Path operation_around(const ir::Procedure&, const Path& place);
/// Whether this operand of the expression is a literal in every program: how far a shift goes, and a mask.
bool wants_literal(const ir::Expr& around, std::size_t operand);

// Integers are exact unless they overflow. C computes types of less than 32 bits as int.

/// Whether the value fits the integer type, for all values of its variables.
bool always_fits(const ir::Expr&, ir::Scalar type);
/// Whether all values of the integer type `from` fit `to`.
bool holds_all(ir::Scalar to, ir::Scalar from);

/// Whether the type holds the value, a number of the same kind, whenever C computes it without overflow.
bool has_room(ir::Scalar type, const ir::Expr& value);

/// The sum of both values, as one expression of type `target`; or the reason that it may differ.
struct Sum {
  ir::Expr value;
  std::string problem;
};
Sum sum_of(const ir::Expr&, const ir::Expr&, ir::Scalar target);

/// Forwarding when the statement's value, a sum, is split: its operand i becomes the value of the statement `to[i]`
/// places on, or is gone.
cursor::ForwardStep operands_become_values(const Path& at, int value, std::array<std::optional<int>, 2> to);

}  // namespace tessera::rewrite
