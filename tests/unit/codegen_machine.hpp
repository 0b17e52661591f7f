// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "codegen/conformance/machine.hpp"
#include "dsl/syntax/module.hpp"

namespace tessera::testing {

using conformance::call_of, conformance::difference, conformance::native_machines, conformance::run_on;
using conformance::Case, conformance::Machine, conformance::State;

Machine aarch64_emulator();  ///< the one that the neon library names

/// All definitions of one source text, or of a hardware library folder.
struct Library {
  std::vector<std::unique_ptr<syntax::Module>> modules;
  std::vector<const syntax::Module*> all() const;
  ir::ProcRef proc(const std::string& name) const;
  std::vector<ir::ProcRef> instructions() const;
};
Library hardware(const std::string& target);

}  // namespace tessera::testing
