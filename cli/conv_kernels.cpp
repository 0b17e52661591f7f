// SPDX-License-Identifier: Apache-2.0
#include "cli/conv_kernels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "artifact/c_compiler.hpp"
#include "artifact/host_target.hpp"
#include "artifact/report/facts.hpp"
#include "cli/bench_runner.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"
#include "dsl/support/version.hpp"
#include "kernels/conv/measured_schemes.hpp"
#include "timing/table_error.hpp"

namespace tessera::cli {
namespace {

namespace fs = std::filesystem;
using report::Json;

constexpr const char* stem = "layer";
constexpr const char* plain_stem = "plain";

// ---- this command's other subcommands, each in a process of its own

std::string own_program() {
  std::error_code unknown;
  return fs::read_symlink("/proc/self/exe", unknown);
}

// Gives back what it said.
std::string run_own(const timing::ConvLayer& layer, std::vector<std::string> words, const fs::path& log) {
  constexpr unsigned seconds = 3600;
  words.insert(words.begin(), own_program());
  const std::string command = fmt::format("tessera {}", words.at(1));
  const ProcessResult run = run_process(std::move(words), log, seconds);
  if (run.status == 0) return run.output;
  Diagnostic d;
  d.code = "layers";
  d.message = fmt::format("{} does not make {} (exit status {})", command, layer.name, run.status);
  const std::string text = run.output.substr(0, run.output.find("\n{"));  // without the JSON of the same
  d.notes.push_back({{}, text.substr(0, text.find_last_not_of('\n') + 1)});
  d.hint = "leave the layer out with --only, or change what --conv-options asks for";
  throw InputError(d);
}

// The facts that `--json` prints, with or without words for people around them.
Json facts_in(const std::string& output) {
  const std::size_t first = output.find('{'), last = output.rfind('}');
  return Json::parse(output.substr(first, last - first + 1));
}

// ---- one layer

/// One of the kernels of a layer.
struct Kernel {
  const char *stem, *scheme_column;
  std::vector<std::string> options;
};
const Kernel usual{stem, "scheme", {}}, for_plain{plain_stem, "scheme_plain", {"--weights", "hwio"}};

/// The scheme that the table gives; empty: none.
std::string given_scheme(const timing::ConvLayer& layer, const Kernel& kernel) {
  const auto given = std::find_if(layer.further.begin(), layer.further.end(),
                                  [&](const auto& field) { return field.first == kernel.scheme_column; });
  return given == layer.further.end() ? "" : given->second;
}

/// Where tuned schemes are looked up: the file that is asked for, or the user's where there is one.
std::vector<std::string> tuned(const ConvKernelsJob& job) {
  const fs::path store = kernels::conv::store_file(job.store);
  if (job.store.empty() && !fs::exists(store)) return {};
  return {"--store", store.string(), "--store-cc", job.compiler};
}

Json write_kernel(const ConvKernelsJob& job, const timing::ConvLayer& layer, const Kernel& kernel,
                  const fs::path& folder) {
  std::vector<std::string> words{"conv", "--shape", text_of(layer.shape), "--target", job.target,      "--layout",
                                 "nhwc", "--stem",  kernel.stem,          "-o",       folder.string(), "--json"};
  words.insert(words.end(), kernel.options.begin(), kernel.options.end());
  const std::string scheme = job.untuned ? "" : given_scheme(layer, kernel);
  if (job.untuned) words.push_back("--untuned");
  if (!scheme.empty()) words.insert(words.end(), {"--scheme", scheme});
  else if (const std::vector<std::string> store = tuned(job); !job.untuned)
    words.insert(words.end(), store.begin(), store.end());
  if (std::count(job.conv_options.begin(), job.conv_options.end(), "--caches") == 0)
    words.insert(words.end(), {"--caches", "host"});
  if (job.threads > 1 && std::count(job.conv_options.begin(), job.conv_options.end(), "--threads") == 0)
    words.insert(words.end(), {"--threads", std::to_string(job.threads)});
  words.insert(words.end(), job.conv_options.begin(), job.conv_options.end());
  return facts_in(run_own(layer, words, folder.string() + ".log"));
}

std::vector<std::string> words_in(const fs::path& manifest, const char* key) {
  return Json::parse(read_file(manifest)).at(key).get<std::vector<std::string>>();
}

artifact::SharedObjectJob object_job(const ConvKernelsJob& job, const fs::path& folder, const std::string& name) {
  artifact::SharedObjectJob out;
  out.compiler = job.compiler;
  out.folder = folder;
  out.sources = {{name + ".c", {}}};
  out.flags = words_in(folder / (name + ".json"), "flags");
  out.link_flags = words_in(folder / (name + ".json"), "link_flags");
  out.object = name + ".so";
  return out;
}

bool is_packed(const fs::path& folder) { return fs::exists(folder / fmt::format("{}_pack.c", stem)); }

// The packing is compiled with the kernel's flags.
std::vector<std::string> compile_kernel(const ConvKernelsJob& job, const fs::path& folder) {
  artifact::SharedObjectJob object = object_job(job, folder, stem);
  if (is_packed(folder)) object.sources.push_back({fmt::format("{}_pack.c", stem), {}});
  artifact::compile_shared(object);
  return object.flags;
}

// What conv's options ask for decides whether there are two kernels.
bool has_plain(const ConvKernelsJob& job) {
  return job.plain && std::count(job.conv_options.begin(), job.conv_options.end(), "--weights") == 0;
}

Json make_plain(const ConvKernelsJob& job, const timing::ConvLayer& layer, const fs::path& folder) {
  const Json facts = write_kernel(job, layer, for_plain, folder);
  artifact::compile_shared(object_job(job, folder, plain_stem));
  return facts;
}

void make_naive(const ConvKernelsJob& job, const timing::ConvLayer& layer, const fs::path& folder) {
  const std::string name = "naive";
  run_own(layer,
          {"compile", (folder / fmt::format("{}.tess", stem)).string(), "--proc", stem, "--stem", name, "-o",
           folder.string()},
          folder.string() + ".log");
  artifact::SharedObjectJob object = object_job(job, folder, name);
  object.flags.insert(object.flags.end(), {"-O3", "-march=native"});
  artifact::compile_shared(object);
}

// ---- the table

// Columns of the layers that would be taken for one of these are left out.
const std::vector<std::string> own_columns{"name",  "shape", "kernel",     "pack",   "pack_kernel",
                                           "plain", "naive", "naive_pack", "scheme", "scheme_plain"};

bool is_own(const std::string& column) {
  return std::find(own_columns.begin(), own_columns.end(), column) != own_columns.end();
}

std::string header_of(const timing::ConvLayer& layer) {
  std::vector<std::string> columns = own_columns;
  for (const auto& [column, value] : layer.further)
    if (!is_own(column)) columns.push_back(column);
  return timing::csv_line(columns);
}

/// What was made of a layer; null: was not.
struct Made {
  Json kernel, plain;
};

std::string row_of(const ConvKernelsJob& job, const timing::ConvLayer& layer, const Made& made,
                   const fs::path& folder) {
  const std::string here = folder.filename().string();
  const std::string panel = is_packed(folder) ? std::to_string(made.kernel.at("panel").get<long>()) : "";
  const auto scheme = [](const Json& facts) { return facts.is_null() ? "" : facts.at("scheme").get<std::string>(); };
  std::vector<std::string> fields{layer.name,
                                  text_of(layer.shape),
                                  fmt::format("{0}/{1}.so:{1}", here, stem),
                                  panel,
                                  panel.empty() ? "" : fmt::format("{0}/{1}.so:{1}_pack", here, stem),
                                  made.plain.is_null() ? "" : fmt::format("{0}/{1}.so:{1}", here, plain_stem),
                                  job.naive ? fmt::format("{0}/naive.so:{1}", here, stem) : "",
                                  job.naive ? panel : "",
                                  scheme(made.kernel),
                                  scheme(made.plain)};
  for (const auto& [column, value] : layer.further)
    if (!is_own(column)) fields.push_back(value);
  return timing::csv_line(fields);
}

}  // namespace

std::vector<timing::ConvLayer> read_layers(const std::string& file) try {
  return timing::conv_layers(timing::read_csv_file(file));
} catch (const timing::TableError& e) {
  timing::refuse_table(
      e, "layers",
      fmt::format("a table has the columns name,K,C,H,R,stride or "
                  "name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil; sizes are whole numbers from 1 to "
                  "{}, zeros from 0, and stride and dil may be two, as 2x1",
                  timing::largest_side),
      "as in: name,K,C,H,R,stride on the first line, then layer_1,64,64,56,3,1");
}

ConvKernels make_conv_kernels(const ConvKernelsJob& given, const std::vector<timing::ConvLayer>& layers,
                              const fs::path& folder) {
  ConvKernelsJob job = given;
  if (job.target.empty()) job.target = artifact::host_target(*ir::scalar_named("f32"));
  std::string table = header_of(layers.front()) + "\n";
  std::vector<std::string> flags;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const fs::path place = folder / std::to_string(i);
    Made made{write_kernel(job, layers[i], usual, place), {}};
    flags = compile_kernel(job, place);
    if (has_plain(job)) made.plain = make_plain(job, layers[i], place);
    if (job.naive) make_naive(job, layers[i], place);
    table += row_of(job, layers[i], made, place) + "\n";
  }
  write_files(folder, {{"layers.csv", table}});
  return {folder / "layers.csv", fmt::format("for {} by Tessera {}, {} -O2 {}", job.target, version(),
                                             version_of(job.compiler), fmt::join(flags, " "))};
}

}  // namespace tessera::cli
