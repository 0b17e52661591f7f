// SPDX-License-Identifier: Apache-2.0
#pragma once
// The function that runs every step: shape, obligations, edit, record. Included by each primitive's file.
#include "dsl/rewrite/edit.hpp"
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// The parts of a step, in the order of their execution: obligations, then edit.
struct Plan {
  std::function<std::vector<Obligation>()> safety;
  std::function<void(Edit&)> rewrite;
  bool reassociates = false;
  bool may_wrap = false;         ///< an intermediate integer may overflow its type and wrap
  std::set<std::string> modulo;  ///< configuration fields with other final values
  std::vector<ir::ProcRef> created;
  std::vector<std::string> unsafe;  ///< assumptions inherited from other procedures
};

/// Proves the obligations, then edits. Throws SchedulingError (refuted, or unknown) and leaves `proc` unchanged. The
/// arguments are recorded after success only: composites try many steps that are refused.
Proc run_step(StepContext& step, const Primitive& primitive, const std::function<RecordedArguments()>& args,
              const Plan& plan);

/// Reports the step as undecided: its index arithmetic overflows 64 bits.
[[noreturn]] void too_large(const Primitive&);

/// Proves, once in a context, the accesses of a procedure as written and of all that it calls: what a step proves of a
/// call rests on the windows that it passes, and a body that leaves them would do what no later step sees. Those that
/// steps made are sound by these steps. Throws what check_reachable throws.
void prove_accesses(const Proc&, const Primitive&);

template <class P> Proc run(const Proc& proc, const typename P::Args& args, const Primitive& primitive);
template <class P> Primitive describe(std::string name, std::string group, std::string summary);

// ---- implementation of the templates

template <class Args> void prove_accesses_of_arguments(const Args& args, const Primitive& primitive) {
  const auto prove = [&](const auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Proc>) prove_accesses(value, primitive);
  };
  std::apply([&](const auto&... field) { (prove(args.*(field.member)), ...); }, Args::fields());
}

template <class P> Proc run(const Proc& proc, const typename P::Args& args, const Primitive& primitive) try {
  prove_accesses(proc, primitive);
  prove_accesses_of_arguments(args, primitive);
  StepContext step(proc, primitive);
  auto shape = std::make_shared<typename P::Shape>(P::shape(step, args));
  Plan plan;
  plan.safety = [&step, shape] { return P::safety(step, *shape); };
  plan.rewrite = [&step, shape](Edit& edit) { P::rewrite(step, *shape, edit); };
  if constexpr (requires { P::reassociates(step, *shape); }) plan.reassociates = P::reassociates(step, *shape);
  if constexpr (requires { P::may_wrap(*shape); }) plan.may_wrap = P::may_wrap(*shape);
  if constexpr (requires { P::modulo(*shape); }) plan.modulo = P::modulo(*shape);
  if constexpr (requires { P::created(*shape); }) plan.created = P::created(*shape);
  if constexpr (requires { P::unsafe(*shape); }) plan.unsafe = P::unsafe(*shape);
  return run_step(
      step, primitive, [&] { return record_arguments(args, proc); }, plan);
} catch (const smt::Overflow&) { too_large(primitive); }

template <class P> Primitive describe(std::string name, std::string group, std::string summary) {
  Primitive p;
  p.name = std::move(name);
  p.group = std::move(group);
  p.summary = std::move(summary);
  std::apply(
      [&](const auto&... field) {
        auto add = [&](const auto& f) {
          using T = std::remove_cvref_t<decltype(std::declval<typename P::Args>().*(f.member))>;
          p.parameters.push_back({f.name, ArgumentType<T>::kind, f.optional});
        };
        (add(field), ...);
      },
      P::Args::fields());
  for (const Condition& c : P::conditions) p.conditions.push_back(c);
  p.apply = [name = p.name](const Proc& proc, const CallArguments& given) {
    const Primitive& self = *find_primitive(name);
    return run<P>(proc, read_arguments<typename P::Args>(given, self), self);
  };
  return p;
}

/// For the C++ functions of primitives.hpp.
template <class P> Proc apply(std::string_view name, const Proc& proc, const typename P::Args& args) {
  return run<P>(proc, args, *find_primitive(name));
}

}  // namespace tessera::rewrite
