// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <variant>

#include "kernels/conv/specification.hpp"
#include "kernels/gemm_mixed/form.hpp"
#include "schedules/caches.hpp"
#include "schemes/parallel.hpp"
#include "schemes/scheme.hpp"

namespace tessera::kernels::conv {

/// The threads of a convolution: a number, for which a model picks the parallel loops; or a strategy for the loops,
/// with any number of threads.
using Threads = std::variant<std::int64_t, schemes::Strategy>;
constexpr Threads one_thread = schemes::Strategy::none;
/// "4", "outermost".
std::string text(const Threads&);
/// The number of threads for the model; 1 for a strategy.
std::int64_t count(const Threads&);

/// The origin of a scheme.
enum class SchemeSource {
  given,
  measured,                ///< on this machine, with this number of threads
  measured_on_one_thread,  ///< its parallel loops are chosen by the model
  tuned_default,           ///< shipped for this family of CPUs
  tuned_default_shared,    ///< the same, with its loops shared among threads
  model
};
/// "given", "measured", "measured on one thread", "tuned default", "tuned default, shared out", "model".
std::string_view name(SchemeSource);

struct SourcedScheme {
  schemes::Scheme scheme;
  SchemeSource source = SchemeSource::given;
};

/// A requested convolution: parsed once from its words, a value from there on.
struct ConvRequest {
  shapes::ConvShape shape = {};
  std::string target = {};                 ///< hardware library: a shipped name, or a folder
  std::optional<std::int64_t> lanes = {};  ///< of the machine, where the target's machines choose them
  ir::Scalar type = ir::Scalar::f32;
  std::optional<gemm::mixed::Types> mixed = {};  ///< of image, weights and sums, where they differ; `type` is the sums'
  std::optional<ir::Scalar> result = {};  ///< of mixed operands: the type of the results, where they are not the sums
  Layout layout = Layout::nhwc;
  Weights weights = Weights::packed;
  Weights pack_from = Weights::hwio;  ///< input of the packing, for packed weights
  std::vector<Epilogue> epilogue = {};
  bool adds = false;
  std::optional<Border> border = {};  ///< nothing: the best one for the scheme
  Threads threads = one_thread;
  schedules::Caches caches = {};
  std::optional<SourcedScheme> scheme = {};  ///< nothing: a shipped tuned one, else the model's
  std::string cpu = "host";                  ///< source of shipped figures: a folder of tuned/, or "none"
  bool untuned = false;                      ///< no shipped scheme
};

// ---- the words of each choice; InputError "usage" for another word, listing them

const std::vector<std::string>& weights_names();
const std::vector<std::string>& pack_source_names();
const std::vector<std::string>& border_names();

/// All of them but `none`.
const std::vector<schemes::Strategy>& parallel_strategies();

Weights weights_named(const std::string&);
Weights pack_source_named(const std::string&);
Border border_named(const std::string&);
/// A strategy, "none", a number, or "host": the number of hardware threads.
Threads threads_named(const std::string&);

/// The computation of the request. `at_once`: the channels that one instruction multiplies, of mixed operands.
/// InputError "conv" for weights that no kernel of the layout reads, and what there is no kernel of mixed operands for.
Form form(const ConvRequest&, std::int64_t at_once = 1);

/// "bias", "clamp:-1:1": in the words of --epilogue.
std::vector<std::string> epilogue_names(const ConvRequest&);

/// "f32"; "ui8,i8,i32", and with another type of results "ui8,i8,i32,ui8".
std::string types_text(const ConvRequest&);

/// Sets them, from three or four of them; or, from one, that of all. InputError "usage".
void set_types(ConvRequest&, const std::string&);

/// The command that writes this convolution by this scheme.
std::string command_of(const ConvRequest&, const std::string& scheme);

}  // namespace tessera::kernels::conv
