#include "driver/gemm_library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "driver/c_compiler.hpp"
#include "driver/family.hpp"
#include "driver/host_target.hpp"
#include "dsl/support/process.hpp"
#include "dsl/support/version.hpp"

namespace tessera::driver {
namespace {

using report::Json;

// As much of CBLAS as gemm_runner calls without --transa and --transb: alpha by a copy of A, beta by a pass over C.
// Alpha = beta = 1 goes straight to the product.
constexpr const char* cblas_front = R"(#include <stdlib.h>

void CBLAS_GEMM(int order, int ta, int tb, int m, int n, int k, TYPE alpha, const TYPE *a, int lda, const TYPE *b, int ldb,
                TYPE beta, TYPE *c, int ldc) {
  if (order != 101 || ta != 111 || tb != 111) abort();
  TYPE *scaled = NULL;
  if (beta != 1)
    for (long i = 0; i < m; i++)
      for (long j = 0; j < n; j++) c[i * ldc + j] = beta == 0 ? 0 : beta * c[i * ldc + j];
  if (alpha != 1) {
    scaled = malloc(sizeof(TYPE) * m * k);
    if (!scaled) abort();
    for (long i = 0; i < m; i++)
      for (long l = 0; l < k; l++) scaled[i * k + l] = alpha * a[i * lda + l];
    a = scaled;
    lda = k;
  }
  PRODUCT(m, n, k, (CONST_MATRIX){a, {lda, 1}}, (CONST_MATRIX){b, {ldb, 1}}, (MATRIX){c, {ldc, 1}});
  free(scaled);
}
)";

std::string cblas_source(const std::string& product, const std::string& type) {
  const bool is_double = type == "f64";
  return fmt::format(
             "#include \"kernels/{0}.h\"\n#define PRODUCT {0}\n#define TYPE {1}\n#define CBLAS_GEMM cblas_{2}gemm\n"
             "#define MATRIX struct tessera_win_2{3}\n#define CONST_MATRIX struct tessera_win_2{3}c\n",
             product, is_double ? "double" : "float", is_double ? "d" : "s", type) +
         cblas_front;
}

FamilyJob product_job(const GemmLibraryJob& job, const std::filesystem::path& folder) {
  FamilyJob out;
  out.name = "gemm_blocked";
  out.target = job.target.empty() ? host_target(*ir::scalar_named(job.type)) : job.target;
  out.type = job.type;
  out.caches = "host";
  out.compile.output = folder.string();
  out.json = job.json;
  return out;
}

void check_runs_here(const std::string& target, const Json& manifest) {
  const std::string feature = missing_feature(target, manifest.at("features"));
  if (!feature.empty())
    throw InputError("hwlib", fmt::format("this CPU has no {}, which the product for {} needs", feature, target),
                     "another --target, or none for the best that runs here");
}

}  // namespace

GemmLibrary make_gemm_library(const GemmLibraryJob& job, const std::filesystem::path& folder) {
  const FamilyJob family = product_job(job, folder);
  const Json manifest = write_family(family);
  check_runs_here(family.target, manifest);
  const std::string name = manifest.at("members").at(0).at("name");
  const std::vector<std::string> flags = manifest.at("flags");
  write_files(folder, {{"cblas.c", cblas_source(name, job.type)}});
  compile_shared(job.compiler, flags, folder, {"cblas.c", "kernels/" + name + ".c"}, "libproduct.so");
  return {folder / "libproduct.so",
          fmt::format("{} by Tessera {}, {} -O2 {}", name, version(), version_of(job.compiler), fmt::join(flags, " "))};
}

}  // namespace tessera::driver
