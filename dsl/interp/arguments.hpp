// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "dsl/interp/control.hpp"
#include "dsl/interp/domain.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/ir/stmt.hpp"

namespace tessera::interp {

/// A tensor that owns its numbers. Element (i, j, …) is data[offset + i·strides[0] + j·strides[1] + …].
/// A scalar has no shape and one number.
template <class Domain> struct Tensor {
  std::vector<typename Domain::Number> data;
  std::vector<std::uint8_t> written;  ///< for each number: does it have a value?
  std::vector<std::int64_t> shape, strides;
  std::int64_t offset = 0;
  /// For copies of unwritten numbers, by index: the place of the invalid read.
  std::map<std::size_t, std::shared_ptr<const Diagnostic>> copied_from = {};

  /// Row-major, no number written yet.
  static Tensor dense(std::vector<std::int64_t> shape);
  std::int64_t place(const std::vector<std::int64_t>& index) const;
};

/// The value of one argument: of a control argument, or the tensor of a data argument.
template <class Domain> struct Argument {
  std::int64_t control = 0;
  Tensor<Domain> tensor;
};

/// The state of a run. Runs change tensors and configs in place.
template <class Domain> struct Arguments {
  std::vector<Argument<Domain>> values;                         ///< one per argument of the procedure
  std::map<std::string, std::int64_t> control_configs;          ///< "Config.field"
  std::map<std::string, typename Domain::Number> data_configs;  ///< "Config.field"
};

/// Values of the control arguments.
using ControlValues = std::map<ir::Sym, std::int64_t>;

/// Evaluates expressions without any state: strides and fields count as 1.
struct SizesOnly : ControlScope {
  const ControlValues& sizes;
  explicit SizesOnly(const ControlValues& s) : sizes(s) {}
  std::int64_t variable(ir::Sym s) const override { return sizes.at(s); }
  std::int64_t stride(ir::Sym, int) const override { return 1; }
  std::int64_t config(const std::string&, const std::string&) const override { return 1; }
};

/// Fixed inputs of a run; the rest is random.
struct Inputs {
  Inputs(ControlValues values) : control(std::move(values)) {}
  ControlValues control;
  std::map<std::string, std::int64_t> fields;  ///< of control fields, by "Config.field"
  /// Strides of windows, by the position of the argument and the dimension.
  std::map<std::pair<std::size_t, int>, std::int64_t> strides;
};

/// Control values by name, for tests and command lines. Throws InterpError (interp.argument) when one is missing.
ControlValues control_values(const ir::Procedure&, const std::map<std::string, std::int64_t>& by_name);

/// Random numbers for all tensors, scalars and configs. Tensors are row-major; windows have gaps between elements and
/// rows, or are dense for an even seed; strides fixed by the inputs or by asserts `stride(A, d) == c` take precedence,
/// in any order of the dimensions. The same seed gives the same numbers. Throws InterpError (interp.layout) where no
/// layout of a window with distinct elements is found.
template <class Domain> Arguments<Domain> random_arguments(const ir::Procedure&, const Inputs&, std::uint64_t seed);

/// The number of elements of all data arguments (SizesOnly), before allocating them; tensors of unknown extents count
/// 0.
double elements(const ir::Procedure&, const ControlValues&);

/// Random values for the procedure's configs without one.
template <class Domain>
void random_configs(const ir::Procedure&, const Inputs&, std::uint64_t seed, Arguments<Domain>&);

/// The configs that a procedure and its callees read or write, each once.
std::vector<std::pair<ir::ConfigRef, std::string>> config_fields(const ir::Procedure&);

}  // namespace tessera::interp
