// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "artifact/compile.hpp"
#include "artifact/operand.hpp"
#include "artifact/report/facts.hpp"
#include "dsl/support/progress.hpp"
#include "kernels/conv/plan.hpp"

namespace tessera::kernels::conv {

/// One convolution, as the command line asks for it.
struct ConvJob {
  std::string shape, target, type = "f32", layout = "nhwc", weights = "packed", from = "hwio", scheme, caches, store,
                             store_compiler = "cc", threads = "none",
                             cpu = "host",  ///< whose shipped figures are used: also a folder of theirs, or none
      scheme_from = "given";                ///< where `scheme` comes from, if there is one; see DecidedConv
  std::vector<std::string> epilogue;
  bool adds = false, json = false;
  std::string border = {};  ///< empty: as it is best for the scheme
  bool untuned = false;     ///< no shipped scheme
  /// The packing routine is left unscheduled: for who times the convolution alone, as it then compiles sooner.
  bool packs_as_specified = false;

  artifact::CompileOptions compile;
  api::SolverOptions solver;
  Progress* progress = nullptr;  ///< told of each question to the solver
};

/// The usual choices.
inline constexpr const char *packed_weights = "packed", *one_thread = "none";

/// The words for each choice.
const std::vector<std::string>& conv_weights();
const std::vector<std::string>& conv_borders();
const std::vector<std::string>& conv_pack_sources();  ///< of --pack-from
const std::vector<std::string>& conv_strategies();    ///< of --threads, without "none"

/// Of how many threads a model, or who measures, looks for the fastest; 1 where --threads names a strategy. InputError
/// "usage" where it says nothing of both.
std::int64_t threads(const ConvJob&);

/// All that is to be written, decided before anything is.
struct DecidedConv {
  kernels::conv::Form form;
  schemes::Scheme scheme;
  std::string name;
  /// "given", "measured" (for as many threads, whose loops it has), "measured on one thread", "tuned default", "model"
  std::string scheme_from;
};

/// InputError for a job that no convolution meets.
DecidedConv decided(const ConvJob&);

/// The convolution alone; its weights in panels of 1.
kernels::conv::Form conv_form(const ConvJob&);

/// What a tuner enumerates: the convolution as a problem, and the machine that it is for.
struct ConvToTune {
  tuning::Problem problem;
  tuning::Machine machine;
};
ConvToTune to_tune(const ConvJob&);

/// Its schemes, what a model expects to be the fastest first, with these figures of register tiles.
std::vector<tuning::Candidate> ranked(const ConvJob&, const ConvToTune&, const tuning::Microkernels&);

/// Writes the procedures, scheduled and proved, into the folder of `compile`; gives what `--json` prints.
report::Json write_conv(const ConvJob&);

/// Writes the convolution as it is specified, not scheduled, by this name, to compare with; gives its operands, the
/// result first.
std::vector<artifact::Operand> write_conv_reference(const ConvJob&, const DecidedConv&, const std::string& name);

/// The command that writes this convolution by this scheme.
std::string command_of(const ConvJob&, const std::string& scheme);

}  // namespace tessera::kernels::conv
