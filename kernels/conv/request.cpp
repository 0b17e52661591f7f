// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <thread>

#include "api/arguments.hpp"
#include "dsl/support/diagnostic.hpp"
#include "kernels/family/result.hpp"
#include "shapes/conv_text.hpp"

namespace tessera::kernels::conv {
namespace {

constexpr std::array all_weights{Weights::packed, Weights::hwio, Weights::oihw};
constexpr std::array pack_sources{Weights::hwio, Weights::oihw};
constexpr std::array all_borders{Border::copied, Border::peeled};

template <class Choices> std::vector<std::string> names_of(const Choices& all) {
  std::vector<std::string> out;
  for (const auto choice : all) out.emplace_back(name(choice));
  return out;
}

template <class Choices>
typename Choices::value_type choice_named(const Choices& all, const char* what, const std::string& word) {
  const auto found = std::find_if(all.begin(), all.end(), [&](auto choice) { return name(choice) == word; });
  if (found != all.end()) return *found;
  throw InputError("usage", fmt::format("{}: '{}' is not one of {}", what, word, fmt::join(names_of(all), ", ")));
}

std::optional<std::int64_t> number_of_threads(const std::string& word) {
  if (word == "host") return std::max(1U, std::thread::hardware_concurrency());
  constexpr std::size_t max_digits = 4;
  const bool is_number = !word.empty() && word.size() <= max_digits && word[0] != '0' &&
                         word.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? std::optional(std::stoll(word)) : std::nullopt;
}

}  // namespace

std::string text(const Threads& threads) {
  if (const auto* number = std::get_if<std::int64_t>(&threads)) return std::to_string(*number);
  return std::string(schemes::name(std::get<schemes::Strategy>(threads)));
}

std::int64_t count(const Threads& threads) {
  const auto* number = std::get_if<std::int64_t>(&threads);
  return number ? *number : 1;
}

std::string_view name(SchemeSource source) {
  switch (source) {
    case SchemeSource::given: return "given";
    case SchemeSource::measured: return "measured";
    case SchemeSource::measured_on_one_thread: return "measured on one thread";
    case SchemeSource::tuned_default: return "tuned default";
    case SchemeSource::tuned_default_shared: return "tuned default, shared out";
    case SchemeSource::model: return "model";
  }
  bug("a scheme from nowhere");
}

const std::vector<std::string>& weights_names() {
  static const std::vector<std::string> all = names_of(all_weights);
  return all;
}
const std::vector<std::string>& pack_source_names() {
  static const std::vector<std::string> all = names_of(pack_sources);
  return all;
}
const std::vector<std::string>& border_names() {
  static const std::vector<std::string> all = names_of(all_borders);
  return all;
}
const std::vector<schemes::Strategy>& parallel_strategies() {
  static const std::vector<schemes::Strategy> all{schemes::Strategy::outermost, schemes::Strategy::collapse,
                                                  schemes::Strategy::inside, schemes::Strategy::outside};
  return all;
}

Weights weights_named(const std::string& word) { return choice_named(all_weights, "weights", word); }
Weights pack_source_named(const std::string& word) { return choice_named(pack_sources, "from", word); }
Border border_named(const std::string& word) { return choice_named(all_borders, "border", word); }

Threads threads_named(const std::string& word) {
  if (word == schemes::name(schemes::Strategy::none)) return schemes::Strategy::none;
  for (const schemes::Strategy s : parallel_strategies())
    if (schemes::name(s) == word) return s;
  if (const auto number = number_of_threads(word)) return *number;
  throw InputError("usage", fmt::format("--threads: '{}' is neither a number of threads nor a strategy", word),
                   "none, outermost, collapse, inside, outside; or a number, or host, and a model chooses");
}

namespace {

void check_mixed(const ConvRequest& request, std::int64_t at_once) {
  const shapes::ConvShape& s = request.shape;
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    throw InputError("conv", fmt::format("{} in a convolution of {}", message, text(*request.mixed)), hint);
  };
  if (request.weights != Weights::packed)
    refuse(fmt::format("{} weights", name(request.weights)),
           "--weights packed: an instruction reads them in its order");
  if (request.layout.kind != Layout::nhwc && request.layout.kind != Layout::nwhc)
    refuse(fmt::format("layout {}", name(request.layout)),
           "--layout nhwc or nwhc: an instruction reads neighbouring channels of a pixel");
  if (s.groups > 1 && s.C_of_group() % at_once != 0)
    refuse(fmt::format("{} channels to a group", s.C_of_group()),
           fmt::format("an instruction multiplies {} of one group", at_once));
  if (!request.epilogue.empty() && !request.result && !ir::is_float(request.mixed->sum))
    refuse("an epilogue", fmt::format("results are the sums, of {0}; --types {1},f32 or {1},ui8 have other results",
                                      ir::name(request.mixed->sum), text(*request.mixed)));
  if (request.result && !is_result_type(*request.result))
    refuse(fmt::format("results of {}", ir::name(*request.result)), result_types() + ", or the sums");
  if (request.border == Border::peeled && s.C % at_once != 0)
    refuse(fmt::format("--border peeled for {} channels", s.C),
           fmt::format("an instruction multiplies {}: the image is copied with zeros after its last channel", at_once));
  if (request.adds && request.result)
    refuse("adding to results", fmt::format("they are no sums, but {} from these", ir::name(*request.result)));
}

// The channels of the shape are blocks of them from here on.
void set_mixed(Form& f, const ConvRequest& request, std::int64_t at_once) {
  check_mixed(request, at_once);
  f.mixed = MixedOperands{request.mixed->a, request.mixed->b, at_once, f.shape.C, request.result};
  f.shape.C = f.mixed->blocks();
}

}  // namespace

