// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "codegen/emit.hpp"
#include "codegen/test_program/control_text.hpp"
#include "codegen/test_program/exactness.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {

/// The procedure-dependent parts of a C program that runs a kernel beside its reference; the rest of tests and benches
/// are C files that use the names in here (operands.c and its users). `kind` is "test" or "bench", for messages.
/// Both procedures have the same arguments; those of `scheduled` (precision, windows) count. Throws CheckError (code
/// `kind`) for unsupported procedures: with configurations, register arguments, or no operands.
class KernelProgram {
 public:
  KernelProgram(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options&, std::string kind);

  const ir::Procedure& reference() const { return reference_; }
  const Exactness& exactness() const { return exactness_; }
  std::string kernel() const;  ///< its name in C
  std::vector<const ir::Arg*> arguments(bool control) const;
  ControlText control() const;  ///< over an array n of the control arguments

  std::string emitted_procedures() const;  ///< test_reference, test_bound, test_roundings
  std::string constants() const;
  std::string operand_table() const;
  std::string layouts() const;        ///< where the operands lie, also as asserts on their addresses say
  std::string control_table() const;  ///< their kinds and names
  std::string values() const;         ///< magnitudes of the data
  double max_exact() const;           ///< sums are exact up to this value (where exactness says so)
  double rounding() const;            ///< larger relative rounding error of the two
  /// Functions for preconditions, shapes and work, then `more`, preceded by the helpers that they call.
  std::string size_functions(const std::string& more = "") const;
  /// test_call_kernel and test_call_reference, which call these functions, and the same for the two bounds.
  std::string calls(const std::string& kernel, const std::string& reference) const;

 private:
  void number_arguments(const ir::Procedure&);
  std::size_t largest_rank() const;
  ir::Procedure bound() const;
  ir::Procedure roundings() const;
  ir::Procedure own_roundings() const;
  bool has_alignments() const;
  std::string alignments() const;
  std::int64_t fixed_stride(const ir::Arg&, int dim) const;
  std::vector<ir::Expr> asserts(bool on_strides) const;
  std::string condition(const std::vector<ir::Expr>& asserts) const;
  std::string allowed_alone() const;
  std::string shapes() const;
  std::string work(const ir::Block&, const ir::Substitution& values) const;
  std::string call(const ir::Procedure&, const std::string& function, const char* member, bool over_f64) const;
  std::string rounding_calls() const;

  ir::Procedure reference_;
  const ir::Procedure& scheduled_;
  const Options& options_;
  std::string kind_;
  ir::Names names_;
  std::map<ir::Sym, std::size_t> number_;  ///< among the control arguments, or among the operands; looked up only
  std::size_t controls_ = 0;
  Exactness exactness_;
  bool approximates_ = false;  ///< some instruction of the kernel has an error bound
};

/// The control arguments of a call in terms of the caller's.
ir::Substitution passed_controls(const ir::Call&, const ir::Substitution& values);

}  // namespace tessera::codegen
