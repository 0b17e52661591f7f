// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "kernels/family/family.hpp"
#include "schedules/needs.hpp"

namespace tessera::kernels {

/// The families by name. Each throws InputError for an invalid request: a tile larger than the registers, an unknown
/// variant.
using Maker = std::function<Family(const Request&)>;
const std::map<std::string, Maker>& families();

/// What each of them asks of a target: for this one, or for one without masks.
std::vector<schedules::Generator> family_generators(const schedules::VectorTarget& = {});
/// The one that a BLAS library is made of.
extern const char* const blas_generator;

}  // namespace tessera::kernels
