// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

namespace tessera {

/// The output and clock of a progress report.
struct ProgressOutput {
  bool is_terminal = false;
  std::function<double()> seconds;  ///< of a clock that only goes forward
  std::function<void(const std::string&)> write;
};
/// The standard error.
ProgressOutput progress_on_standard_error();

/// Reports a command's progress: "blas: proving: 12 of 36, 40 s left". On a terminal one changing line, erased at the
/// end; elsewhere a line every ten seconds. Nothing in the first two seconds. For one thread.
class Progress {
 public:
  /// `total` 0: unknown; then only the finished work is shown, in `unit` ("obligations proved").
  Progress(std::string what, std::size_t total, std::string unit = "",
           ProgressOutput output = progress_on_standard_error());
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step() { reach(done_ + 1); }
  void reach(std::size_t done);
  /// To be called regularly during long work, so that the time goes on.
  void tick();
  /// Erases the line for other output; the next one may come at once.
  void clear();
  /// Prints another text at once, on a line of its own.
  void note(const std::string& text);

 private:
  std::string line(double seconds) const;

  std::string what_, unit_;
  std::size_t total_, done_ = 0;
  ProgressOutput output_;
  double start_, next_;  ///< start, and time of the next line
  bool is_shown_ = false;
};

}  // namespace tessera
