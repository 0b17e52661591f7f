// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "schedules/vectorize.hpp"

// What a generator of kernels asks of a hardware library. It refuses by this list, and `tessera hwlib show --needs` and
// the table of roles in the documentation tell it.
namespace tessera::schedules {

/// Something that is done with vectors, and the instructions that do it: those of one of these sets of roles.
struct Need {
  std::string what;                          ///< "sums += a * b"
  std::vector<std::vector<std::string>> by;  ///< the first one is the usual one
  bool operator==(const Need&) const = default;
};
using Needs = std::vector<Need>;

bool is_met(const Need&, const VectorTarget&);
Needs missing(const Needs&, const VectorTarget&);
/// Each once, in this order.
Needs joined(Needs, const Needs& more);
/// "fma_broadcast, fma_scalar, or fma with broadcast".
std::string roles_text(const Need&);
/// "load; store; zero or broadcast_scalar".
std::string roles_text(const Needs&);
/// The usual ones alone: "load, store, zero".
std::string usual_roles(const Needs&);

/// A generator of kernels, or a part of one: "gemm add", "conv --epilogue relu".
struct Generator {
  std::string name;
  Needs needs;
};

}  // namespace tessera::schedules
