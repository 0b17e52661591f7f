// SPDX-License-Identifier: Apache-2.0
// One matrix product, and its implementations.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tessera::bench {

enum class Transpose { no, yes };

/// C := alpha * op(A) * op(B) + beta * C, row-major, op(A) m x k, op(B) k x n. Leading dimensions count elements
/// between the rows of what is stored. With beta 0 the old C is not read.
template <class T> struct GemmCall {
  Transpose transa = Transpose::no, transb = Transpose::no;
  int m = 0, n = 0, k = 0;
  T alpha = 1;
  const T* A = nullptr;
  int lda = 0;
  const T* B = nullptr;
  int ldb = 0;
  T beta = 1;
  T* C = nullptr;
  int ldc = 0;
};

/// A call made ready; `run` may be called again and again. Empty `run`: this product is not offered, `why_not` says
/// why.
struct ReadyGemm {
  std::function<void()> run = {};
  std::string implementation = {};  // what the library chose, where it says so
  std::string why_not = {};
};

/// What a library says of itself. Asked after its first call: some decide then.
struct LibraryFacts {
  std::string version, path;
  std::string kernel;         // which family of kernels it runs, e.g. "SkylakeX"
  std::string wanted_kernel;  // the right one for this CPU; empty: not known
  int threads = 1;
  std::vector<std::string> settings = {};  // of the environment, "NAME=value"
  /// Runs something else than it should on this CPU: no fair peer.
  bool is_generic() const { return !wanted_kernel.empty() && kernel != wanted_kernel; }
};

class GemmLibrary {
 public:
  virtual ~GemmLibrary() = default;
  virtual ReadyGemm prepare(const GemmCall<float>& call) = 0;
  virtual ReadyGemm prepare(const GemmCall<double>& call) = 0;
  virtual LibraryFacts facts() = 0;
};

/// A contender by its name in the reports; without `library`, `missing` says why.
struct GemmPeer {
  std::string name;
  std::unique_ptr<GemmLibrary> library = nullptr;
  std::string missing = {};
};

}  // namespace tessera::bench
