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

/// The instructions with their cases; without any where a finding says why. `done` is called after each.
std::vector<Examined> examined(const Subjects&, const std::function<void()>& done);

}  // namespace tessera::conformance
