// SPDX-License-Identifier: Apache-2.0
// tessera conv — C for one convolution, its packing of weights, and their evidence; or for a table of them, a library.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>

#include "api/arguments.hpp"
#include "artifact/report/facts.hpp"
#include "cli/commands.hpp"
#include "cli/compile.hpp"
#include "cli/conv_options.hpp"
#include "cli/solver_options.hpp"
#include "dsl/support/files.hpp"
#include "kernels/conv/make.hpp"
#include "kernels/conv/measured_schemes.hpp"
#include "kernels/layers/library.hpp"
#include "shapes/conv_text.hpp"

namespace tessera::cli {
namespace {

using report::Json;
namespace fs = std::filesystem;

// Names hold the shape only: a convolution for another target, or with another epilogue, is not overwritten in silence.
void keep_another(const kernels::conv::ConvRequest& request, const fs::path& folder) {
  const fs::path program = folder / (kernels::conv::default_name(request) + ".tess");
  if (!is_there(program)) return;
  const std::string text = read_file(program);
  const std::size_t from = std::min(text.find('\n'), text.size() - 1) + 1;
  const std::string there = text.substr(from, text.find('\n', from) - from);
  if (there == "# " + kernels::conv::description(request) || there.find("; for ") == std::string::npos) return;
  throw InputError("output",
                   fmt::format("{} holds another convolution: {}", program.string(),
                               there.substr(std::min<std::size_t>(2, there.size()))),
                   "--stem gives this one a name of its own, -o a folder");
}

/// The command line: one convolution, or a table of them.
struct ConvCommand {
  ConvOptions conv;
  std::string shape;
  kernels::conv::MakeOptions make;
  kernels::conv::MeasuredStore store;
  kernels::layers::LayersJob layers;
  std::vector<std::string> targets;
  std::string types;
  std::optional<std::int64_t> lanes;
  bool json = false;
};

void tell_kernel(const kernels::conv::ConvKernel& kernel, const std::string& folder, double seconds) {
  using kernels::conv::SchemeSource;
  std::size_t steps = kernel.convolution.steps, obligations = kernel.convolution.obligations;
  if (kernel.packing) steps += kernel.packing->steps, obligations += kernel.packing->obligations;
  const auto& [scheme, source] = kernel.decided.chosen;
  const bool is_tuned = source == SchemeSource::tuned_default || source == SchemeSource::tuned_default_shared;
  fmt::print("{}/{}.c: {}{}\n{} steps, {} obligations proved, {:.1f} s\n", folder, kernel.convolution.name,
             schemes::text(scheme), is_tuned ? fmt::format(" ({})", name(source)) : "", steps, obligations, seconds);
}

// Of all one type is said by --dtype.
std::string types_of(const std::string& text) {
  api::product_types(text);  // or says what is missing
  return text;
}

void run_one(const ConvCommand& asked) {
  if (asked.shape.empty()) throw InputError("usage", "--shape is required", "or --layers, with a table of shapes");
  if (asked.targets.size() != 1)
    throw InputError("usage", asked.targets.empty() ? "--target is required" : "--target is given more than once",
                     "one convolution is for one target; --layers makes a library for several");
  kernels::conv::ConvRequest request = request_of(asked.conv);
  if (!asked.types.empty()) set_types(request, types_of(asked.types));
  request.shape = shapes::parse_conv_shape(asked.shape);
  request.target = asked.targets.front();
  request.lanes = asked.lanes;
  if (!asked.store.file.empty() && !request.scheme) request.scheme = measured_scheme(request, asked.store);
  const auto start = std::chrono::steady_clock::now();
  // The number of queries is unknown.
  Progress progress("conv: scheduling and proving", 0, "questions decided");
  kernels::conv::MakeOptions options = asked.make;
  options.progress = &progress;
  const std::string& folder = options.compile.output;
  if (options.compile.stem.empty()) keep_another(request, folder);
  const kernels::conv::ConvKernel kernel = make_conv(request, options);
  write_files(folder, kernel.files);
  progress.clear();
  kernels::conv::print_warnings(kernel);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (asked.json) return fmt::print("{}\n", report::text_of(to_json(kernel)));
  tell_kernel(kernel, folder, seconds);
}

// The files have the name of the procedure, which C has to take too.
std::string wrong_c_name(const std::string& word) {
  const bool good = !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0])) &&
                    std::all_of(word.begin(), word.end(),
                                [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
  return good ? ""
              : fmt::format(
                    "'{}' is not a valid C identifier, which names the function and its files: letters, digits and _, "
                    "no digit first",
                    word);
}

void tell_library(const kernels::layers::LayersManifest& manifest, const std::string& folder, double seconds) {
  std::size_t obligations = 0;
  std::set<std::string> kernels;
  std::vector<std::string> targets;
  for (const kernels::layers::LibraryTarget& target : manifest.targets) targets.push_back(target.word);
  for (const kernels::layers::Layer& layer : manifest.layers) {
    if (!kernels.insert(layer.kernel).second) continue;
    for (const auto& [target, kernel] : layer.targets)
      obligations += kernel.convolution.obligations + (kernel.packing ? kernel.packing->obligations : 0);
  }
  const auto counted = [](std::size_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  fmt::print("{}/{}.h: {}, {} for each of {}, best first; {} obligations proved, {:.1f} s\n", folder, manifest.library,
             counted(manifest.layers.size(), "layer"), counted(kernels.size(), "kernel"), fmt::join(targets, ", "),
             obligations, seconds);
}

void run_layers(const ConvCommand& asked) {
  kernels::layers::LayersJob job = asked.layers;
  job.conv = request_of(asked.conv);
  if (!asked.types.empty()) set_types(job.conv, types_of(asked.types));
  job.targets = asked.targets, job.name = asked.make.compile.stem;
  job.make = asked.make, job.store = asked.store;
  if (!asked.make.compile.compilers.empty()) job.compiler = asked.make.compile.compilers.front();
  if (asked.conv.cpu.empty()) job.conv.cpu = "none";  // on any machine the same library
  const auto start = std::chrono::steady_clock::now();
  std::optional<Progress> progress;
  job.on_kernel = [&](std::size_t done, std::size_t all, const Json&) {
    if (!progress) progress.emplace("conv: kernels", all);
    progress->reach(done);
  };
  const kernels::layers::LayersManifest manifest = kernels::layers::write_layers(job);
  if (progress) progress->clear();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (asked.json) return fmt::print("{}\n", report::text_of(to_json(manifest)));
  tell_library(manifest, asked.make.compile.output, seconds);
}

}  // namespace

Command add_conv(CLI::App& app) {
  auto asked = std::make_shared<ConvCommand>();
  CLI::App* sub = app.add_subcommand("conv", "write the C of one convolution, or a library of a table of them");
  CLI::Option* shape =
      sub->add_option(
             "--shape", asked->shape,
             "K=64,C=64,H=56,W=56,R=3,S=3 and, where it differs from the default, N, groups, stride, dilation, "
             "pad (stride_h, stride_w, dilation_h, dilation_w, top, left, bottom, right); or "
             "K,C,H,W,R,S[,stride], where H and W count results and the image holds all that is read")
          ->transform(without_blanks);
  CLI::Option* layers = sub->add_option(
      "--layers", asked->layers.table,
      "a table of layers (CSV): write a library of them, named after the folder of -o or by --stem, with a function "
      "for each layer that calls the best kernel for the CPU. Columns name and shape, or those of `tessera bench "
      "conv`; layout, weights, pack_from, epilogue, border, add and types override the options of the same name");
  layers->excludes(shape);
  sub->add_option(
      "--target", asked->targets,
      "hardware library: a shipped name, or the path of a folder; with --layers it may be repeated (default "
      "then: all shipped ones for this architecture)");
  sub->add_option("--lanes", asked->lanes,
                  "of a target whose machines choose their number of lanes: the kernel is for machines with this one")
      ->excludes(layers);
  sub->add_option("-j,--jobs", asked->layers.jobs, "processes, with --layers (default: one for each core)")
      ->check(CLI::Range(1, 256));
  add_conv_options(*sub, asked->conv);
  sub->add_option("--types", asked->types,
                  "types of image, weights and sums where they differ, and of results where they are not the sums, as "
                  "ui8,i8,i32 "
                  "or ui8,i8,i32,ui8: by an instruction that adds products of neighbouring channels")
      ->excludes("--dtype");
  sub->add_option(
      "--store", asked->store.file,
      "measurements of `tessera tune`: the fastest scheme on this machine; the model's where none was measured");
  sub->add_option("--store-cc", asked->store.compiler, "the C compiler of these measurements (default: cc)");
  sub->get_option("--untuned")->excludes("--store");
  add_compile_options(*sub, asked->make.compile);
  sub->get_option("--stem")->check(wrong_c_name);
  for (const char* option : {"--test", "--prefix"}) layers->excludes(sub->get_option(option));
  layers->excludes(sub->get_option("--scheme"))->needs(sub->get_option("--output"));
  add_json_option(*sub, asked->json);
  add_solver_options(*sub, asked->make.solver);
  return [asked] { asked->layers.table.empty() ? run_one(*asked) : run_layers(*asked); };
}

}  // namespace tessera::cli
