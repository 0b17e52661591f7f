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

void check_runs_here(const std::string& target, const BlasProduct& product) {
  const std::string why = artifact::why_not_here(target, product.features);
  if (!why.empty())
    throw InputError("hwlib", fmt::format("{}, which the product for {} needs", why, target),
                     "another --target, or none for the best that runs here");
}

}  // namespace

GemmLibrary make_gemm_library(const GemmLibraryJob& job, const std::filesystem::path& folder) {
  const BlasJob library = library_job(job, folder);
  const BlasManifest manifest = write_blas(library);
  const BlasProduct& product = manifest.products.at(0);
  check_runs_here(library.targets.front(), product);
  return {build_blas(library, manifest),
          fmt::format("{} by Tessera {}, {} -O2 {}", product.function("blocked_add"), version(),
                      version_of(job.compiler), fmt::join(product.flags, " "))};
}

}  // namespace tessera::kernels::blas