Form form(const ConvRequest& request, std::int64_t at_once) {
  Form out;
  out.layout = request.layout;
  out.shape = request.shape;
  if (request.result && !request.mixed)
    throw InputError(
        "conv", fmt::format("results of {} from products of {}", ir::name(*request.result), ir::name(request.type)),
        "other results than the sums are there where the sums are not of the type of image and weights");
  if (request.mixed) out.shape = in_one_row(out.shape, out.layout), set_mixed(out, request, at_once);
  else out = as_computed(std::move(out));
  out.weights = request.weights;
  if (out.weights == Weights::oihw && out.layout.kind != Layout::nchw)
    throw InputError("conv",
                     fmt::format("oihw weights need --layout nchw: in {} the weights of one vector are not contiguous",
                                 name(request.layout)),
                     "--weights packed --pack-from oihw");
  constexpr int bytes_of_sum = 4;
  if (!ir::is_float(request.type) && ir::byte_size(request.type) < bytes_of_sum)
    throw InputError("conv",
                     fmt::format("the sums would be {} too, which a few products overflow", ir::name(request.type)),
                     "--dtype f32 or f64, or --types ui8,i8,i32 with sums of another type");
  out.epilogue = request.epilogue;
  out.adds = request.adds;
  out.type = request.type;
  return out;
}

std::vector<std::string> epilogue_names(const ConvRequest& request) {
  std::vector<std::string> out;
  for (const Epilogue& e : request.epilogue) out.push_back(name(e));
  return out;
}

std::string types_text(const ConvRequest& request) {
  if (!request.mixed) return std::string(ir::name(request.type));
  const std::string result = request.result ? fmt::format(",{}", ir::name(*request.result)) : "";
  return text(*request.mixed) + result;
}

void set_types(ConvRequest& request, const std::string& text) {
  request.mixed.reset(), request.result.reset();
  if (text.find(',') == std::string::npos) {
    request.type = api::data_type(text);
    return;
  }
  const std::vector<ir::Scalar> types = api::product_types(text);
  request.type = types[2];
  if (types[0] != types[2] || types[1] != types[2]) request.mixed = {types[0], types[1], types[2]};
  if (types.back() != types[2]) request.result = types.back();
}

std::string command_of(const ConvRequest& request, const std::string& scheme) {
  const std::string types =
      request.mixed ? "--types " + types_text(request) : fmt::format("--dtype {}", ir::name(request.type));
  std::string out =
      fmt::format("tessera conv --shape {} --target {} {} --layout {} --weights {} --pack-from {}", text(request.shape),
                  request.target, types, name(request.layout), name(request.weights), name(request.pack_from));
  if (!request.epilogue.empty()) out += fmt::format(" --epilogue {}", fmt::join(epilogue_names(request), ","));
  if (request.adds) out += " --add";
  if (request.lanes) out += fmt::format(" --lanes {}", *request.lanes);
  return out + fmt::format(" --scheme '{}'", scheme);
}

}  // namespace tessera::kernels::conv
