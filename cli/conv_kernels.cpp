// SPDX-License-Identifier: Apache-2.0
#include "cli/conv_kernels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "artifact/c_compiler.hpp"
#include "artifact/host_target.hpp"
#include "dsl/support/csv.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"
#include "dsl/support/table_error.hpp"
#include "dsl/support/version.hpp"
#include "shapes/conv_text.hpp"
#include "shapes/measurable.hpp"

namespace tessera::cli {
namespace {

namespace fs = std::filesystem;
namespace conv = kernels::conv;

constexpr const char* stem = "layer";
constexpr const char* plain_stem = "plain";
constexpr const char* naive_stem = "naive";

// ---- one kernel of a layer

/// Weights as the layer's kernel takes them, packed unless the options say otherwise; or plain ones.
struct Kernel {
  const char *stem, *scheme_column;
  bool is_plain;
};
constexpr Kernel usual{stem, "scheme", false}, for_plain{plain_stem, "scheme_plain", true};

/// The scheme that the table gives; empty: none.
std::string given_scheme(const shapes::ConvLayer& layer, const Kernel& kernel) {
  const auto given = std::find_if(layer.further.begin(), layer.further.end(),
                                  [&](const auto& field) { return field.first == kernel.scheme_column; });
  return given == layer.further.end() ? "" : given->second;
}

/// The store of measured schemes: the given file, or the user's if it exists.
std::optional<conv::MeasuredStore> store_of(const ConvKernelsJob& job) {
  const conv::MeasuredStore out{conv::store_file(job.store).string(), job.compiler};
  if (job.store.empty() && !is_there(out.file)) return std::nullopt;
  return out;
}

conv::ConvRequest request_of(const ConvKernelsJob& job, const shapes::ConvLayer& layer, const Kernel& kernel) {
  conv::ConvRequest out = job.request;
  out.shape = layer.shape;
  out.target = job.target;
  if (kernel.is_plain) out.weights = conv::Weights::hwio;
  if (job.untuned) out.untuned = true;
  if (out.scheme || job.untuned) return out;
  if (const std::string scheme = given_scheme(layer, kernel); !scheme.empty())
    out.scheme = conv::SourcedScheme{schemes::parse(scheme)};
  else if (const auto store = store_of(job)) out.scheme = conv::measured_scheme(out, *store);
  return out;
}

[[noreturn]] void cannot_make(const shapes::ConvLayer& layer, const Error& why) {
  Diagnostic d;
  d.code = "layers";
  d.message = fmt::format("there is no kernel for {}: {}", layer.name, why.diagnostic().message);
  d.notes.push_back({{}, why.diagnostic().render()});
  d.hint = "leave the layer out with --only, or change what --conv-options asks for";
  throw InputError(d);
}

conv::MakeOptions options_in(const ConvKernelsJob& job, const std::string& stem, const fs::path& folder) {
  conv::MakeOptions out = job.make;
  out.compile.output = folder.string();
  out.compile.stem = stem;
  out.compile.allow_spills = true;  // the time tells
  return out;
}

conv::ConvKernel make_kernel(const ConvKernelsJob& job, const shapes::ConvLayer& layer, const Kernel& kernel,
                             const fs::path& folder) try {
  conv::ConvKernel out = conv::make_conv(request_of(job, layer, kernel), options_in(job, kernel.stem, folder));
  write_files(folder, out.files);
  return out;
} catch (const Error& e) {
  if (e.exit_code() == ExitCode::bug) throw;
  cannot_make(layer, e);
}

artifact::SharedObjectJob object_job(const ConvKernelsJob& job, const conv::MadeFunction& made,
                                     const fs::path& folder) {
  artifact::SharedObjectJob out;
  out.compiler = job.compiler;
  out.folder = folder;
  out.sources = {{made.name + ".c", {}}};
  for (const std::string& file : made.sources) out.sources.push_back({file, {}});
  out.flags = made.flags;
  out.link_flags = made.link_flags;
  out.object = made.name + ".so";
  return out;
}

// The packing is compiled with the kernel's flags.
std::vector<std::string> compile_kernel(const ConvKernelsJob& job, const conv::ConvKernel& kernel,
                                        const fs::path& folder) {
  artifact::SharedObjectJob object = object_job(job, kernel.convolution, folder);
  if (kernel.packing) object.sources.push_back({kernel.packing->name + ".c", {}});
  artifact::compile_shared(object);
  return object.flags;
}

void make_naive(const ConvKernelsJob& job, const conv::ConvKernel& kernel, const fs::path& folder) {
  const conv::ReferenceConv naive =
      conv::make_reference(kernel.request, kernel.decided, naive_stem, options_in(job, naive_stem, folder));
  write_files(folder, naive.files);
  artifact::SharedObjectJob object = object_job(job, naive.function, folder);
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

std::string header_of(const shapes::ConvLayer& layer) {
  std::vector<std::string> columns = own_columns;
  for (const auto& [column, value] : layer.further)
    if (!is_own(column)) columns.push_back(column);
  return csv_line(columns);
}

/// The results for a layer.
struct Made {
  conv::ConvKernel kernel;
  std::optional<conv::ConvKernel> plain;
};

std::string row_of(const ConvKernelsJob& job, const shapes::ConvLayer& layer, const Made& made,
                   const fs::path& folder) {
  const auto function = [here = folder.filename().string()](const char* object, const std::string& name) {
    return fmt::format("{}/{}.so:{}", here, object, name);
  };
  const auto scheme = [](const conv::ConvKernel& k) { return schemes::text(k.decided.chosen.scheme); };
  const std::optional<conv::MadeFunction>& packing = made.kernel.packing;
  const std::string panel = packing ? std::to_string(made.kernel.decided.form.panel) : "";
  std::vector<std::string> fields{layer.name,
                                  text(layer.shape),
                                  function(stem, stem),
                                  panel,
                                  packing ? function(stem, packing->name) : "",
                                  made.plain ? function(plain_stem, plain_stem) : "",
                                  job.naive ? function(naive_stem, naive_stem) : "",
                                  job.naive ? panel : "",
                                  scheme(made.kernel),
                                  made.plain ? scheme(*made.plain) : ""};
  for (const auto& [column, value] : layer.further)
    if (!is_own(column)) fields.push_back(value);
  return csv_line(fields);
}

}  // namespace

std::vector<shapes::ConvLayer> read_layers(const std::string& file) try {
  const std::vector<shapes::ConvLayer> out = shapes::conv_layers(read_csv_file(file));
  for (const shapes::ConvLayer& layer : out) try {
      check_measurable(layer.shape);
    } catch (const InputError& e) { throw TableError(file, layer.line, 0, e.diagnostic().message); }
  return out;
} catch (const TableError& e) {
  refuse_table(e, "layers",
               fmt::format("a table has the columns name,K,C,H,R,stride or "
                           "name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil; sizes are whole numbers from 1 to "
                           "{}, zeros from 0, and stride and dil may be two, as 2x1",
                           shapes::max_measured_size),
               "as in: name,K,C,H,R,stride on the first line, then layer_1,64,64,56,3,1");
}

ConvKernels make_conv_kernels(const ConvKernelsJob& given, const std::vector<shapes::ConvLayer>& layers,
                              const fs::path& folder) {
  ConvKernelsJob job = given;
  if (job.target.empty()) job.target = artifact::host_target(*ir::scalar_named("f32"));
  std::string table = header_of(layers.front()) + "\n";
  std::vector<std::string> flags;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const fs::path place = folder / std::to_string(i);
    Made made{make_kernel(job, layers[i], usual, place), {}};
    flags = compile_kernel(job, made.kernel, place);
    if (job.plain) {
      made.plain = make_kernel(job, layers[i], for_plain, place);
      compile_kernel(job, *made.plain, place);
    }
    if (job.naive) make_naive(job, made.kernel, place);
    table += row_of(job, layers[i], made, place) + "\n";
  }
  write_files(folder, {{"layers.csv", table}});
  return {folder / "layers.csv", fmt::format("for {} by Tessera {}, {} -O2 {}", job.target, version(),
                                             version_of(job.compiler), fmt::join(flags, " "))};
}

}  // namespace tessera::cli
