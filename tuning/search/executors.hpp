// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tuning/executor/executor.hpp"
#include "tuning/search/tuner.hpp"

namespace tessera::tuning {

/// The names that `TunerOptions::executor` may have, the default first.
std::vector<std::string> executor_names();

/// The executor of this name. InputError "executor": there is none.
std::unique_ptr<Executor> executor_of(const TunerOptions&, const HostId& here);

}  // namespace tessera::tuning
