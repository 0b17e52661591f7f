// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>

namespace tessera {
namespace {

constexpr double silent_seconds = 2, between_lines = 10, between_changes = 0.25;
constexpr const char* erase_line = "\r\x1b[K";

std::string duration(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  return whole < 120 ? fmt::format("{} s", whole) : fmt::format("{} min", (whole + 30) / 60);
}

}  // namespace

ProgressOutput progress_on_standard_error() {
  return {::isatty(STDERR_FILENO) != 0,
          [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); },
          [](const std::string& text) {
            fmt::print(stderr, "{}", text);
            std::fflush(stderr);
          }};
}

Progress::Progress(std::string what, std::size_t total, std::string unit, ProgressOutput output)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      total_(total),
      output_(std::move(output)),
      start_(output_.seconds()),
      next_(start_ + (output_.is_terminal ? silent_seconds : between_lines)) {}

Progress::~Progress() { clear(); }

void Progress::reach(std::size_t done) {
  done_ = done;
  tick();
}

void Progress::tick() {
  const double now = output_.seconds();
  if (now < next_) return;
  next_ = now + (output_.is_terminal ? between_changes : between_lines);
  if (output_.is_terminal) output_.write(erase_line + line(now - start_));
  else output_.write(line(now - start_) + "\n");
  is_shown_ = output_.is_terminal;
}

void Progress::clear() {
  if (is_shown_) output_.write(erase_line);
  is_shown_ = false;
}

void Progress::note(const std::string& text) {
  clear();
  output_.write(text + "\n");
}

// Before the first is done the time of one is unknown.
std::string Progress::line(double seconds) const {
  if (total_ == 0) return fmt::format("{}: {} {}, {} so far", what_, done_, unit_, duration(seconds));
  if (done_ == 0) return fmt::format("{}: 0 of {}, {} so far", what_, total_, duration(seconds));
  const double left = seconds / static_cast<double>(done_) * static_cast<double>(total_ - std::min(done_, total_));
  return fmt::format("{}: {} of {}, {} left", what_, done_, total_, duration(left));
}

}  // namespace tessera
