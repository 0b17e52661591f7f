// SPDX-License-Identifier: Apache-2.0
#include "kernels/families/progress_pipe.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tessera::kernels {

// Without a pipe there is no progress, but the work is done. Started programs do not keep it open.
ProgressPipe::ProgressPipe() {
  if (::pipe(ends_) != 0) ends_[0] = ends_[1] = -1;
  for (const int end : ends_)
    if (end >= 0) ::fcntl(end, F_SETFD, FD_CLOEXEC);
}

ProgressPipe::~ProgressPipe() {
  for (const int end : ends_)
    if (end >= 0) ::close(end);
}

void ProgressPipe::tell() const {
  const char step = '.';
  if (ends_[1] >= 0) [[maybe_unused]]
    const auto written = ::write(ends_[1], &step, 1);
}

void ProgressPipe::follow(Progress& progress) {
  constexpr int milliseconds = 200;
  if (ends_[0] < 0) return;
  ::close(ends_[1]);
  ends_[1] = -1;
  for (pollfd end{ends_[0], POLLIN, 0};;) {
    if (::poll(&end, 1, milliseconds) <= 0) {
      progress.tick();
      continue;
    }
    char steps[64];
    const auto read = ::read(ends_[0], steps, sizeof steps);
    if (read <= 0) break;
    for (auto i = read; i > 0; --i) progress.step();
  }
  progress.clear();
}

}  // namespace tessera::kernels
