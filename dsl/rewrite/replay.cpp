// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/replay.hpp"

#include "dsl/interp/compare.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

// Replaying is for people to look at, and must answer at once.
constexpr std::int64_t largest_size = 64;
constexpr double max_elements = 1e6;
constexpr std::uint64_t max_steps = 1000000;  // of the interpreter; literal sizes may be large

// The control arguments as in the counterexample; open ones are 1.
std::optional<interp::ControlValues> control(const ir::Procedure& proc, const smt::Model& model) {
  interp::ControlValues out;
  for (const ir::Arg& a : proc.args) {
    if (!a.type.is_control()) continue;
    auto it = model.find(a.name);
    std::int64_t v = it == model.end() ? 1 : it->second;
    if (a.type.scalar == ir::Scalar::size && v > largest_size) return std::nullopt;
    out[a.name] = v;
  }
  return out;
}

bool has_parallel_loop(const ir::Procedure& proc) {
  bool found = false;
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) {
    if (const auto* loop = s.as<ir::For>()) found = found || loop->mode == ir::LoopMode::par;
  });
  return found;
}

}  // namespace

std::string replay(const ir::Procedure& before, const smt::Model& model, const std::function<ir::ProcRef()>& rewrite,
                   const std::set<std::string>& modulo) {
  std::optional<interp::ControlValues> values = control(before, model);
  if (!values || interp::elements(before, *values) > max_elements)
    return "not replayed: the sizes are too large to run";
  try {
    ir::ProcRef after = rewrite();
    if (after->args.size() != before.args.size()) return "not replayed: the arguments change";
    interp::Fuel fuel{.limit = max_steps};
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
      if (auto d = interp::run_pair<interp::Integers>(before, *after, *values, seed,
                                                      {interp::Uninitialised::error, modulo, &fuel})
                       .difference) {
        if (d->kind == interp::Difference::Kind::before_failed) return "not replayed: " + d->text;
        return "replayed: " + d->text;
      }
    if (has_parallel_loop(*after)) return "replayed: both agree when run in sequence, which shows no race";
    return "replayed: both agree on these sizes, so the rule may be stricter than needed here";
  } catch (const Error& e) {
    return std::string("not replayed: ") + e.diagnostic().message;
  } catch (const interp::OutOfFuel&) { return "not replayed: the sizes are too large to run"; }
}

}  // namespace tessera::rewrite
