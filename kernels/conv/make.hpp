// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/compile.hpp"
#include "artifact/operand.hpp"
#include "artifact/report/facts.hpp"
#include "dsl/support/progress.hpp"
#include "kernels/conv/decide.hpp"

// From a request to the C of a convolution, in memory: no files are written here.
namespace tessera::kernels::conv {

/// Options for making a kernel, besides its computation.
struct MakeOptions {
  /// The files' final folder, and their stem; empty: named after the shape.
  artifact::CompileOptions compile;
  api::SolverOptions solver;
  /// Leaves the packing routine unscheduled: it compiles faster, for timing the convolution alone.
  bool packs_as_specified = false;
  Progress* progress = nullptr;  ///< updated with each query
};

/// A function of a kernel, with everything needed to compile and call it.
struct MadeFunction {
  std::string name;
  std::size_t steps = 0, obligations = 0;
  codegen::Interface called;  ///< with tensors as requested, even if computed in another form
  std::vector<std::string> features, flags, link_flags, warnings;
  std::vector<std::string> headers, sources;  ///< of the hardware library, beside the C
};

struct ConvKernel {
  ConvRequest request;
  DecidedConv decided;
  MadeFunction convolution;
  std::optional<MadeFunction> packing;  ///< of weights, if they are packed
  std::int64_t packed_elements = 0;     ///< 0: weights stay in their layout
  std::vector<OutputFile> files;        ///< the program, and for each function C, header, manifest, trace, evidence
};

/// Schedules, proves and emits. Throws InputError for an invalid request, and the error of a refused step.
ConvKernel make_conv(const ConvRequest&, const MakeOptions&);

/// Prints the emitter's warnings on stderr.
void print_warnings(const ConvKernel&);

/// The output of `tessera conv --json`.
report::Json to_json(const ConvKernel&);
report::Json to_json(const MadeFunction&);
/// Parses the JSON of another process; without warnings.
MadeFunction function_of(const report::Json&);

/// The default name of a convolution.
std::string default_name(const ConvRequest&);
/// Distinguishes convolutions of one name: the first comment of the program, without its mark.
std::string description(const ConvRequest&);

/// The specification, unscheduled, to compare with.
struct ReferenceConv {
  std::vector<artifact::Operand> operands;  ///< the result first
  MadeFunction function;
  std::vector<OutputFile> files;
};
ReferenceConv make_reference(const ConvRequest&, const DecidedConv&, const std::string& name, const MakeOptions&);

}  // namespace tessera::kernels::conv
