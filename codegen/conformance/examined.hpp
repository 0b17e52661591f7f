// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "codegen/conformance/cases.hpp"
#include "codegen/conformance/check.hpp"

namespace tessera::conformance {

/// An instruction, the cases that show what it does, and the instructions that these call.
struct Examined {
  Finding finding;
  std::vector<SpecifiedCase> cases;
  std::vector<ir::ProcRef> called;
};

/// The instructions with their cases; without any where a finding says why.
std::vector<Examined> examined(const Subjects&);

}  // namespace tessera::conformance
