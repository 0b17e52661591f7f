// SPDX-License-Identifier: Apache-2.0
#include "cli/conv_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "api/arguments.hpp"

namespace tessera::cli {
namespace {

namespace conv = kernels::conv;

std::vector<std::string> between_commas(const std::string& option, const std::vector<std::string>& given) {
  std::vector<std::string> out;
  for (const std::string& words : given)
    for (std::size_t at = 0; at <= words.size();) {
      const std::size_t end = std::min(words.find(',', at), words.size());
      out.push_back(words.substr(at, end - at));
      if (out.back().empty())
        throw CLI::ValidationError(option, fmt::format("there is no word between two commas of '{}'", words));
      at = end + 1;
    }
  return out;
}

void add_options_of_result(CLI::App& sub, ConvOptions& options) {
  sub.add_option("--dtype", options.type, "type of the data: f32 or f64, where the target has it (default: f32)");
  sub.add_option("--layout", options.layout,
                 "layout of image and result: nhwc, nwhc, nchw, or nChw16c with any block of channels (default: "
                 "nhwc)");
  sub.add_option("--weights", options.weights, "layout of the weights (default: packed)")
      ->check(CLI::IsMember(conv::weights_names()));
  sub.add_option("--pack-from", options.pack_from, "weight layout that the packing routine takes (default: hwio)")
      ->check(CLI::IsMember(conv::pack_source_names()));
  sub.add_option_function<std::vector<std::string>>(
         "--epilogue",
         [&options](const std::vector<std::string>& given) { options.epilogue = between_commas("--epilogue", given); },
         "operations on each result, in the given order: " + conv::known_epilogues())
      ->type_name("TEXT");
  sub.add_option(
         "--border", options.border,
         "padding: copied, the image is copied with zeros around it; or peeled, taps outside of the image are skipped "
         "(default: what the scheme allows)")
      ->check(CLI::IsMember(conv::border_names()));
  sub.add_flag("--add", options.adds, "add to what the result holds");
}

}  // namespace

void add_conv_options(CLI::App& sub, ConvOptions& options) {
  add_options_of_result(sub, options);
  sub.add_option("--scheme", options.scheme, "how the loops n, g, p, q, k, r, s, c are tiled (default: by a model)");
  sub.add_option("--threads", options.threads,
                 "the number of threads to balance the work for, or host for all of this machine's; or which loops "
                 "run in parallel, by strategy: none, outermost, collapse, inside, outside (default: none)");
  sub.add_option(
      "--cpu", options.cpu,
      "CPU family whose shipped schemes and tile timings are used without a --store entry: host, the name of "
      "a folder in tuned, or none, which gives the same C on any machine (default: host; with --layers "
      "none)");
  sub.add_flag("--untuned", options.untuned, "use the model's scheme even where a tuned one is shipped");
  sub.add_option("--caches", options.caches,
                 "sizes of L1, L2 and L3 in KiB, or host for this machine's (default: 32,512,16384)");
}

conv::ConvRequest request_of(const ConvOptions& options) {
  conv::ConvRequest out;
  out.type = api::data_type(options.type);
  out.layout = conv::layout_named(options.layout);
  out.weights = conv::weights_named(options.weights);
  out.pack_from = conv::pack_source_named(options.pack_from);
  out.epilogue = conv::epilogues_named(options.epilogue);
  out.adds = options.adds;
  if (!options.border.empty()) out.border = conv::border_named(options.border);
  out.threads = conv::threads_named(options.threads);
  out.caches = api::caches(options.caches);
  if (!options.scheme.empty()) out.scheme = conv::SourcedScheme{schemes::parse(options.scheme)};
  if (!options.cpu.empty()) out.cpu = options.cpu;
  out.untuned = options.untuned;
  return out;
}

}  // namespace tessera::cli
