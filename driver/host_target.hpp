#pragma once
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"

namespace tessera::driver {

/// The first of these CPU features, named as instructions of the library name them, that this machine has not; "" when
/// it has all.
std::string missing_feature(const std::string& library, const std::vector<std::string>& features);

/// The shipped hardware library with the longest vectors of the type among those all of whose instructions on it this
/// CPU has. Of two as long, the one that needs more of the CPU. Throws InputError (hwlib) when none is for this CPU.
std::string host_target(ir::Scalar);

}  // namespace tessera::driver
