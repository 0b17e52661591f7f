// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/support/progress.hpp"

namespace tessera::kernels {

/// What processes that this one starts have done, step by step. To be made before they are started.
class ProgressPipe {
 public:
  ProgressPipe();
  ~ProgressPipe();
  ProgressPipe(const ProgressPipe&) = delete;
  ProgressPipe& operator=(const ProgressPipe&) = delete;

  /// In one of them: a step is done.
  void tell() const;
  /// Passes all steps on until the last of the processes has ended. The line is then gone from the terminal.
  void follow(Progress&);

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace tessera::kernels
