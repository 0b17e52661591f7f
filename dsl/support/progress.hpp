// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

namespace tessera {

/// Where a progress is told, and what time it is there.
struct ProgressOutput {
  bool is_terminal = false;
  std::function<double()> seconds;  ///< of a clock that only goes forward
  std::function<void(const std::string&)> write;
};
/// The standard error.
ProgressOutput progress_on_standard_error();

/// How far a command has come: "blas: proving: 12 of 36, 40 s left". On a terminal a line that changes, and that is
/// gone when the work is done; elsewhere a line every ten seconds. Nothing in the first two seconds. For one thread.
class Progress {
 public:
  /// `total` 0: nobody knows how much it will be; then what was done is told, in this unit ("obligations proved").
  Progress(std::string what, std::size_t total, std::string unit = "",
           ProgressOutput output = progress_on_standard_error());
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step() { reach(done_ + 1); }
  void reach(std::size_t done);
  /// To be called now and then while nothing is done: the time goes on.
  void tick();
  /// Takes the line from the terminal, where something else is to be said; the next one may come at once.
  void clear();
  /// Something else, on a line of its own, at once.
  void note(const std::string& text);

 private:
  std::string line(double seconds) const;

  std::string what_, unit_;
  std::size_t total_, done_ = 0;
  ProgressOutput output_;
  double start_, next_;  ///< when the next line is due
  bool is_shown_ = false;
};

}  // namespace tessera
