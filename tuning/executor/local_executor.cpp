// SPDX-License-Identifier: Apache-2.0
#include "tuning/executor/executor.hpp"

namespace tessera::tuning {
namespace {

class LocalExecutor final : public Executor {
 public:
  explicit LocalExecutor(tuning::HostId here) : here_(std::move(here)) {}

  void measure(const std::vector<TuneBatch>& batches, const Measured& measured) override {
    for (const TuneBatch& b : batches) runner_.run(b, [&](const tuning::Measurements& all) { measured(all, here_); });
  }
  bool is_parallel() const override { return false; }

 private:
  tuning::HostId here_;
  BatchRunner runner_;
};

}  // namespace

std::unique_ptr<Executor> local_executor(tuning::HostId here) {
  return std::make_unique<LocalExecutor>(std::move(here));
}

}  // namespace tessera::tuning
