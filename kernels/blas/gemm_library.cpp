// SPDX-License-Identifier: Apache-2.0
#include "kernels/blas/gemm_library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "artifact/host_target.hpp"
#include "dsl/support/process.hpp"
#include "dsl/support/version.hpp"
#include "kernels/blas/library.hpp"

namespace tessera::kernels::blas {
namespace {

using report::Json;

BlasJob library_job(const GemmLibraryJob& job, const std::filesystem::path& folder) {
  BlasJob out;
  out.targets = {job.target.empty() ? artifact::host_target(*ir::scalar_named(job.type)) : job.target};
  out.types = {job.type};
  out.tile = job.tile;
  out.edges = job.edges;
  out.caches = "host";
  out.output = folder.string();
  out.compiler = job.compiler;
  out.json = job.json;
  return out;
}

void check_runs_here(const std::string& target, const Json& products) {
  const std::string why = artifact::why_not_here(target, products.at("features"));
  if (!why.empty())
    throw InputError("hwlib", fmt::format("{}, which the product for {} needs", why, target),
                     "another --target, or none for the best that runs here");
}

}  // namespace

GemmLibrary make_gemm_library(const GemmLibraryJob& job, const std::filesystem::path& folder) {
  const BlasJob library = library_job(job, folder);
  const Json manifest = write_blas(library);
  const Json& products = manifest.at("products").at(0);
  check_runs_here(library.targets.front(), products);
  const std::vector<std::string> flags = products.at("flags");
  return {build_blas(library, manifest),
          fmt::format("{} by Tessera {}, {} -O2 {}", products.at("functions").at("blocked_add").get<std::string>(),
                      version(), version_of(job.compiler), fmt::join(flags, " "))};
}

}  // namespace tessera::kernels::blas
