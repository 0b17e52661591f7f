// SPDX-License-Identifier: Apache-2.0
#include "blas_library.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include "cpu.hpp"

// MKL runs its kernels for Intel's CPUs, AVX-512 among them, only where this function of its own says 1. Up to 2023 it
// is looked up like any other symbol, so that the one of the program comes first; later ones do not ask.
extern "C" __attribute__((visibility("default"), used)) int mkl_serv_intel_cpu_true() { return 1; }

namespace tessera::bench {
namespace {

template <class T> using CblasGemm = void(int order, int transa, int transb, int m, int n, int k, T alpha, const T* A,
                                          int lda, const T* B, int ldb, T beta, T* C, int ldc);

constexpr int cblas_row_major = 101;
int cblas_transpose(Transpose t) { return t == Transpose::yes ? 112 : 111; }

template <class T> ReadyGemm ready(CblasGemm<T>* gemm, const char* name, const GemmCall<T>& c) {
  if (!gemm) return {{}, {}, std::string("exports no ") + name};
  return {[=] {
    gemm(cblas_row_major, cblas_transpose(c.transa), cblas_transpose(c.transb), c.m, c.n, c.k, c.alpha, c.A, c.lda, c.B,
         c.ldb, c.beta, c.C, c.ldc);
  }};
}

class BlasLibrary : public GemmLibrary {
 public:
  explicit BlasLibrary(const std::string& path)
      : object_(path),
        sgemm_(object_.function<CblasGemm<float>>("cblas_sgemm")),
        dgemm_(object_.function<CblasGemm<double>>("cblas_dgemm")) {
    if (!sgemm_ && !dgemm_) throw std::runtime_error(path + " exports neither cblas_sgemm nor cblas_dgemm");
  }

  ReadyGemm prepare(const GemmCall<float>& call) override { return ready(sgemm_, "cblas_sgemm", call); }
  ReadyGemm prepare(const GemmCall<double>& call) override { return ready(dgemm_, "cblas_dgemm", call); }
  LibraryFacts facts() override {
    LibraryFacts facts;
    facts.path = object_.path();
    return facts;
  }

  const SharedObject& object() const { return object_; }
  bool has(const std::string& dtype) const { return dtype == "f32" ? sgemm_ != nullptr : dgemm_ != nullptr; }

 private:
  SharedObject object_;
  CblasGemm<float>* sgemm_;
  CblasGemm<double>* dgemm_;
};

// A peer says more of itself: `describe` adds it.
class BlasPeer final : public BlasLibrary {
 public:
  using Describe = std::function<void(const SharedObject&, LibraryFacts&)>;
  BlasPeer(const std::string& path, std::vector<std::string> settings, Describe describe)
      : BlasLibrary(path), settings_(std::move(settings)), describe_(std::move(describe)) {}

  LibraryFacts facts() override {
    LibraryFacts facts = BlasLibrary::facts();
    facts.settings = settings_;
    describe_(object(), facts);
    return facts;
  }

 private:
  std::vector<std::string> settings_;
  Describe describe_;
};

// Gives back what it puts into the environment.
std::string set(const char* name, const std::string& value) {
  setenv(name, value.c_str(), 1);
  return std::string(name) + "=" + value;
}

std::string for_isa(const char* avx512, const char* avx2) {
  const VectorIsa isa = vector_isa();
  return isa == VectorIsa::avx512 ? avx512 : isa == VectorIsa::avx2 ? avx2 : "";
}

// The first candidate that loads; else the words of the loader on the first.
GemmPeer first_that_loads(const std::string& name, const std::vector<std::string>& candidates,
                          const std::function<std::unique_ptr<GemmLibrary>(const std::string&)>& open) {
  GemmPeer peer{name};
  for (const std::string& path : candidates) {
    try {
      peer.library = open(path);
      peer.missing.clear();
      return peer;
    } catch (const std::runtime_error& e) {
      if (peer.missing.empty()) peer.missing = e.what();
    }
  }
  return peer;
}

std::vector<std::string> candidates(const std::string& given, std::vector<std::string> usual) {
  return given.empty() ? std::move(usual) : std::vector<std::string>{given};
}

void describe_openblas(const SharedObject& object, LibraryFacts& facts) {
  if (auto* config = object.function<const char*()>("openblas_get_config")) facts.version = config();
  if (auto* core = object.function<const char*()>("openblas_get_corename")) facts.kernel = core();
  if (auto* threads = object.function<int()>("openblas_get_num_threads")) facts.threads = threads();
}

// BLIS reads a number from BLIS_ARCH_TYPE; a name counts as 0, which is skx. The numbers are its own, so it is asked.
std::string blis_arch_number(const SharedObject& object, const std::string& name) {
  auto* arch_name = object.function<const char*(int)>("bli_arch_string");
  for (int id = 0; arch_name && id < 64; ++id) {
    const char* candidate = arch_name(id);
    if (!candidate) break;
    if (candidate == name) return std::to_string(id);
  }
  return "";
}

void describe_blis(const SharedObject& object, LibraryFacts& facts) {
  if (auto* version = object.function<const char*()>("bli_info_get_version_str"))
    facts.version = std::string("BLIS ") + version();
  if (auto* init = object.function<void()>("bli_init")) init();  // the next one aborts without
  auto* id = object.function<int()>("bli_arch_query_id");
  auto* arch_name = object.function<const char*(int)>("bli_arch_string");
  if (id && arch_name) facts.kernel = arch_name(id());
  if (auto* threads = object.function<long()>("bli_thread_get_num_threads"))
    facts.threads = static_cast<int>(threads());
}

// MKL tells which kernels it runs by which of its libraries it loaded: libmkl_avx512.so, libmkl_def.so, …
int note_mkl_kernel(dl_phdr_info* info, std::size_t, void* kernel) {
  const std::string name = std::filesystem::path(info->dlpi_name).filename();
  for (const char* family : {"avx512", "avx2", "avx10", "mc3", "def"}) {
    if (name.rfind(std::string("libmkl_") + family + ".so", 0) == 0) *static_cast<std::string*>(kernel) = family;
  }
  return 0;
}

void describe_mkl(const SharedObject& object, LibraryFacts& facts) {
  if (auto* version = object.function<void(char*, int)>("mkl_get_version_string")) {
    char text[256] = {};
    version(text, sizeof text - 1);
    facts.version = text;
    facts.version.erase(facts.version.find_last_not_of(' ') + 1);
  }
  dl_iterate_phdr(note_mkl_kernel, &facts.kernel);
  if (auto* threads = object.function<int()>("MKL_Get_Max_Threads")) facts.threads = threads();
}

}  // namespace

SharedObject::SharedObject(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!handle_) throw std::runtime_error(dlerror());
}

