// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the primitives on assignments and reductions share: the two as one kind of thing, the elements they touch, and
// whether a change of the arithmetic keeps the numbers.
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

/// The element that the name and its indices mean, through windows.
analysis::Element element_of(Lowering&, ir::Sym name, const std::vector<ir::Expr>& idx);
inline analysis::Element target(Lowering& lower, const Write& w) { return element_of(lower, w.name, w.idx); }
/// Both mean one element, or not: different buffers never do.
smt::Query same_element(const std::vector<Formula>& facts, const analysis::Element&, const analysis::Element&,
                        std::string text);

/// The statement's own write or reduction, without what it reads.
std::vector<analysis::Access> written_by(Lowering&, const ir::Stmt&);
/// What the value reads, configuration included.
std::vector<analysis::Access> reads_of(Lowering&, const ir::Expr&, SrcLoc);
/// What the statements do to memory and configuration, reads left out.
std::vector<analysis::Access> changes_of(Lowering&, const ir::Block&);

/// The value as the parser would type it in a place of type `target`: literals have the type of the names beside them,
/// or that of the place. Nothing when the names have two chosen types, or when a literal would have another value, or
/// divide integers of another type.
std::optional<ir::Expr> as_written(const ir::Expr&, ir::Scalar target);
/// The type of the place that a data expression of the statement goes to: of the buffer, the field, or the parameter.
ir::Scalar place_type(const ir::Stmt&, int expression);
/// Every number of the expression is floating point, and the target too; or all are integers. Then nothing is cut off
/// to an integer on the way.
bool one_kind(const ir::Expr&, ir::Scalar target);

// Integers are exact as long as they do not overflow. C computes those of less than 32 bits as int.

/// The expression's value fits the integer type, whatever its variables hold.
bool always_fits(const ir::Expr&, ir::Scalar type);
/// Values that are computed as `from` (an integer type) fit a place of type `to`.
bool holds_all(ir::Scalar to, ir::Scalar from);

/// A place of the type keeps the value, a number of the same kind, whenever C computes it without overflow.
bool has_room(ir::Scalar type, const ir::Expr& value);

/// The sum of both values, as one expression for a place of type `target`; or why it may not be the same number.
struct Sum {
  ir::Expr value;
  std::string problem;
};
Sum sum_of(const ir::Expr&, const ir::Expr&, ir::Scalar target);

/// For cursors, when the sum that is the value of the statement falls apart: its operand i becomes the value of the
/// statement `to[i]` places on, or is gone.
cursor::ForwardStep operands_become_values(const Path& at, int value, std::array<std::optional<int>, 2> to);

}  // namespace tessera::rewrite
