// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/rewrite/proc.hpp"

// Instructions that add products of one type to sums of another: dot products of 2 or 4 numbers, products of small
// matrices, outer products. What distinguishes them is in their bodies.
namespace tessera::kernels::gemm::mixed {

/// The types of a product: of A, of B, and of the sums.
struct Types {
  ir::Scalar a, b, sum;
  bool operator==(const Types&) const = default;
};
std::string text(const Types&);  ///< "ui8,i8,i32"
std::string word(const Types&);  ///< "ui8_i8_i32"

/// dst[i, j] += a[i, q] * b[j, q], for i below `rows`, j below `columns`, and q below `depth`. Both operands lie with q
/// innermost, a[depth * i + q], and dst row by row: that is how panels of A and B are packed. A register of B with rows
/// of its own has so many of `group` numbers of each column side by side: b[q / group, group * j + q % group].
struct Form {
  Proc instruction;
  std::int64_t rows = 1, columns = 1, depth = 1;
  std::int64_t group = 1;  ///< of `depth`; all of it, where B has no rows
  /// The first operand is a part of this many times `rows` rows: of a register, where an argument says which one.
  std::int64_t parts = 1;
  Types types;
  ir::MemoryRef of_a, of_b, of_sum;

  bool a_is_in_register() const { return of_a->is_register(); }
  bool a_has_rows() const;  ///< the register is a[i, q]
  bool b_has_rows() const { return group < depth; }
  std::int64_t products() const { return rows * columns * depth; }
  /// Registers that its C takes besides its operands: `scratch=N`, 0 without one.
  std::int64_t scratch() const;
};

/// Nothing for another instruction. The body is evaluated, so its indices may be written in any way; its loops are a
/// nest over rows, columns, and the depth, which the microkernel's match.
std::optional<Form> form_of(const Proc& instruction, const Types&);

/// For a library without any: the body of one, in words.
extern const char* const body_of_form;

/// The form of these types that multiplies most at once; of two equal ones the first. Nothing without any.
std::optional<Form> best_form(const std::vector<Proc>& instructions, const Types&);

/// The products that the instructions have a form of, in the order of the instructions, each with the best one.
std::vector<Form> best_forms(const std::vector<Proc>& instructions);

/// Whether each register of the instruction is of the memory and has so many numbers: what converts sums, and what is
/// computed from them lane by lane.
bool is_of_lanes(const Proc& instruction, const ir::MemoryRef&, std::int64_t lanes);

/// What moves an operand of a form: an instruction of the role, with registers of the memory and type.
struct OperandMove {
  const char* role;
  ir::Scalar type;
  ir::MemoryRef memory;
  bool is_row = false;  ///< its numbers in memory are in one row: a register of a 2 x 2 product has two
};
bool is_move(const Proc& instruction, const OperandMove&);
/// The first that is not there: a load of A or B, if it is in a register, or a zero or a store of sums.
std::optional<OperandMove> missing_move(const Form&, const std::vector<Proc>& instructions);

}  // namespace tessera::kernels::gemm::mixed
