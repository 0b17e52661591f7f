// SPDX-License-Identifier: Apache-2.0
#include "kernels/blas/library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "api/load.hpp"
#include "api/vectors.hpp"
#include "artifact/c_compiler.hpp"
#include "artifact/host_target.hpp"
#include "artifact/workshop.hpp"
#include "dsl/script/library_view.hpp"
#include "dsl/support/files.hpp"
#include "kernels/blas/files.hpp"
#include "kernels/blas/templates.hpp"

namespace tessera::kernels::blas {
namespace {

namespace fs = std::filesystem;

constexpr const char* object_name = "libtessera_blas.so";
constexpr const char* object_version = "0";  // of the interface: the SOVERSION of templates/blas/CMakeLists.txt

std::string word_of(const std::string& target) { return script::library_word(api::load_library(target).name); }

FamilyJob family_job(const BlasJob& job, const fs::path& folder, const std::string& target, const std::string& type) {
  FamilyJob out;
  out.name = "gemm_blocked";
  out.target = target;
  out.type = type;
  if (!job.tile.empty()) out.tiles = {job.tile};
  out.caches = job.caches;
  out.edges = job.edges;
  out.workspace = "tessera_workspace.h";
  const std::string products = word_of(target) + "_" + type;
  out.compile.output = (folder / products).string();
  out.compile.home = (fs::path(job.output) / products).string();
  out.compile.allow_spills = job.allow_spills;
  out.solver = job.solver;
  out.jobs = job.jobs;
  out.json = job.json;
  return out;
}

// ---- the targets

// Why the products cannot be made for a target; "" when they can.
std::string why_left_out(const BlasJob& job, const std::string& target) {
  for (const std::string& type : job.types)
    if (const std::string why = why_no_family(family_job(job, job.output, target, type)); !why.empty()) return why;
  if (artifact::is_of_architecture_of(job.compiler, target)) return "";
  return fmt::format("{} does not take its headers and flags", job.compiler);
}

std::vector<std::string> shipped_targets(const BlasJob& job) {
  std::vector<std::string> out, reasons;
  for (const std::string& target : api::default_libraries()) {
    if (api::chooses_lanes(api::load_library(target))) continue;
    const std::string why = why_left_out(job, target);
    if (why.empty()) out.push_back(target);
    else reasons.push_back(fmt::format("{}: {}", target, why));
  }
  if (out.empty())
    throw InputError(
        "blas", "there are no products for this machine's architecture",
        fmt::format("name a hardware library with --target. Of the shipped ones: {}", fmt::join(reasons, "; ")));
  return out;
}

void check_names(const std::vector<std::string>& targets) {
  std::set<std::string> words;
  for (const std::string& target : targets)
    if (!words.insert(word_of(target)).second)
      throw InputError("usage", fmt::format("--target: '{}' is there twice", word_of(target)),
                       "programs choose a target by its name; rename the folder of one");
}

std::vector<std::string> targets_of(const BlasJob& job) {
  check_names(job.targets);
  const std::vector<std::string> all = job.targets.empty() ? shipped_targets(job) : job.targets;
  return artifact::strongest_first(all, *ir::scalar_named(job.types.front()));
}

// A routine is for all targets.
void check_types(const BlasJob& job, const std::string& target) {
  const script::Library library = api::load_library(target);
  std::vector<std::string> others = job.types;
  std::erase_if(others, [&](const std::string& type) {
    return !script::LibraryView(library.module, ir::scalar_named(type)).vector();
  });
  for (const std::string& type : job.types)
    if (std::find(others.begin(), others.end(), type) == others.end())
      throw InputError(
          "blas", fmt::format("{} has no vectors of {}", word_of(target), type),
          fmt::format("the library has products of {}, for each target{}", fmt::join(job.types, " and "),
                      others.empty() ? "" : fmt::format("; --types {} is what this one has", fmt::join(others, ","))));
}

// Each once, in the order of the interfaces.
BlasJob with_ordered_types(BlasJob job) {
  std::vector<std::string> out = BlasJob{}.types;
  std::erase_if(out, [&](const std::string& type) {
    return std::find(job.types.begin(), job.types.end(), type) == job.types.end();
  });
  job.types = out;
  return job;
}

// Throws for what cannot be made, before anything is.
std::size_t procedure_count(const BlasJob& job, const std::vector<std::string>& targets) {
  std::size_t out = 0;
  for (const std::string& target : targets) {
    check_types(job, target);
    for (const std::string& type : job.types)
      out += family_of(family_job(job, job.output, target, type)).members.size();
  }
  return out;
}

// ---- the files around the products

bool is_c(const OutputFile& file) { return fs::path(file.name).extension() == ".c"; }

BlasManifest manifest_of(std::vector<BlasProduct> products, const std::vector<OutputFile>& templates) {
  BlasManifest out;
  for (const BlasProduct& p : products)
    if (out.targets.empty() || out.targets.back() != p.target) out.targets.push_back(p.target);
  for (const OutputFile& file : templates)
    if (is_c(file)) out.sources.push_back(file.name);
  out.sources.push_back("targets.c");
  out.products = std::move(products);
  return out;
}

std::vector<artifact::CSource> sources_of(const BlasManifest& manifest) {
  std::vector<artifact::CSource> out;
  for (const BlasProduct& p : manifest.products) {  // the long ones first
    out.push_back({p.dispatch, {}});
    for (const std::string& file : p.sources) out.push_back({file, p.flags});
  }
  for (const std::string& file : manifest.sources) out.push_back({file, {}});
  return out;
}

std::vector<std::string> link_flags_of(const BlasManifest& manifest) {
  std::vector<std::string> out{"-Wl,-z,nodelete", fmt::format("-Wl,-soname,{}.{}", object_name, object_version)};
  for (const BlasProduct& p : manifest.products) out.insert(out.end(), p.link_flags.begin(), p.link_flags.end());
  return out;
}

}  // namespace

BlasManifest write_blas(const BlasJob& asked) {
  const BlasJob job = with_ordered_types(asked);
  std::vector<OutputFile> files = template_files(job.types);
  const std::vector<std::string> targets = targets_of(job);
  std::vector<BlasProduct> products;
  const auto progress = std::make_shared<Progress>("blas: proving", procedure_count(job, targets));
  const artifact::Workshop workshop(job.output);
  for (const std::string& target : targets)
    for (const std::string& type : job.types) {
      FamilyJob family = family_job(job, workshop.path(), target, type);
      family.progress = progress;
      products.push_back(blas_product(word_of(target), write_family(family)));
    }
  add_linked(products);
  BlasManifest manifest = manifest_of(std::move(products), files);
  fill_in_sources(files, manifest.sources);
  for (OutputFile& file : blas_files(manifest)) files.push_back(std::move(file));
  write_files(workshop.path(), files);
  workshop.move();
  return manifest;
}

fs::path build_blas(const BlasJob& job, const BlasManifest& manifest) {
  artifact::SharedObjectJob object;
  object.compiler = job.compiler;
  object.folder = job.output;
  object.sources = sources_of(manifest);
  object.flags = {"-ffp-contract=off", "-fvisibility=hidden", "-fopenmp", "-pthread"};
  object.link_flags = link_flags_of(manifest);
  object.object = object_name;
  object.jobs = job.jobs;
  Progress progress("blas: compiling", object.sources.size());
  object.told = [&](std::size_t done) { progress.reach(done); };
  artifact::compile_shared(object);
  const fs::path file = fs::path(job.output) / object_name, versioned = file.string() + "." + object_version;
  std::error_code ignored;
  fs::remove(versioned, ignored);
  fs::create_symlink(object_name, versioned, ignored);  // what programs that were linked to it look for
  return file;
}

}  // namespace tessera::kernels::blas
