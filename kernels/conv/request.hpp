// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <variant>

#include "kernels/conv/specification.hpp"
#include "schedules/caches.hpp"
#include "schemes/parallel.hpp"
#include "schemes/scheme.hpp"

namespace tessera::kernels::conv {

/// What a convolution runs on: so many threads, for which a model picks the parallel loops; or the loops that a
/// strategy picks, on however many threads there are.
using Threads = std::variant<std::int64_t, schemes::Strategy>;
constexpr Threads one_thread = schemes::Strategy::none;
/// "4", "outermost".
std::string text(const Threads&);
/// The number that a model balances the work for; 1 for a strategy.
std::int64_t count(const Threads&);

/// Where a scheme comes from.
enum class SchemeSource {
  given,
  measured,                ///< on this machine, for as many threads
  measured_on_one_thread,  ///< its parallel loops are the model's
  tuned_default,           ///< shipped for this family of CPUs
  tuned_default_shared,    ///< the same, its loops shared out among threads
  model
};
/// "given", "measured", "measured on one thread", "tuned default", "tuned default, shared out", "model".
std::string_view name(SchemeSource);

struct SourcedScheme {
  schemes::Scheme scheme;
  SchemeSource source = SchemeSource::given;
};

/// A convolution as somebody asks for it: read once, where the words come in, and a value from there on.
struct ConvRequest {
  shapes::ConvShape shape = {};
  std::string target = {};  ///< hardware library: a shipped name, or a folder
  ir::Scalar type = ir::Scalar::f32;
  Layout layout = Layout::nhwc;
  Weights weights = Weights::packed;
  Weights pack_from = Weights::hwio;  ///< what the packing reads, where weights are packed
  std::vector<Epilogue> epilogue = {};
  bool adds = false;
  std::optional<Border> border = {};  ///< nothing: as it is best for the scheme
  Threads threads = one_thread;
  schedules::Caches caches = {};
  std::optional<SourcedScheme> scheme = {};  ///< nothing: a tuned one that is shipped, else the model's
  std::string cpu = "host";                  ///< whose shipped figures are used: a folder of tuned/, or "none"
  bool untuned = false;                      ///< no shipped scheme
};

// ---- the words for each choice; InputError "usage" for another word, with those that there are

const std::vector<std::string>& weights_names();
const std::vector<std::string>& pack_source_names();
const std::vector<std::string>& border_names();

/// All of them but `none`.
const std::vector<schemes::Strategy>& parallel_strategies();

Weights weights_named(const std::string&);
Border border_named(const std::string&);
/// A strategy, "none", a number, or "host": as many as this machine runs at once.
Threads threads_named(const std::string&);

/// What the request asks to compute. InputError "conv" for weights that no kernel of the layout reads.
Form form(const ConvRequest&);

/// "bias", "clamp:-1:1": as --epilogue takes them.
std::vector<std::string> epilogue_names(const ConvRequest&);

/// The command that writes this convolution by this scheme.
std::string command_of(const ConvRequest&, const std::string& scheme);

}  // namespace tessera::kernels::conv
