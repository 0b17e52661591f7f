#include "driver/tune_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace tessera::driver {
namespace {

bool is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

}  // namespace

void TuneProgress::step() {
  ++done_;
  if (!is_terminal()) return;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const auto left = static_cast<long>(seconds / static_cast<double>(done_) * static_cast<double>(steps_ - done_));
  fmt::print(stderr, "\r{}: {} of {}, {} s left \x1b[K", what_, done_, steps_, left);
  if (done_ == steps_) fmt::print(stderr, "\n");
}

void TuneProgress::note(const std::string& text) {
  fmt::print(stderr, "{}{}\n", is_terminal() ? "\r\x1b[K" : "", text);
}

}  // namespace tessera::driver
