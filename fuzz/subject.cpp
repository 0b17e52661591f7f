// SPDX-License-Identifier: Apache-2.0
#include "fuzz/subject.hpp"

#include "dsl/check/bounds.hpp"
#include "dsl/check/written.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::fuzz {

ContextRef make_context(const Settings& settings) {
  auto context = std::make_shared<Context>(smt::Limits{std::chrono::seconds(30), 400'000});
  context->hooks.assumed = settings.assumed;
  return context;
}

Subject load(const std::string& program, const Settings& settings) {
  Subject out;
  out.context = make_context(settings);
  out.module = syntax::parse_module(program, "program.tess");
  if (out.module.procs.empty()) { throw InputError("fuzz", "the program has no procedure"); }
  for (const ir::ProcRef& p : out.module.procs) {
    check::check_accesses(*p, out.context->solver);
    check::check_written(*p);
    out.inputs.procs.emplace_back(p, out.context);
  }
  out.inputs.memories = out.module.memories;
  out.inputs.configs = out.module.configs;
  return out;
}

Proc Subject::run(const std::string& schedule) const {
  return script::evaluate(syntax::parse_schedule(schedule, "steps.sched"), inputs, context);
}

}  // namespace tessera::fuzz
