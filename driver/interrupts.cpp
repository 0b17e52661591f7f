#include "driver/interrupts.hpp"

namespace tessera::driver {
namespace {

constexpr std::array<int, 3> signals{SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t caught = 0;

void note(int signal) { caught = signal; }

}  // namespace

Interrupts::Interrupts() {
  caught = 0;
  struct sigaction action {};
  action.sa_handler = note;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);  // nohup stays nohup
  }
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
}

void Interrupts::check() const {
  if (caught != 0) throw Caught{caught};
}

}  // namespace tessera::driver
