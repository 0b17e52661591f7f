// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codegen/c_names.hpp"
#include "codegen/c_number.hpp"
#include "codegen/c_text.hpp"
#include "codegen/instruction.hpp"
#include "codegen/parity.hpp"
#include "codegen/ranges.hpp"
#include "codegen/register_variables.hpp"
#include "codegen/unit.hpp"
#include "codegen/windows.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {

/// Writes one procedure as a C function. Expressions: expressions.cpp; places in memory: places.cpp; statements:
/// function_writer.cpp; parallel loops: parallel_loops.cpp; buffers: allocations.cpp; calls: calls.cpp.
class FunctionWriter {
 public:
  FunctionWriter(const ir::Procedure&, Unit&);

  /// "void f(int64_t n, const float *restrict A)". Headers are for C++ too, which has no `restrict`.
  std::string signature(const std::string& restrict_word) const;
  /// One of its arguments.
  std::string parameter(std::size_t arg, const std::string& restrict_word) const;
  const std::string& c_name(ir::Sym argument) const { return names_.of(argument); }
  /// `is_entry`: it is called from outside of the file, and so brings the machine into the state that memories need.
  std::string definition(bool is_entry);

 private:
  // expressions.cpp
  CText control(const ir::Expr&);
  CText control_node(const ir::Expr&);
  CText control_binary(const ir::Binary&);
  CText data(const ir::Expr&, ir::Scalar context);
  /// In C a value has the type that its type is computed as.
  CText loaded(const CText& place, ir::Scalar type);
  CText converted(const CText&, ir::Scalar from, ir::Scalar to);
  CText to_place(const CText&, ir::Scalar type);
  CText conversion(const ir::Conversion&, const ir::ExternCall&);
  CText helper(CFunction, const std::string& arguments);
  /// `is_cut_off`: by the place, from a number that need not fit it.
  CText stored(const ir::Expr&, ir::Scalar place, bool is_cut_off = false);
  CText narrowed(ir::Scalar type, const CText&);
  CText data_binary(const ir::Binary&, ir::Scalar type);
  CText negated(const ir::Expr&, ir::Scalar type);
  CText modular(const ir::Expr&, ir::Scalar type);
  /// The value of `place += added` where C's own sum may overflow.
  std::optional<CText> modular_sum(const CText& place, ir::Scalar stored, const ir::Expr& added);
  CText rounded_sum(const ir::Reduce&, ir::Scalar type);
  CText call_extern(const ir::ExternCall&, ir::Scalar type, SrcLoc);

  // places.cpp
  bool is_register(ir::Sym base) const;
  bool is_packed(ir::Sym name) const;
  CText value_at(const Place&);  ///< of an element
  CText packed_element(const Place&);
  std::string packed_store_to(const Place&, const CText& value);
  void refuse_packed_element(const ir::Stmt&, const ir::Arg& formal, const Place&) const;
  ir::Expr stride(ir::Sym base, std::size_t dim) const;
  ir::Expr offset(const Place&) const;
  std::string pointer(const Place&) const;
  CText stride_text(ir::Sym name, std::size_t dim);
  CText element(const Place&);  ///< first element, or first vector, as an lvalue
  CText address(const Place&);  ///< pointer to it
  CText vector_of(const Place&, std::size_t indices);
  RegisterNumber literal_indices(const Place&, std::size_t indices) const;
  std::int64_t number_of(const Place&) const;
  std::size_t register_rank(ir::Sym base) const;
  std::vector<std::size_t> open_dims(const Place&) const;
  bool is_contiguous(const Place&) const;
  Place place_of(const ir::Expr& tensor_argument) const;

  // calls.cpp
  void call(const ir::Stmt&, const ir::Call&);
  void call_instruction(const ir::Stmt&, const ir::Call&);
  void check_numbers_differ(const ir::Stmt&, const ir::Call&) const;
  std::string fill(const ir::Stmt&, const ir::Call&, const Placeholder&);
  std::string literal_argument(const ir::Stmt&, const ir::Arg&, const ir::Expr&);
  std::string actual(const ir::Stmt&, const ir::Arg& formal, bool written, const ir::Expr&);
  std::string actual_scalar(const ir::Stmt&, const ir::Arg& formal, bool written, const ir::Expr&);
  std::string actual_register(const ir::Stmt&, const ir::Arg& formal, const Place&);
  std::string window_struct(const ir::Arg& formal, bool written, const Place&);

  // function_writer.cpp; `at_end`: statements for the end of the block, in reverse order
  void block(const ir::Block&);
  void statement(const ir::Stmt&, std::vector<std::string>& at_end);
  void window(const ir::WindowStmt&);
  void loop(const ir::For&);
  void branch(const ir::If&, const std::string& opening);
  void line(const std::string& text);

  // parallel_loops.cpp
  void parallel_loops(const ir::For& outer);
  void counters(const std::vector<const ir::For*>&, const std::vector<std::string>& offsets,
                const std::set<std::string>& used);

  // allocations.cpp
  void allocate(const ir::Alloc&, std::vector<std::string>& at_end);
  void allocate_registers(const ir::Alloc&);
  void allocate_variables(const ir::Alloc&);
  void note_numbers(const ir::Alloc&);
  bool is_read(ir::Sym buffer) const;
  bool is_partly_written(ir::Sym buffer);
  std::string array_alignment(const ir::Alloc&) const;
  void allocate_tensor(const ir::Alloc&, std::vector<std::string>& at_end);
  void take_room(const ir::Alloc&, const std::string& count, std::vector<std::string>& at_end);

  const ir::Procedure& proc_;
  Unit& unit_;
  CNames names_;
  Windows windows_;
  Ranges ranges_;
  Parity parity_;
  ir::Declarations scope_;
  std::vector<bool> written_;
  std::map<ir::Sym, std::int64_t> numbers_;                           ///< of buffers in memories with `numbered`
  std::optional<std::set<ir::Sym>> partly_written_;                   ///< computed at the first register buffer
  std::map<ir::Sym, std::size_t> arg_index_;                          ///< looked up only
  std::map<std::pair<ir::Sym, int>, std::int64_t> asserted_strides_;  ///< looked up only
  std::vector<const ir::For*> loops_;
  int parallel_ = 0;  ///< number of parallel loops or nests so far
  int depth_ = 1;
  ir::Stmt current_;  ///< the statement that is being written
  std::string out_;
};

/// Parameters and calls pass the context first when the procedure touches a config.
bool takes_context(const ir::Procedure&);

}  // namespace tessera::codegen
