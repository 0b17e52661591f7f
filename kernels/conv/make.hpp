// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/compile.hpp"
#include "artifact/operand.hpp"
#include "artifact/report/facts.hpp"
#include "dsl/support/progress.hpp"
#include "kernels/conv/decide.hpp"

// From a request to the C of a convolution, in memory: nothing is written here.
namespace tessera::kernels::conv {

/// How a kernel is made, beside what it computes.
struct MakeOptions {
  /// Its folder, which is where the files will lie, and its stem; empty: named after the shape.
  artifact::CompileOptions compile;
  api::SolverOptions solver;
  /// The packing routine is left unscheduled: for who times the convolution alone, as it then compiles sooner.
  bool packs_as_specified = false;
  Progress* progress = nullptr;  ///< told of each question to the solver
};

/// A function of a kernel, and what whoever compiles and calls it must know.
struct MadeFunction {
  std::string name;
  std::size_t steps = 0, obligations = 0;
  codegen::Interface called;  ///< its tensors as they were asked for, also where they are computed in another form
  std::vector<std::string> features, flags, link_flags, warnings;
};

struct ConvKernel {
  ConvRequest request;
  DecidedConv decided;
  MadeFunction convolution;
  std::optional<MadeFunction> packing;  ///< of weights, where they are packed
  std::int64_t packed_elements = 0;     ///< 0: weights lie as they are given
  std::vector<OutputFile> files;        ///< the program, and of each function C, header, manifest, trace, evidence
};

/// Scheduled, proved and emitted. Throws InputError for a request that no convolution meets, and what a refused step
/// throws.
ConvKernel make_conv(const ConvRequest&, const MakeOptions&);

/// What the emitter warns of, on stderr.
void print_warnings(const ConvKernel&);

/// What `tessera conv --json` prints.
report::Json to_json(const ConvKernel&);
report::Json to_json(const MadeFunction&);
/// What to_json gave, from another process; without warnings.
MadeFunction function_of(const report::Json&);

/// The name of a convolution that is given none.
std::string default_name(const ConvRequest&);
/// What tells convolutions of one name apart: the comment that the program begins with, without its mark.
std::string description(const ConvRequest&);

/// The convolution as it is specified, not scheduled, to compare with.
struct ReferenceConv {
  std::vector<artifact::Operand> operands;  ///< the result first
  MadeFunction function;
  std::vector<OutputFile> files;
};
ReferenceConv make_reference(const ConvRequest&, const DecidedConv&, const std::string& name, const MakeOptions&);

}  // namespace tessera::kernels::conv
