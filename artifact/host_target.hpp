// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"

namespace tessera::artifact {

/// The first of these CPU features, in the words of the library's instructions, that this machine lacks; "" without
/// one.
std::string missing_feature(const std::string& library, const std::vector<std::string>& features);

/// All CPU features that instructions of a library on one type need, sorted.
std::vector<std::string> features_of_library(const std::string& library);

/// Those that its other instructions need (products of one type summed in another, conversions) and this machine lacks.
std::vector<std::string> missing_extensions(const std::string& library);

/// The reason that this CPU cannot run instructions of a library with these features: "this CPU has no avx2"; "" where
/// it can.
std::string why_not_here(const std::string& library, const std::vector<std::string>& features);

/// Does this C compiler accept the headers and flags of a library? That decides whether both are for one architecture.
bool is_of_architecture_of(const std::string& compiler, const std::string& library);

/// The hardware libraries by length of their vectors of the type, longest first; among equals, more CPU features first.
/// Libraries without such vectors come last.
std::vector<std::string> strongest_first(const std::vector<std::string>& libraries, ir::Scalar);

/// The strongest shipped hardware library whose instructions on the type this CPU has all. Throws InputError (hwlib)
/// without one.
std::string host_target(ir::Scalar);

}  // namespace tessera::artifact
