// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/support/progress.hpp"

namespace tessera::kernels {

/// Progress of child processes, step by step. To be made before they are started.
class ProgressPipe {
 public:
  ProgressPipe();
  ~ProgressPipe();
  ProgressPipe(const ProgressPipe&) = delete;
  ProgressPipe& operator=(const ProgressPipe&) = delete;

  /// In a child: a step is done.
  void tell() const;
  /// Forwards all steps until the last child has ended. The line is then erased from the terminal.
  void follow(Progress&);

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace tessera::kernels
