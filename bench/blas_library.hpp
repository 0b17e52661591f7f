// SPDX-License-Identifier: Apache-2.0
// A shared object with the C interface of BLAS: the library under test, and the peers that have one.
#pragma once

#include <memory>
#include <string>

#include "gemm_call.hpp"

namespace tessera::bench {

/// A shared object, loaded with local symbols: all of these export the same names.
class SharedObject {
 public:
  /// Throws std::runtime_error with the loader's words. It stays loaded.
  explicit SharedObject(const std::string& path);
  /// Null when there is none of this name.
  void* symbol(const char* name) const;
  template <class Function> Function* function(const char* name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }
  /// Where it was found.
  std::string path() const;

 private:
  void* handle_;
};

/// The library at PATH that is to be measured; `dtype` says which of cblas_sgemm (f32) and cblas_dgemm (f64) it must
/// export. Throws std::runtime_error.
std::unique_ptr<GemmLibrary> open_blas(const std::string& path, const std::string& dtype);

/// Removes the libraries' tuning variables from the environment: a figure must not depend on a shell's settings.
void forget_settings_of_libraries();

/// OpenBLAS, BLIS and MKL, found by the system's loader (MKL also in the folder that bench/peers.sh fills), or at the
/// path given. Each is told by the environment, before it is loaded, which kernels to take and how many threads. Not
/// found: `missing` has the loader's words.
GemmPeer open_openblas(const std::string& path, int threads);
GemmPeer open_blis(const std::string& path, int threads);
GemmPeer open_mkl(const std::string& path, int threads);

}  // namespace tessera::bench
