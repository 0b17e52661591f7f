#pragma once
#include <chrono>
#include <string>

namespace tessera::driver {

/// How far a measuring has come, on the standard error: a line that changes where that is a terminal.
class TuneProgress {
 public:
  TuneProgress(std::string what, std::size_t steps) : what_(std::move(what)), steps_(steps) {}
  void step();
  /// On a line of its own.
  static void note(const std::string& text);

 private:
  std::string what_;
  std::size_t steps_, done_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace tessera::driver
