// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "api/load.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::script::testing {

/// A program and what a schedule may name, in a context of its own.
struct Subject {
  explicit Subject(const std::string& program, const std::vector<std::string>& libraries = {},
                   std::map<std::string, std::string> settings = {})
      : context(std::make_shared<Context>()) {
    std::vector<const syntax::Module*> modules;
    for (const std::string& name : libraries) inputs.libraries.push_back(api::load_library(name));
    for (const Library& l : inputs.libraries) modules.push_back(&l.module);
    syntax::Module m = syntax::parse_module(program, "p.tess", modules);
    for (const ir::ProcRef& p : m.procs) inputs.procs.emplace_back(p, context);
    inputs.program = "p.tess";
    inputs.memories = m.memories;
    inputs.configs = m.configs;
    inputs.settings = std::move(settings);
  }

  Proc run(const std::string& schedule, Progress* progress = nullptr) const {
    return evaluate(syntax::parse_schedule(schedule, "s.sched"), inputs, context, progress);
  }

  /// The whole message with which the schedule is refused; "" when it is accepted.
  std::string refusal(const std::string& schedule) const {
    try {
      run(schedule);
      return "";
    } catch (const Error& e) { return e.what(); }
  }

  ContextRef context;
  Inputs inputs;
};

}  // namespace tessera::script::testing