void* SharedObject::symbol(const char* name) const { return dlsym(handle_, name); }

std::string SharedObject::path() const {
  link_map* map = nullptr;
  if (dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || !map) return "";
  std::error_code error;
  const auto real = std::filesystem::canonical(map->l_name, error);
  return error ? map->l_name : real.string();
}

std::unique_ptr<GemmLibrary> open_blas(const std::string& path, const std::string& dtype) {
  // A file of this directory, not of the system's search path.
  auto library = std::make_unique<BlasLibrary>(path.find('/') == std::string::npos ? "./" + path : path);
  if (!library->has(dtype))
    throw std::runtime_error(path + " exports no cblas_" + (dtype == "f32" ? "s" : "d") + "gemm");
  return library;
}

// A shell with OPENBLAS_CORETYPE or OPENBLAS_L2_SIZE of its own would slow a peer down.
void forget_settings_of_libraries() {
  std::vector<std::string> names;
  for (char** variable = environ; *variable; ++variable) {
    const std::string text = *variable;
    for (const char* prefix : {"OPENBLAS_", "GOTO_", "BLIS_", "MKL_", "LIBXSMM_", "DNNL_", "ONEDNN_"}) {
      if (text.rfind(prefix, 0) == 0) names.push_back(text.substr(0, text.find('=')));
    }
  }
  for (const std::string& name : names) unsetenv(name.c_str());
}

GemmPeer open_openblas(const std::string& path, int threads) {
  std::vector<std::string> settings{set("OPENBLAS_NUM_THREADS", std::to_string(threads))};
  const std::string wanted = for_isa("SkylakeX", "Haswell");
  if (!wanted.empty()) settings.push_back(set("OPENBLAS_CORETYPE", wanted));
  return first_that_loads("openblas", candidates(path, {"libopenblas.so.0", "libopenblas.so"}), [&](const auto& found) {
    return std::make_unique<BlasPeer>(found, settings, [=](const SharedObject& object, LibraryFacts& facts) {
      describe_openblas(object, facts);
      facts.wanted_kernel = wanted;
    });
  });
}

GemmPeer open_blis(const std::string& path, int threads) {
  std::vector<std::string> settings{set("BLIS_NUM_THREADS", std::to_string(threads))};
  const std::string wanted = for_isa("skx", "haswell");
  return first_that_loads("blis", candidates(path, {"libblis.so.4", "libblis.so"}), [&](const auto& found) {
    // It reads this at its first call, not when it is loaded.
    const std::string number = blis_arch_number(SharedObject(found), wanted);
    if (!number.empty()) settings.push_back(set("BLIS_ARCH_TYPE", number));
    return std::make_unique<BlasPeer>(found, settings, [=](const SharedObject& object, LibraryFacts& facts) {
      describe_blis(object, facts);
      facts.wanted_kernel = wanted;
    });
  });
}

GemmPeer open_mkl(const std::string& path, int threads) {
  const std::string own = std::string(TESSERA_BENCH_PEERS) + "/lib/libmkl_rt.so";
  const std::vector<std::string> settings{set("MKL_NUM_THREADS", std::to_string(threads)), set("MKL_DYNAMIC", "FALSE"),
                                          set("MKL_INTERFACE_LAYER", "LP64"),
                                          set("MKL_THREADING_LAYER", threads == 1 ? "SEQUENTIAL" : "GNU")};
  return first_that_loads(
      "mkl", candidates(path, {"libmkl_rt.so", "libmkl_rt.so.2", "libmkl_rt.so.3", own + ".2", own + ".3"}),
      [&](const auto& found) {
        return std::make_unique<BlasPeer>(found, settings, [](const SharedObject& object, LibraryFacts& facts) {
          describe_mkl(object, facts);
          facts.wanted_kernel = for_isa("avx512", "avx2");
        });
      });
}

}  // namespace tessera::bench
