// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"

namespace tessera::artifact {

/// The first of these CPU features, named as instructions of the library name them, that this machine has not; "" when
/// it has all.
std::string missing_feature(const std::string& library, const std::vector<std::string>& features);

/// All CPU features that instructions of a library need, sorted.
std::vector<std::string> features_of_library(const std::string& library);

/// What keeps this CPU from instructions of a library that need these features: "this CPU has no avx2"; "" where
/// nothing does.
std::string why_not_here(const std::string& library, const std::vector<std::string>& features);

/// Does this C compiler take the headers and flags of a library? That decides which ones are for its architecture.
bool is_of_architecture_of(const std::string& compiler, const std::string& library);

/// The hardware libraries with the longest vectors of the type first; of two as long, the one that needs more of the
/// CPU. Those without such vectors come last.
std::vector<std::string> strongest_first(const std::vector<std::string>& libraries, ir::Scalar);

/// The strongest of the shipped hardware libraries all of whose instructions on the type this CPU has. Throws
/// InputError (hwlib) when none is for this CPU.
std::string host_target(ir::Scalar);

}  // namespace tessera::artifact
