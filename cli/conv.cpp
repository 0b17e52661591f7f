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

#include "artifact/workshop.hpp"
#include "cli/commands.hpp"
#include "cli/compile.hpp"
#include "cli/solver_options.hpp"
#include "dsl/support/files.hpp"
#include "kernels/conv/measured_schemes.hpp"
#include "kernels/layers/library.hpp"

namespace tessera::cli {
namespace {

using report::Json;
namespace fs = std::filesystem;

// What the program says in its second line: the shape, and what else tells convolutions apart.
std::string what_it_is(const fs::path& program) {
  if (!fs::exists(program)) return "";
  const std::string text = read_file(program);
  const std::size_t from = std::min(text.find('\n'), text.size() - 1) + 1;
  return text.substr(from, text.find('\n', from) - from);
}

// Names hold the shape only: a convolution for another target, or with another epilogue, is not overwritten in silence.
void keep_another(const fs::path& made, const fs::path& folder, const std::string& name) {
  const std::string now = what_it_is(made / (name + ".tess")), there = what_it_is(folder / (name + ".tess"));
  if (now == there || there.find("; for ") == std::string::npos) return;
  throw InputError("output",
                   fmt::format("{} is another one: {}", (folder / (name + ".tess")).string(),
                               there.substr(std::min<std::size_t>(2, there.size()))),
                   "--stem gives this one a name of its own, -o a folder");
}

void run_one(kernels::conv::ConvJob job) {
  if (!job.store.empty() && job.scheme.empty()) kernels::conv::take_measured_scheme(job);
  const auto start = std::chrono::steady_clock::now();
  // Nobody knows beforehand how many questions there will be.
  Progress progress("conv: scheduling and proving", 0, "questions decided");
  job.progress = &progress;
  const artifact::Workshop workshop(job.compile.output);
  kernels::conv::ConvJob inside = job;
  inside.compile = workshop.options(job.compile);
  const Json facts = kernels::conv::write_conv(inside);
  if (job.compile.stem.empty()) keep_another(workshop.path(), job.compile.output, facts.at("name"));
  workshop.move();
  progress.clear();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (job.json) return fmt::print("{}\n", report::text_of(facts));
  std::size_t steps = 0, obligations = 0;
  for (const Json& p : facts.at("procedures")) {
    steps += p.at("steps").get<std::size_t>();
    obligations += p.at("obligations").get<std::size_t>();
  }
  const std::string name = facts.at("name");
  const std::string from = facts.at("scheme_from");
  fmt::print("{}/{}.c: {}{}\n{} steps, {} obligations proved, {:.1f} s\n", job.compile.output, name,
             facts.at("scheme").get<std::string>(), from.starts_with("tuned default") ? fmt::format(" ({})", from) : "",
             steps, obligations, seconds);
}

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

// The files have the name of the procedure, which C has to take too.
std::string wrong_c_name(const std::string& word) {
  const bool good = !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0])) &&
                    std::all_of(word.begin(), word.end(),
                                [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
  return good ? ""
              : fmt::format("'{}' is no name in C, and the procedure is called so too: letters, digits and _", word);
}

/// What the command line asks for: one convolution, or a table of them.
struct ConvCommand {
  kernels::conv::ConvJob conv;
  kernels::layers::LayersJob layers;
  std::vector<std::string> targets;
  std::string cpu;
};

void tell_library(const Json& manifest, const std::string& folder, double seconds) {
  std::size_t obligations = 0;
  std::set<std::string> kernels;
  std::vector<std::string> targets;
  for (const Json& target : manifest.at("targets")) targets.push_back(target.at("name"));
  for (const Json& layer : manifest.at("layers")) {
    if (!kernels.insert(layer.at("kernel").get<std::string>()).second) continue;
    for (const Json& made : layer.at("targets")) obligations += made.at("obligations").get<std::size_t>();
  }
  const auto counted = [](std::size_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  fmt::print("{}/{}.h: {}, {} for each of {}, best first; {} obligations proved, {:.1f} s\n", folder,
             manifest.at("library").get<std::string>(), counted(manifest.at("layers").size(), "layer"),
             counted(kernels.size(), "kernel"), fmt::join(targets, ", "), obligations, seconds);
}

void run_layers(const ConvCommand& asked) {
  kernels::layers::LayersJob job = asked.layers;
  job.conv = asked.conv, job.targets = asked.targets, job.name = asked.conv.compile.stem;
  if (!asked.conv.compile.compilers.empty()) job.compiler = asked.conv.compile.compilers.front();
  job.conv.cpu = asked.cpu.empty() ? "none" : asked.cpu;  // on any machine the same library
  const auto start = std::chrono::steady_clock::now();
  std::optional<Progress> progress;
  job.on_kernel = [&](std::size_t done, std::size_t all, const Json&) {
    if (!progress) progress.emplace("conv: kernels", all);
    progress->reach(done);
  };
  const Json manifest = kernels::layers::write_layers(job);
  if (progress) progress->clear();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (job.conv.json) return fmt::print("{}\n", report::text_of(manifest));
  tell_library(manifest, job.conv.compile.output, seconds);
}

void run(const ConvCommand& asked) {
  if (!asked.layers.table.empty()) return run_layers(asked);
  kernels::conv::ConvJob job = asked.conv;
  if (job.shape.empty()) throw InputError("usage", "--shape is required", "or --layers, with a table of shapes");
  if (asked.targets.size() != 1)
    throw InputError("usage", asked.targets.empty() ? "--target is required" : "--target is given more than once",
                     "one convolution is for one target; --layers makes a library for several");
  job.target = asked.targets.front();
  if (!asked.cpu.empty()) job.cpu = asked.cpu;
  run_one(std::move(job));
}

}  // namespace

Command add_conv(CLI::App& app) {
  auto asked = std::make_shared<ConvCommand>();
  kernels::conv::ConvJob* job = &asked->conv;
  CLI::App* sub = app.add_subcommand("conv", "write the C of one convolution, or a library of a table of them");
  CLI::Option* shape =
      sub->add_option(
             "--shape", job->shape,
             "K=64,C=64,H=56,W=56,R=3,S=3 and, where it differs from the default, N, groups, stride, dilation, pad "
             "(stride_h, "
             "stride_w, dilation_h, dilation_w, top, left, bottom, right); or K,C,H,W,R,S[,stride], where H and W "
             "count results and the image holds all that is read")
          ->transform(without_blanks);
  CLI::Option* layers = sub->add_option(
      "--layers", asked->layers.table,
      "a table of layers (CSV): write a library of them, named after the folder of -o or by --stem, with a function "
      "for each layer that calls the best kernel for the CPU. Columns name and shape, or those of `tessera bench "
      "conv`; "
      "layout, weights, pack_from, epilogue, border and add override the options of the same name");
  layers->excludes(shape);
  sub->add_option(
      "--target", asked->targets,
      "hardware library: a shipped name, or the path of a folder; with --layers it may be repeated (default "
      "then: all shipped ones for this architecture)");
  sub->add_option("-j,--jobs", asked->layers.jobs, "processes, with --layers")->check(CLI::Range(1, 256));
  sub->add_option("--dtype", job->type, "type of the data");
  sub->add_option("--layout", job->layout,
                  "of image and result: nhwc, nwhc, nchw, or nChw16c with any block of channels");
  sub->add_option("--weights", job->weights, "layout of the weights")
      ->check(CLI::IsMember(kernels::conv::conv_weights()));
  sub->add_option("--pack-from", job->from, "what the packing reads")
      ->check(CLI::IsMember(kernels::conv::conv_pack_sources()));
  sub->add_option_function<std::vector<std::string>>(
         "--epilogue",
         [job](const std::vector<std::string>& given) { job->epilogue = between_commas("--epilogue", given); },
         "operations on each result, applied in this order: of " + kernels::conv::known_epilogues())
      ->type_name("TEXT ...");
  sub->add_option(
         "--border", job->border,
         "padding: copied, the image is copied with zeros around it; or peeled, taps outside of the image are skipped "
         "(default: what the scheme allows)")
      ->check(CLI::IsMember(kernels::conv::conv_borders()));
  sub->add_flag("--add", job->adds, "add to what the result holds");
  CLI::Option* scheme =
      sub->add_option("--scheme", job->scheme, "how the loops n, g, p, q, k, r, s, c are tiled (default: by a model)");
  sub->add_option("--threads", job->threads,
                  "the number of threads to balance the work for, or host for all of this machine's; or which loops "
                  "run in parallel, by strategy: none, outermost, collapse, inside, outside (default: none)");
  sub->add_option(
      "--store", job->store,
      "measurements of `tessera tune`: the fastest scheme on this machine; the model's where none was measured");
  sub->add_option("--store-cc", job->store_compiler, "the C compiler that they were made with");
  sub->add_option("--cpu", asked->cpu,
                  "whose shipped schemes and figures of register tiles are used where nothing was measured: host, the "
                  "name of a folder in tuned, or none, which gives the same C on any machine (default: host; with "
                  "--layers none)");
  sub->add_flag("--untuned", job->untuned, "use the model's scheme even where a tuned one is shipped")
      ->excludes("--store");
  sub->add_option("--caches", job->caches,
                  "sizes of L1, L2 and L3 in KiB, or host for this machine's (default: 32,512,16384)");
  add_compile_options(*sub, job->compile);
  sub->get_option("--stem")->check(wrong_c_name);
  for (const char* option : {"--test", "--prefix"}) layers->excludes(sub->get_option(option));
  layers->excludes(scheme)->needs(sub->get_option("--output"));
  add_json_option(*sub, job->json);
  add_solver_options(*sub, job->solver);
  return [asked] { run(*asked); };
}

}  // namespace tessera::cli
