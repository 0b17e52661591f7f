// SPDX-License-Identifier: Apache-2.0
#include "conv_jobs.hpp"

#include <algorithm>
#include <filesystem>

#include "dsl/support/csv.hpp"
#include "shapes/conv_text.hpp"
#include "shapes/measurable.hpp"

namespace tessera::bench {
namespace {

ConvJob job_of_options(const ConvOptions& options) {
  if (options.kernel.empty()) throw std::invalid_argument("--shape wants --kernel");
  if (!options.packing.empty() && options.pack == 0) throw std::invalid_argument("--pack-kernel wants --pack");
  ConvJob job{
      {options.label.empty() ? options.shape : options.label, shapes::parse_conv_shape(options.shape)}, {}, {}, {}};
  check_measurable(job.layer.shape);
  const bool adds = !options.overwrites;
  job.kernel = {load_function<ConvKernel>(options.kernel), options.pack, nullptr, adds};
  if (!options.packing.empty()) job.kernel.packing = load_function<ConvPacking>(options.packing);
  if (!options.plain.empty()) job.plain = CompiledConv{load_function<ConvKernel>(options.plain), 0, nullptr, adds};
  if (!options.naive.empty())
    job.naive = CompiledConv{load_function<ConvKernel>(options.naive), options.naive_pack,
                             options.naive_pack == options.pack ? job.kernel.packing : nullptr, adds};
  return job;
}

// A row of the table has what the options of its columns' names say; paths start at the table.
ConvJob job_of_row(const ConvOptions& options, const CsvTable& table, const CsvRow& row) {
  ConvOptions of_row = options;
  const auto text = [&](const char* column) {
    const auto index = table.find(column);
    return index ? row.fields[*index] : std::string();
  };
  const std::filesystem::path folder = std::filesystem::absolute(table.file).parent_path();
  const auto procedure = [&](const char* column) {
    return text(column).empty() ? std::string() : (folder / text(column)).string();
  };
  const auto panel = [&](const char* column) {
    return static_cast<int>(text(column).empty() ? 0
                                                 : table.whole(row, table.at(column), 0, shapes::max_measured_size));
  };
  of_row.label = text("name");
  of_row.shape = text("shape");
  of_row.kernel = procedure("kernel");
  of_row.packing = procedure("pack_kernel");
  of_row.plain = procedure("plain");
  of_row.naive = procedure("naive");
  of_row.pack = panel("pack");
  of_row.naive_pack = panel("naive_pack");
  ConvJob job = job_of_options(of_row);
  const std::vector<std::string> known{"name",  "shape", "kernel", "pack_kernel",
                                       "plain", "naive", "pack",   "naive_pack"};
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (std::find(known.begin(), known.end(), table.columns[i]) == known.end())
      job.layer.further.emplace_back(table.columns[i], row.fields[i]);
  return job;
}

std::vector<ConvJob> jobs_of_table(const ConvOptions& options, const std::string& file) {
  const CsvTable table = read_csv_file(file);
  for (const char* column : {"name", "shape", "kernel"}) table.at(column);
  std::vector<ConvJob> jobs;
  for (const CsvRow& row : table.rows) jobs.push_back(job_of_row(options, table, row));
  if (jobs.empty()) throw TableError(table.file, 0, 0, "there are no layers");
  return jobs;
}

}  // namespace

std::vector<ConvJob> jobs_of(const ConvOptions& options) {
  if (options.shape.empty() == options.layers.empty()) throw std::invalid_argument("give one of --shape and --layers");
  return options.shape.empty() ? jobs_of_table(options, options.layers) : std::vector<ConvJob>{job_of_options(options)};
}

std::vector<ConvJob> jobs_of_one_core(const ConvOptions& options, const std::vector<ConvJob>& jobs) {
  if (options.one_core.empty()) return {};
  if (options.threads == 1) throw std::invalid_argument("--one-core wants --threads of two or more");
  std::vector<ConvJob> out = jobs_of_table(options, options.one_core);
  const auto is_same = [](const ConvJob& a, const ConvJob& b) { return text(a.layer.shape) == text(b.layer.shape); };
  if (!std::equal(out.begin(), out.end(), jobs.begin(), jobs.end(), is_same))
    throw TableError(options.one_core, 0, 0, "these are not the layers of --layers");
  return out;
}

}  // namespace tessera::bench
