// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "api/load.hpp"
#include "dsl/script/evaluate.hpp"
#include "tests/runner/test_file.hpp"

namespace tessera::testing {

/// What the schedule of a text test starts from.
inline script::Inputs inputs_of(const TestFile& t, const ContextRef& context) {
  script::Inputs inputs;
  for (const std::string& name : t.libraries) inputs.libraries.push_back(api::load_library(name));
  std::vector<const syntax::Module*> modules;
  for (const script::Library& l : inputs.libraries) modules.push_back(&l.module);
  syntax::Module program = syntax::parse_module(t.program, t.path.string(), modules);
  for (const ir::ProcRef& p : program.procs) inputs.procs.emplace_back(p, context);
  inputs.memories = program.memories;
  inputs.configs = program.configs;
  return inputs;
}

/// What the schedule of a text test makes of its program.
inline Proc scheduled(const TestFile& t) {
  auto context = std::make_shared<Context>();
  return script::evaluate(syntax::parse_schedule(t.schedule, t.path.string()), inputs_of(t, context), context);
}

}  // namespace tessera::testing
