// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <vector>

#include "tuning/measure/batch.hpp"

// Batches and measurements in files, as processes on several machines pass them.
namespace tessera::tuning {

report::Json json_of(const TuneBatch&);
/// The batches of a file, a list. InputError "tune" for an invalid one.
std::vector<TuneBatch> batches_in(const std::filesystem::path&);

report::Json json_of(const Measurement&);
Measurement measurement_of(const report::Json&);

}  // namespace tessera::tuning
